import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, cutCount } from '#kit/db/row-counts.ts'
import { gramsOf } from '#kit/db/search.ts'
import {
  ANY_PLACE,
  containingAll,
  hitsFrom,
  NO_LIMIT,
  type Place,
  type ProductHits,
  placesOf,
} from './product-hits.ts'

/** So many letters in a row are an entry of SQLite's index, as all fewer ones are. */
const SQLITE_GRAM = 12

/** A product's number in the index is its place with a minus: FTS5 gives the newest first by itself. */
export function hitsOnSqlite(db: Db, words: readonly string[]): ProductHits {
  const grams = words.flatMap((word) => gramsOf(word, SQLITE_GRAM))
  const unsure = words.filter((word) => !grams.includes(word))
  const match = sql`product_search match ${grams.map(termOf).join(' AND ')}`
  // The cross join keeps the index first: what it finds is looked up among the products, never the other way.
  const found =
    unsure.length === 0
      ? sql`product_search where ${match}`
      : sql`product_search cross join products on products.place = -product_search.rowid
          where ${match} and archived_at is null and ${containingAll(unsure)}`
  const newest = (limit: number, before: number) => sql<Place>`select -product_search.rowid as place
    from ${found} and product_search.rowid > ${-before} order by product_search.rowid limit ${limit}`
  return hitsFrom(
    async () => {
      const places = placesOf(await newest(COUNTED_AT_MOST + 1, ANY_PLACE).execute(db))
      const count = cutCount(places.length)
      return { count, places, areFrequent: count.isTotalCut ?? false }
    },
    async (limit, before) => placesOf(await newest(limit, before).execute(db)),
    newest(NO_LIMIT, ANY_PLACE),
  )
}

/** An entry as FTS5 is asked for it; fewer letters than twelve are the beginning of entries. */
const termOf = (gram: string): string =>
  `"${gram.replaceAll('"', '""')}"${[...gram].length < SQLITE_GRAM ? ' *' : ''}`
