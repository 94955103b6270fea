import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import {
  containsAll,
  gramsOf,
  type Hit,
  type IndexQuery,
  isGram,
  isPrefix,
  type ProductIndex,
  sequencesOf,
} from './product-index.ts'
import { WHOLE_WORD_MARK } from './search-terms.ts'

/** FTS5 returns rows in the order of their row ids. A row id is a negated listing sequence, so the newest come first. */
export function indexOnSqlite(db: Db, { parts, whole = [], only }: IndexQuery): ProductIndex {
  const entries = [
    ...parts.flatMap(gramsOf).map(termOf),
    ...whole.map((word) => `"${WHOLE_WORD_MARK}${word}"`),
  ]
  const match = sql`product_search match ${entries.join(' AND ')}`
  const longer = parts.filter((part) => !isGram(part))
  const conditions = [
    ...(longer.length > 0 ? [containsAll('products.search_text', longer)] : []),
    ...(only ? [only] : []),
  ]
  const isHit = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`
  // `cross join` makes SQLite read the index first and then look up the products.
  const found =
    conditions.length === 0
      ? sql`product_search where ${match}`
      : sql`product_search cross join products on products.listing_sequence = -product_search.rowid
          where ${match} and archived_at is null and ${isHit}`
  return {
    newest: async (limit, before) => {
      const newest = sql<Hit>`
        select -product_search.rowid as listing_sequence from ${found} and product_search.rowid > ${-before}
        order by product_search.rowid limit ${limit}`
      return sequencesOf(await newest.execute(db))
    },
    hits: sql`(select * from products
      where listing_sequence in (select -rowid from product_search where ${match}) and ${isHit})`,
  }
}

const termOf = (gram: string): string => `"${gram.replaceAll('"', '""')}"${isPrefix(gram) ? ' *' : ''}`
