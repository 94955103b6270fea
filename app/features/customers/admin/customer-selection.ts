import { readSearch } from '#kit/input/search-length.ts'
import { CUSTOMER_SORTS, type CustomerSort } from '../limits.ts'
import type { CustomerFilter } from '../schema.ts'

/** Reads the filter from the query of an address; invalid values are ignored. */
export function readSelection(search: URLSearchParams): CustomerFilter {
  const q = readSearch(search)
  const tag = search.get('tag') ?? ''
  const sort = CUSTOMER_SORTS.find((each) => each === search.get('sort'))
  return { ...(q && { q }), ...(tag && { tag }), ...(sort && { sort }) }
}

/** The filter as a query with its question mark; empty for the whole list in its own sequence. */
export function writeSelection({
  q,
  tag,
  sort,
}: { [Name in keyof CustomerFilter]?: CustomerFilter[Name] | undefined }): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(tag && { tag }),
    ...(sort && sort !== 'last' && { sort }),
  }).toString()
  return search && `?${search}`
}

/** How the head of a column leads to its sequence and says that it is the present one. */
export const sortOf = (filter: CustomerFilter, sort: CustomerSort) => ({
  to: writeSelection({ ...filter, sort }),
  ...((filter.sort ?? 'last') === sort && {
    sorted: sort === 'name' ? ('ascending' as const) : ('descending' as const),
  }),
})
