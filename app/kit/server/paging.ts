import type { Context } from 'hono'
import type { RowCount } from '#kit/db/row-counts.ts'
import { invalidField } from './app-error.ts'

const MAXIMUM = 100

/** One page of a list: at most `limit` rows after the position of the cursor. */
export interface Page {
  readonly limit: number
  readonly after: readonly (string | number)[] | undefined
}

/** The rows of one page, the total of all pages, and the cursor of the next page, if there is one. */
export interface Paged<Row> extends RowCount {
  readonly rows: readonly Row[]
  readonly next: string | undefined
}

/** The type of a part of a cursor: `int4` is a number of a column with 32 bits, `number` of one with 64. */
export type CursorPart = 'string' | 'number' | 'int4'

/** Parses `limit` and `after` of a query; throws a refusal (422) when one is invalid. `shape` has the types of the cursor's parts. */
export function readPage(
  query: { limit?: string | undefined; after?: string | undefined },
  shape: readonly CursorPart[],
): Page {
  return {
    limit: readLimit(query.limit),
    after: query.after === undefined ? undefined : readCursor(query.after, shape),
  }
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return MAXIMUM
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > MAXIMUM)
    throw invalidField('limit', `limit has to be a whole number from 1 to ${MAXIMUM}.`)
  return limit
}

const IS_PART: Readonly<Record<CursorPart, (part: unknown) => boolean>> = {
  string: (part) => typeof part === 'string' && !part.includes('\0'),
  number: Number.isSafeInteger,
  // A database refuses a larger one as an error.
  int4: (part) => Number.isInteger(part) && Number(part) === (Number(part) | 0),
}

function readCursor(text: string, shape: readonly CursorPart[]): (string | number)[] {
  const parts = parseCursor(text)
  const isValid = parts.length === shape.length && shape.every((name, index) => IS_PART[name](parts[index]))
  if (!isValid) throw invalidField('after', 'after has to be a cursor that a list gave.')
  return parts as (string | number)[]
}

function parseCursor(text: string): unknown[] {
  if (text.length > 1000) return []
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** Builds a page from a query for one row more than `limit`; the cursor is the position of the last row. */
export function toPaged<Row>(
  rows: Row[],
  page: Page,
  count: RowCount,
  positionOf: (row: Row) => readonly (string | number)[],
): Paged<Row> {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rows.length > page.limit && last !== undefined
  return {
    rows: shown,
    ...count,
    next: more ? Buffer.from(JSON.stringify(positionOf(last))).toString('base64url') : undefined,
  }
}

/** Answers a page of a list, with the headers of the total and of the link to the next page. */
export function answerPage<Row>(c: Context, paged: Paged<Row>) {
  setPagingHeaders(c, paged)
  return c.json([...paged.rows], 200)
}

export function setPagingHeaders(c: Context, paged: Paged<unknown>): void {
  c.header('X-Total-Count', String(paged.total))
  if (paged.isTotalCut) c.header('X-Total-Count-Is', 'at least')
  if (paged.next === undefined) return
  const next = new URL(c.req.url)
  next.searchParams.set('after', paged.next)
  c.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
}
