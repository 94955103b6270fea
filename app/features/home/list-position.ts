/** The number of parts on a page of the list. */
export const PAGE_SIZE = 12

/** Later pages have a cursor instead of a number, since skipping so many rows is slow in the database. */
const LAST_NUMBERED_PAGE = 80

/** The position of a page in the list: its number, from 1, or the cursor it follows. */
export type ListPosition = { readonly page: number } | { readonly after: string }

export const FIRST_PAGE: ListPosition = { page: 1 }

export const isFirstPage = (position: ListPosition): boolean => 'page' in position && position.page === 1

/** Reads the position from the query of an address; invalid values are the first page. */
export function readPosition(search: URLSearchParams): ListPosition {
  const page = search.get('page') ?? ''
  if (/^[1-9]\d?$/.test(page) && Number(page) <= LAST_NUMBERED_PAGE) return { page: Number(page) }
  const after = search.get('after')
  return after ? { after } : FIRST_PAGE
}

/** The query parameters of a position; the first page has none. */
export function positionParameters(position: ListPosition): { page?: string; after?: string } {
  if ('after' in position) return { after: position.after }
  return position.page > 1 ? { page: String(position.page) } : {}
}

/** The previous page; undefined on the first page and after a cursor, where it is unknown. */
export function previousPosition(position: ListPosition): ListPosition | undefined {
  return 'page' in position && position.page > 1 ? { page: position.page - 1 } : undefined
}

/** The next page; `cursor` is that of the last row, undefined on the last page. */
export function nextPosition(position: ListPosition, cursor: string | undefined): ListPosition | undefined {
  if (cursor === undefined) return undefined
  return 'page' in position && position.page < LAST_NUMBERED_PAGE
    ? { page: position.page + 1 }
    : { after: cursor }
}
