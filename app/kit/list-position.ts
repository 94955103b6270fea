import { countText, formatCount } from '#kit/text/count-text.ts'

/** Later pages have a cursor instead of a number, since skipping so many rows is slow in the database. */
const MAXIMUM_SKIPPED = 960

/** The position of a page in a list: its number, from 1, or the cursor it follows. */
export type ListPosition = { readonly page: number } | { readonly after: string }

export const FIRST_PAGE: ListPosition = { page: 1 }

export const isFirstPage = (position: ListPosition): boolean => 'page' in position && position.page === 1

const lastNumberedPage = (pageSize: number): number => Math.floor(MAXIMUM_SKIPPED / pageSize)

/** Reads the position from the query of an address; invalid values are the first page. */
export function readPosition(search: URLSearchParams, pageSize: number): ListPosition {
  const page = search.get('page') ?? ''
  if (/^[1-9]\d?$/.test(page) && Number(page) <= lastNumberedPage(pageSize)) return { page: Number(page) }
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
export function nextPosition(
  position: ListPosition,
  cursor: string | undefined,
  pageSize: number,
): ListPosition | undefined {
  if (cursor === undefined) return undefined
  return 'page' in position && position.page < lastNumberedPage(pageSize)
    ? { page: position.page + 1 }
    : { after: cursor }
}

/** The title of a page of a list: "Nuts, page 2", so that tabs and history entries differ. */
export const titleOfPage = (list: string, position: ListPosition): string =>
  'page' in position && position.page > 1 ? `${list}, page ${position.page}` : list

/** One page of a list, without the content of its rows. */
export interface ListedPage {
  readonly rows: { readonly length: number }
  /** How many rows the whole list has. */
  readonly total: number
  /** The list has more rows than `total`, because counting stopped early. */
  readonly isTotalCut?: boolean | undefined
  /** The cursor of the next page, if there is one. */
  readonly next?: string | undefined
  readonly position: ListPosition
}

export const isWholeList = ({ position, next }: ListedPage): boolean =>
  next === undefined && isFirstPage(position)

/** "60 parts" */
export const partsText = (list: Pick<ListedPage, 'total' | 'isTotalCut'>): string =>
  `${countText(list)} ${list.total === 1 ? 'part' : 'parts'}`

/** "13–24 of 60 parts"; after a cursor only the count is known. */
export function rangeText({ rows, position, total, isTotalCut }: ListedPage, pageSize: number): string {
  if ('after' in position) return partsText({ total, isTotalCut })
  const skipped = (position.page - 1) * pageSize
  const last = skipped + rows.length
  // A count that stopped early may be below the last row shown.
  return `${formatCount(skipped + 1)}–${formatCount(last)} of ${partsText({ total: Math.max(total, last), isTotalCut })}`
}
