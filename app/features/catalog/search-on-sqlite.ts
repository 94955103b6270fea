import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import {
  containsAll,
  gramsOf,
  type Hit,
  isGram,
  isPrefix,
  NO_LIMIT,
  type ProductSearch,
  sequencesOf,
} from './product-search.ts'

/** FTS5 gives the newest first by itself: its row numbers are the listing sequences with a minus. */
export function searchOnSqlite(db: Db, words: readonly string[]): ProductSearch {
  const match = sql`product_search match ${words.flatMap(gramsOf).map(termOf).join(' AND ')}`
  const longer = words.filter((word) => !isGram(word))
  // `cross join` makes SQLite look up among the products what the index finds, never the other way round.
  const found =
    longer.length === 0
      ? sql`product_search where ${match}`
      : sql`product_search cross join products on products.listing_sequence = -product_search.rowid
          where ${match} and archived_at is null and ${containsAll('products.search_text', longer)}`
  const newest = (limit: number, before: number) => sql<Hit>`
    select -product_search.rowid as listing_sequence from ${found} and product_search.rowid > ${-before}
    order by product_search.rowid limit ${limit}`
  return {
    newest: async (limit, before) => sequencesOf(await newest(limit, before).execute(db)),
    all: newest(NO_LIMIT, NO_LIMIT),
  }
}

const termOf = (gram: string): string => `"${gram.replaceAll('"', '""')}"${isPrefix(gram) ? ' *' : ''}`
