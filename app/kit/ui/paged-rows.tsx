import { type ReactNode, useEffect, useRef, useState } from 'react'
import { countText, formatCount } from '#kit/count-text.ts'
import { problemText } from '#kit/http/client.ts'
import type { PagedList } from '#kit/http/paged-list.ts'
import { classNames } from '#kit/ui/class-names.ts'
import { Button } from './button.tsx'
import { FailureState } from './failure-state.tsx'

type PagedRowsProps<Row> = {
  list: PagedList<Row>
  /** What the rows are: "users". */
  what: string
  /** The grey stand-in of the first load. */
  skeleton: ReactNode
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A searched list in whichever state it is: loading, failed, empty, or shown with the way to more of it. */
export function PagedRows<Row>({ list, what, skeleton, empty, children }: PagedRowsProps<Row>) {
  const { shown, error, busy } = list
  return (
    <div className="grid grid-cols-1 gap-4">
      {error !== undefined && (
        <FailureState
          title={`The ${what} could not be loaded`}
          detail={problemText(error)}
          busy={busy !== undefined}
          onRetry={list.retry}
        />
      )}
      {shown === undefined && error === undefined && skeleton}
      {shown && (
        <div
          aria-busy={list.isStale}
          className={classNames('transition-opacity', list.isStale && busy && 'opacity-50')}
        >
          {shown.rows.length === 0 ? empty : children(shown.rows)}
        </div>
      )}
      {shown && shown.rows.length > 0 && <More list={list} shown={shown} what={what} />}
    </div>
  )
}

type MoreProps<Row> = Pick<PagedRowsProps<Row>, 'list' | 'what'> & {
  shown: NonNullable<PagedList<Row>['shown']>
}

/** How much of the list is shown, with the button for more; nothing where all of it was there at once. */
function More<Row>({ list, shown, what }: MoreProps<Row>) {
  const line = useRef<HTMLParagraphElement>(null)
  const [isReadOn, setIsReadOn] = useState(false)
  const hasMore = shown.next !== undefined

  // The button leaves with the last page; the focus must not leave with it.
  useEffect(() => {
    if (!hasMore && isReadOn && document.activeElement === document.body) line.current?.focus()
  }, [hasMore, isReadOn])

  if (!hasMore && !isReadOn) return null
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-4 text-muted text-sm">
      <p ref={line} tabIndex={-1} className="outline-none">
        {`${formatCount(shown.rows.length)} of ${countText(shown)} ${what} shown`}
      </p>
      {hasMore && (
        <Button
          variant="secondary"
          busy={list.busy === 'more'}
          onClick={() => {
            setIsReadOn(true)
            void list.showMore()
          }}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
