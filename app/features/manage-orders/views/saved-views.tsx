import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useSubmit } from '#kit/ui/form/use-submit.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { isSameFilter, writeSelection } from '../list/order-selection.ts'
import type { ViewFilter } from '../schema.ts'
import { addView, deleteView, replaceView } from './client.ts'
import type { SavedView } from './schema.ts'

type SavedViewsProps = {
  /** Undefined when they could not be loaded. */
  views: readonly SavedView[] | undefined
  filter: ViewFilter
}

/** The admin's saved views of the list, as links. */
export function SavedViews({ views, filter }: SavedViewsProps) {
  const { revalidate, state } = useRevalidator()
  if (views === undefined) {
    return (
      <p role="status" className="flex items-center gap-2 text-muted text-sm">
        Your saved views could not be loaded.
        <Button variant="secondary" size="sm" busy={state === 'loading'} onClick={() => revalidate()}>
          Try again
        </Button>
      </p>
    )
  }
  if (views.length === 0) return null
  return (
    <nav
      aria-label="Saved views"
      className="scroll-hint -my-2 flex items-center gap-1 overflow-x-auto text-sm md:flex-wrap"
    >
      <span aria-hidden="true" className="me-1 text-muted">
        Views
      </span>
      {views.map((view) => (
        <Link
          key={view._id}
          to={{ search: writeSelection(view.filter) }}
          preventScrollReset
          aria-current={isSameFilter(view.filter, filter) ? 'true' : undefined}
          className="grid min-h-8 min-w-0 place-items-center rounded px-2 text-ink no-underline wrap-anywhere max-md:shrink-0 hover:bg-sunken aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-link pointer-coarse:min-h-11"
        >
          {view.name}
        </Link>
      ))}
    </nav>
  )
}

type ViewToolsProps = { views: readonly SavedView[]; filter: ViewFilter }

/** Saves what is chosen as a view, or renames and deletes the view that is shown. */
export function ViewTools({ views, filter }: ViewToolsProps) {
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState(filter)
  if (shown !== filter) {
    setShown(filter)
    // A list that is loaded again has the same filter.
    if (!isSameFilter(shown, filter)) setIsOpen(false)
  }
  useUndone(() => void revalidate())
  const current = views.find((view) => isSameFilter(view.filter, filter))
  const onSaved = () => {
    setIsOpen(false)
    void revalidate()
  }
  if (isOpen)
    return (
      <ViewForm
        renamed={current}
        filter={filter}
        views={views}
        onClose={() => setIsOpen(false)}
        onSaved={onSaved}
      />
    )
  if (current) return <ViewActions view={current} onRename={() => setIsOpen(true)} onChanged={onSaved} />
  return (
    <Button variant="quiet" size="sm" onClick={() => setIsOpen(true)}>
      Save this view
    </Button>
  )
}

type ViewActionsProps = { view: SavedView; onRename: () => void; onChanged: () => void }

function ViewActions({ view: { _id, name, filter }, onRename, onChanged }: ViewActionsProps) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await deleteView(_id)
      notifyUndo({
        text: `View “${name}” deleted`,
        calls: [{ method: 'POST', path: '/api/order-views', body: { name, filter } }],
      })
      onChanged()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="flex">
      <Button variant="quiet" size="sm" aria-label={`Rename the view ${name}`} onClick={onRename}>
        Rename
      </Button>
      <Button variant="quiet" size="sm" busy={busy} aria-label={`Delete the view ${name}`} onClick={remove}>
        Delete
      </Button>
    </span>
  )
}

type ViewFormProps = {
  /** The view that gets another name; undefined for a new view. */
  renamed: SavedView | undefined
  filter: ViewFilter
  views: readonly SavedView[]
  onClose: () => void
  onSaved: () => void
}

/** Asks for the name. The name of another view replaces what that one shows, which can be undone. */
function ViewForm({ renamed, filter, views, onClose, onSaved }: ViewFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(renamed?.name ?? '')
  const same = views.find((view) => view !== renamed && isSameName(view.name, name))
  const { busy, error, onSubmit } = useSubmit(async (field) => {
    const view = { name: field('name').trim(), filter }
    try {
      await save(view, renamed ?? same)
    } catch (thrown) {
      if (signOutIfForbidden(thrown)) return
      throw thrown
    }
    onSaved()
    onClose()
  })
  useEffect(() => input.current?.select(), [])
  return (
    <form
      aria-label={renamed ? 'Rename the view' : 'Save this view'}
      className="contents"
      onSubmit={onSubmit}
    >
      <label className="flex min-w-0 items-center gap-2">
        Name
        <input
          ref={input}
          name="name"
          required
          autoComplete="off"
          value={name}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : 'view-error'}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          className="h-8 w-48 min-w-0 rounded border border-edge bg-paper px-2 hover:border-ink pointer-coarse:h-11"
        />
      </label>
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        busy={busy}
        disabled={renamed && same !== undefined}
      >
        {same && !renamed ? `Replace “${same.name}”` : 'Save'}
      </Button>
      <Button variant="quiet" size="sm" onClick={onClose}>
        Cancel
      </Button>
      {error !== null && (
        <span id="view-error" role="alert" className="text-bad">
          {problemText(error)}
        </span>
      )}
    </form>
  )
}

const isSameName = (one: string, other: string): boolean =>
  one.localeCompare(other.trim(), 'en', { sensitivity: 'base' }) === 0

/** Saves a new view, or changes this one, which can be undone. */
async function save(
  view: { name: string; filter: ViewFilter },
  before: SavedView | undefined,
): Promise<void> {
  if (!before) {
    await addView(view)
    notify.success(`View “${view.name}” saved`)
    return
  }
  const { _id, name, filter } = before
  await replaceView(_id, view)
  const text = name === view.name ? `View “${name}” replaced` : `View renamed to “${view.name}”`
  const path = `/api/order-views/${encodeURIComponent(_id)}`
  notifyUndo({ text, calls: [{ method: 'PUT', path, body: { name, filter } }] })
}
