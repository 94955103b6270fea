import { type FormEvent, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { notifyUndo } from '#kit/ui/admin/undo-toast.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { ORDER_NOTE } from '../../limits.ts'
import type { OrderNote } from '../../schema.ts'
import { addNote, removeNote } from './client.ts'

type NotesProps = {
  orderId: string
  notes: readonly OrderNote[]
  onChange: (update: (notes: OrderNote[]) => OrderNote[]) => void
}

/** What admins noted on an order, oldest first; the customer never sees it. A note that is typed is kept as a draft. */
export function Notes({ orderId, notes, onChange }: NotesProps) {
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className="mb-1 text-lg">
        Notes
      </h2>
      <p className="mb-3 text-muted text-sm">For admins only; the customer does not see them.</p>
      {notes.length > 0 && (
        <ul className="mb-4 border-line border-t text-sm">
          {notes.map((note) => (
            <NoteRow
              key={note._id}
              orderId={orderId}
              note={note}
              onRemoved={() => onChange((all) => all.filter(({ _id }) => _id !== note._id))}
            />
          ))}
        </ul>
      )}
      <NoteForm orderId={orderId} onAdded={(note) => onChange((all) => [...all, note])} />
    </section>
  )
}

type NoteRowProps = { orderId: string; note: OrderNote; onRemoved: () => void }

function NoteRow({ orderId, note: { _id, at, by, text }, onRemoved }: NoteRowProps) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await removeNote(orderId, _id)
      onRemoved()
      const path = `/api/order/${encodeURIComponent(orderId)}/notes/${encodeURIComponent(_id)}/restore`
      notifyUndo({ text: 'Note removed', calls: [{ method: 'POST', path }] })
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="flex items-start justify-between gap-4 border-line border-b py-2">
      <div className="min-w-0">
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
        <p className="text-muted text-xs wrap-anywhere">
          {by} · <DateTime iso={at} />
        </p>
      </div>
      <Button variant="quiet" size="sm" busy={busy} onClick={remove}>
        Remove
      </Button>
    </li>
  )
}

type NoteFormProps = { orderId: string; onAdded: (note: OrderNote) => void }

function NoteForm({ orderId, onAdded }: NoteFormProps) {
  const { typed, change, discard } = useTypedText(useSession()?.email, { note: `admin note of ${orderId}` })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { note = '' } = typed
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || note.trim() === '') return
    setBusy(true)
    setError(null)
    try {
      onAdded(await addNote(orderId, note))
      discard()
    } catch (thrown) {
      if (!signOutIfForbidden(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form aria-labelledby="notes" onSubmit={submit}>
      <TextAreaField
        label="New note"
        rows={2}
        maxLength={ORDER_NOTE.maximum}
        value={note}
        error={error === null ? null : problemText(error)}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Button type="submit" variant="secondary" size="sm" busy={busy}>
        Add note
      </Button>
    </form>
  )
}
