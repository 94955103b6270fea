import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { RowCount } from '#kit/db/row-counts.ts'
import { contains } from '#kit/db/search.ts'

/** The products that have every word, by their places. */
export interface ProductHits {
  readonly counted: () => Promise<CountedHits>
  /** How many there are, and so many of those below a place: the newest first. */
  readonly newest: (limit: number, before: number) => Promise<Pick<CountedHits, 'count' | 'places'>>
  /** All of them, to be asked for by another query. */
  readonly all: RawBuilder<Place>
}

interface CountedHits {
  readonly count: RowCount
  /** All of them, in any order, where the count is not cut; else some, the newest. */
  readonly places: readonly number[]
  /** Whether most lists of products have one soon. */
  readonly areFrequent: boolean
}

export interface Place {
  readonly place: number
}

/** Above all places, and more than there are. */
export const ANY_PLACE = Number.MAX_SAFE_INTEGER
export const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** Hits of which `next` gives those that come after the counted ones. */
export function hitsFrom(
  counted: ProductHits['counted'],
  next: (limit: number, before: number, areFrequent: boolean) => Promise<readonly number[]>,
  all: ProductHits['all'],
): ProductHits {
  const newest: ProductHits['newest'] = async (limit, before) => {
    const { count, places, areFrequent } = await counted()
    const known = places
      .filter((place) => place < before)
      .sort(newestFirst)
      .slice(0, limit)
    const missing = limit - known.length
    if (missing === 0 || !count.isTotalCut) return { count, places: known }
    const more = await next(missing, known.at(-1) ?? before, areFrequent)
    return { count, places: [...known, ...more] }
  }
  return { counted, newest, all }
}

export const newestFirst = (a: number, b: number): number => b - a

export const placesOf = ({ rows }: QueryResult<Place>): number[] => rows.map(({ place }) => place)

/** Whether the text of a product has every word. */
export const containingAll = (words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => contains('products.search_text', word)),
    sql` and `,
  )})`
