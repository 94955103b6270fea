import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import {
  containsAll,
  gramsOf,
  type Hit,
  isGram,
  isPrefix,
  type ProductIndex,
  sequencesOf,
} from './product-index.ts'

/** FTS5 returns rows in the order of their row ids. A row id is a negated listing sequence, so the newest come first. */
export function indexOnSqlite(db: Db, words: readonly string[]): ProductIndex {
  const match = sql`product_search match ${words.flatMap(gramsOf).map(termOf).join(' AND ')}`
  const longer = words.filter((word) => !isGram(word))
  const hasLonger = longer.length === 0 ? sql`1 = 1` : containsAll('products.search_text', longer)
  // `cross join` makes SQLite read the index first and then look up the products.
  const found =
    longer.length === 0
      ? sql`product_search where ${match}`
      : sql`product_search cross join products on products.listing_sequence = -product_search.rowid
          where ${match} and archived_at is null and ${hasLonger}`
  return {
    newest: async (limit, before) => {
      const newest = sql<Hit>`
        select -product_search.rowid as listing_sequence from ${found} and product_search.rowid > ${-before}
        order by product_search.rowid limit ${limit}`
      return sequencesOf(await newest.execute(db))
    },
    hits: sql`(select * from products
      where listing_sequence in (select -rowid from product_search where ${match}) and ${hasLonger})`,
  }
}

const termOf = (gram: string): string => `"${gram.replaceAll('"', '""')}"${isPrefix(gram) ? ' *' : ''}`
