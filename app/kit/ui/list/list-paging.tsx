import type { To } from 'react-router'
import {
  FIRST_PAGE,
  isWholeList,
  type ListedPage,
  type ListPosition,
  nextPosition,
  previousPosition,
  rangeText,
} from '#kit/list-position.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'

type ListPagingProps = {
  list: ListedPage
  pageSize: number
  /** What is listed, as in "Next parts". */
  noun: string
  addressOf: (position: ListPosition) => To
}

/** Links to the previous and the next page of a list; their addresses can be shared. */
export function ListPaging({ list, pageSize, noun, addressOf }: ListPagingProps) {
  if (isWholeList(list)) return null
  const { position } = list
  const previous = previousPosition(position)
  const next = nextPosition(position, list.next, pageSize)
  const isNumbered = 'page' in position
  return (
    <nav aria-label={`Pages of ${noun}`} className="list-paging">
      {previous && (
        <ButtonLink to={addressOf(previous)} variant="secondary" rel="prev">
          {`Previous ${noun}`}
        </ButtonLink>
      )}
      {!isNumbered && (
        <ButtonLink to={addressOf(FIRST_PAGE)} variant="secondary">
          {`First ${noun}`}
        </ButtonLink>
      )}
      {list.rows.length > 0 && <span>{rangeText(list, pageSize)}</span>}
      {next && (
        <ButtonLink to={addressOf(next)} variant="secondary" rel="next">
          {`Next ${noun}`}
        </ButtonLink>
      )}
    </nav>
  )
}
