import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { loadPrivately, signOutIfForbidden } from '#features/accounts/components.tsx'
import { CART_PATH } from '#features/cart/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { linesText } from '#kit/text/count-text.ts'
import { EmptyDrawing } from '#kit/ui/art/empty-drawing.tsx'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { EmptyState } from '#kit/ui/list/empty-state.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { notifyUndo, UndoToasts, useUndone } from '#kit/ui/overlay/undo-toast.tsx'
import { LoadFailure } from '#kit/ui/page/load-failure.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { WidePage } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { deleteList, fetchList, fetchLists } from '../client.ts'
import { toDraft, toSave } from '../lists/draft-list.ts'
import { SaveCart } from '../lists/save-cart.tsx'
import { savedListPath } from '../paths.ts'
import type { ListSummary } from '../schema.ts'
import type { Route } from './+types/lists.ts'

export const meta: Route.MetaFunction = () => privateMeta('Lists')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPrivately(request, async () => ({ lists: await fetchLists() }))
}

export default function Lists({ loaderData: { lists } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useUndone(() => void revalidate())
  return (
    <WidePage>
      <UndoToasts />
      <PageHeading
        title="Lists"
        lead="What you order again and again, by a name, with your own part numbers and notes."
      />
      <SaveCart />
      {lists.length === 0 ? (
        <EmptyState
          title="No lists yet"
          art={<EmptyDrawing />}
          action={<ButtonLink to={CART_PATH}>Go to the cart</ButtonLink>}
        >
          What is in the cart can be saved here as a list.
        </EmptyState>
      ) : (
        <ul aria-label="Lists" className="border-line border-t">
          {lists.map((list) => (
            <ListRow key={list._id} list={list} onDeleted={revalidate} />
          ))}
        </ul>
      )}
    </WidePage>
  )
}

function ListRow({ list, onDeleted }: { list: ListSummary; onDeleted: () => Promise<void> }) {
  const { _id, name, lineCount, isShared, updatedAt } = list
  const [isBusy, setIsBusy] = useState(false)
  const remove = async () => {
    setIsBusy(true)
    try {
      const body = toSave(toDraft(await fetchList(_id)))
      await deleteList(_id)
      const what = isShared ? `List “${name}” and its link` : `List “${name}”`
      notifyUndo({ text: `${what} deleted`, calls: [{ method: 'POST', path: '/api/list', body }] })
      await onDeleted()
    } catch (error) {
      if (!signOutIfForbidden(error)) notify.error(problemText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-line border-b py-2 lg:min-h-12 lg:grid-cols-[minmax(0,1fr)_6rem_15rem_auto] lg:py-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <Link to={savedListPath(_id)} className="min-w-0 font-medium wrap-anywhere">
          {name}
        </Link>
        {isShared && <StatusBadge tone="good">Shared</StatusBadge>}
      </p>
      <p className="col-start-1 text-muted text-sm lg:col-start-auto lg:text-end">{linesText(lineCount)}</p>
      <p className="col-start-1 text-muted text-sm lg:col-start-auto">
        changed <DateTime iso={updatedAt} />
      </p>
      <Button
        variant="danger"
        size="sm"
        className="col-start-2 row-start-1 row-end-4 lg:col-start-auto lg:row-auto"
        aria-label={`Delete ${name}`}
        busy={isBusy}
        onClick={remove}
      >
        Delete
      </Button>
    </li>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure heading="Lists" title="The lists could not be loaded" error={error} />
}
