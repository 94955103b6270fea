import { type FormEvent, useState } from 'react'
import { problemText } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import type { Note } from '#kit/notes/schema.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo } from '../overlay/undo-toast.tsx'

/** How the notes on one thing are read and changed. */
export interface NoteCalls {
  add(text: string): Promise<Note>
  remove(noteId: string): Promise<unknown>
  /** The call by which a removed note is restored. */
  restorePath(noteId: string): string
}

type NotesProps = {
  notes: readonly Note[]
  onChange: (update: (notes: Note[]) => Note[]) => void
  calls: NoteCalls
  /** Of the admin, and the name under which what is typed is kept. */
  email: string | undefined
  draft: string
  /** Returns true when it has handled what a call threw. */
  onRefused: (error: unknown) => boolean
}

/** What admins noted, oldest first; the customer never sees it. A note that is typed is kept as a draft. */
export function Notes(props: NotesProps) {
  const { notes, onChange } = props
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className="mb-1 text-lg">
        Notes
      </h2>
      <p className="mb-3 text-muted text-sm">For staff only; the customer does not see them.</p>
      {notes.length > 0 && (
        <ul className="mb-4 border-line border-t text-sm">
          {notes.map((note) => (
            <NoteRow
              key={note._id}
              {...props}
              note={note}
              onRemoved={() => onChange((all) => all.filter(({ _id }) => _id !== note._id))}
            />
          ))}
        </ul>
      )}
      <NoteForm {...props} onAdded={(note) => onChange((all) => [...all, note])} />
    </section>
  )
}

type NoteRowProps = Pick<NotesProps, 'calls' | 'onRefused'> & { note: Note; onRemoved: () => void }

function NoteRow({ calls, onRefused, note: { _id, at, by, text }, onRemoved }: NoteRowProps) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await calls.remove(_id)
      onRemoved()
      notifyUndo({ text: 'Note removed', calls: [{ method: 'POST', path: calls.restorePath(_id) }] })
    } catch (error) {
      if (!onRefused(error)) notify.error(problemText(error))
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

type NoteFormProps = Pick<NotesProps, 'calls' | 'email' | 'draft' | 'onRefused'> & {
  onAdded: (note: Note) => void
}

function NoteForm({ calls, email, draft, onRefused, onAdded }: NoteFormProps) {
  const { typed, change, discard } = useTypedText(email, { note: draft })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { note = '' } = typed
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || note.trim() === '') return
    setBusy(true)
    setError(null)
    try {
      onAdded(await calls.add(note))
      discard()
    } catch (thrown) {
      if (!onRefused(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form aria-labelledby="notes" onSubmit={submit}>
      <TextAreaField
        label="New note"
        rows={2}
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
