import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isForbidden, problemText } from '#kit/browser/client.ts'
import type { PagedList } from '#kit/browser/paged-list.ts'
import { countText, formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { FailureState } from '#kit/ui/page/failure-state.tsx'
import { focusRow } from './row-focus.ts'

type PagedRowsProps<Row> = {
  list: PagedList<Row>
  /** What the rows are, in the plural: "parts". */
  what: string
  /** The placeholder during the first load. */
  skeleton: ReactNode
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list with a search in any state: loading, failed, empty, or shown with a button for more. */
export function PagedRows<Row>({ list, what, skeleton, empty, children }: PagedRowsProps<Row>) {
  const { shown, error, busy } = list
  const box = useRef<HTMLDivElement>(null)
  return (
    <div className="grid grid-cols-1 gap-4">
      {error !== undefined && (
        <FailureState
          title={`The ${what} could not be loaded`}
          detail={problemText(error)}
          busy={busy !== undefined}
          {...(!isForbidden(error) && { onRetry: list.retry })}
        />
      )}
      {shown === undefined && error === undefined && skeleton}
      {shown && (
        <div
          ref={box}
          aria-busy={list.isStale}
          className={classNames('transition-opacity', list.isStale && busy && 'opacity-50')}
        >
          {shown.rows.length === 0 ? empty : children(shown.rows)}
        </div>
      )}
      {shown && shown.rows.length > 0 && <More list={list} shown={shown} what={what} box={box} />}
    </div>
  )
}

type MoreProps<Row> = Pick<PagedRowsProps<Row>, 'list' | 'what'> & {
  shown: NonNullable<PagedList<Row>['shown']>
  /** Around the rows. */
  box: RefObject<HTMLElement | null>
}

/**
 * The number of rows shown, and a button that loads more and focuses the first new row; nothing for a list that fits on
 * one page.
 */
function More<Row>({ list, shown, what, box }: MoreProps<Row>) {
  const [isExtended, setIsExtended] = useState(false)
  const lengthBefore = useRef<number>(undefined)
  const { length } = shown.rows

  useEffect(() => {
    if (lengthBefore.current === undefined || length <= lengthBefore.current) return
    focusRow(box.current, lengthBefore.current)
    lengthBefore.current = undefined
  }, [box, length])

  if (shown.next === undefined && !isExtended) return null
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-4 text-muted text-sm">
      <p>{`${formatCount(length)} of ${countText(shown)} ${what} shown`}</p>
      {shown.next !== undefined && (
        <Button
          variant="secondary"
          busy={list.busy === 'more'}
          onClick={() => {
            setIsExtended(true)
            lengthBefore.current = length
            void list.showMore()
          }}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
