import type { Context } from 'hono'
import type { RowCount } from '#kit/db/row-counts.ts'
import { AppError } from './problem.ts'

const MAXIMUM = 100

/** One page of a list: at most `limit` rows after the place that the cursor names. */
export interface Page {
  readonly limit: number
  readonly after: readonly (string | number)[] | undefined
}

/** A list's rows, how many there are in all, and the cursor behind the last when more follow. */
export interface Paged<Row> extends RowCount {
  readonly rows: readonly Row[]
  readonly next: string | undefined
}

/** Reads `limit` and `after` of a query; nonsense is refused (422). `shape` are the types of the cursor's parts. */
export function readPage(
  query: { limit?: string | undefined; after?: string | undefined },
  shape: readonly ('string' | 'number')[],
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
    throw refused('limit', `limit has to be a whole number from 1 to ${MAXIMUM}.`)
  return limit
}

function readCursor(text: string, shape: readonly ('string' | 'number')[]): (string | number)[] {
  const parts = parseCursor(text)
  const fits =
    parts.length === shape.length &&
    parts.every((part, index) =>
      shape[index] === 'number'
        ? Number.isSafeInteger(part)
        : typeof part === 'string' && !part.includes('\0'),
    )
  if (!fits) throw refused('after', 'after has to be a cursor that a list gave.')
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

/** The refusal of one query parameter. */
function refused(name: string, detail: string): AppError {
  return new AppError('invalid', detail, { errors: [{ pointer: `#/${name}`, detail }] })
}

/** Cuts a list that was read with one row more than asked for, and names the place behind its last row. */
export function toPaged<Row>(
  rows: Row[],
  page: Page,
  count: RowCount,
  placeOf: (row: Row) => readonly (string | number)[],
): Paged<Row> {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rows.length > page.limit && last !== undefined
  return {
    rows: shown,
    ...count,
    next: more ? Buffer.from(JSON.stringify(placeOf(last))).toString('base64url') : undefined,
  }
}

/** Says on the answer how many rows there are and where the next page is. */
export function setPagingHeaders(c: Context, paged: Paged<unknown>): void {
  c.header('X-Total-Count', String(paged.total))
  if (paged.isTotalCut) c.header('X-Total-Count-Is', 'at least')
  if (paged.next === undefined) return
  const next = new URL(c.req.url)
  next.searchParams.set('after', paged.next)
  c.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
}
