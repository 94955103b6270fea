import { useState } from 'react'
import type { Category, ProductEvent } from '#features/catalog/schema.ts'
import { type FetchPage, usePagedList } from '#kit/browser/paged-list.ts'
import { ChangeLine } from '#kit/ui/admin/save-bar.tsx'
import { Button } from '#kit/ui/form/button.tsx'
import { PagedRows } from '#kit/ui/list/paged-rows.tsx'
import { DateTime } from '#kit/ui/mark/date-time.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { fetchHistory } from '../client.ts'
import { changedFields, productDraftOf } from './draft.ts'
import { changeTexts, eventTitle, formBefore, isAddition } from './history.ts'
import type { Editor } from './use-editor.ts'

type ProductHistoryProps = {
  editor: Editor
  categories: readonly Category[]
  /** How often its planned prices were changed here: they are in the history, but have no revision of the product. */
  plansChanged: number
}

/** What staff did to the product, newest first. The values of an earlier revision can be taken into the form. */
export function ProductHistory({ editor, categories, plansChanged }: ProductHistoryProps) {
  const { product, edit } = editor
  /** Undefined when it would change nothing, or may not. */
  const restoring = (newer: readonly ProductEvent[]) => {
    const then = formBefore(product, newer)
    if (product.archivedAt !== undefined || changedFields(productDraftOf(product), then).length === 0)
      return undefined
    return () => edit(then)
  }
  const [fetchPage] = useState(() => historyOf(product._id))
  // A change of the fields has another revision, one of the files only another time.
  const list = usePagedList(fetchPage, `${product.revision} ${product.updatedAt}`, String(plansChanged))
  return (
    <section aria-labelledby="history" className="min-w-0">
      <h2 id="history" className="mb-3 text-lg">
        History
      </h2>
      <PagedRows
        list={list}
        what="changes"
        skeleton={<SkeletonRows className="h-12 w-full" />}
        empty={<p className="text-muted">Nobody has changed it yet.</p>}
      >
        {(events) => (
          <ol className="grid">
            {events.map((event, index) => (
              <HistoryEntry
                // biome-ignore lint/suspicious/noArrayIndexKey: two changes can be in one millisecond; counted from the oldest.
                key={`${event.at} ${event.kind} ${events.length - index}`}
                event={event}
                categories={categories}
                onRestore={restoring(events.slice(0, index))}
                isStale={list.isStale}
              />
            ))}
          </ol>
        )}
      </PagedRows>
    </section>
  )
}

const historyOf =
  (productId: string): FetchPage<ProductEvent> =>
  ({ limit, after }, signal) =>
    fetchHistory(productId, { limit, after }, signal)

type HistoryEntryProps = {
  event: ProductEvent
  categories: readonly Category[]
  /** Absent when the product has the same values now. */
  onRestore: (() => void) | undefined
  /** The newest change is not in the list yet, so the values of then cannot be said. */
  isStale: boolean
}

function HistoryEntry({ event, categories, onRestore, isStale }: HistoryEntryProps) {
  const { at, by, changes, reason } = event
  return (
    <li className="grid gap-1 border-line border-t py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{eventTitle(event)}</span>
        <span className="text-muted text-xs wrap-anywhere">
          <DateTime iso={at} /> · {by}
        </span>
      </p>
      {!isAddition(event) && (
        <ul className="grid gap-0.5 text-sm">
          {changeTexts(changes, categories).map((change) => (
            <ChangeLine key={change.label} change={change} />
          ))}
        </ul>
      )}
      {reason !== undefined && <p className="text-sm wrap-anywhere">{`“${reason}”`}</p>}
      {onRestore && (
        <Button
          variant="quiet"
          size="sm"
          disabled={isStale}
          onClick={onRestore}
          className="-ms-3 justify-self-start"
        >
          Use these values
        </Button>
      )}
    </li>
  )
}
