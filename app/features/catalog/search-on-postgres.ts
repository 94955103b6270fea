import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { containsAll, gramsOf, type Hit, type ProductSearch, sequencesOf } from './product-search.ts'

/** How many listing sequences make a block, which is an entry of the index as each gram is; as migration 0003 has it. */
const BLOCK = 32_768

/** So many of the newest products are read without the index, which is slow for what nearly every product has. */
const READ_FIRST = 4096

/**
 * A GIN index knows no order. So the newest products are read first, which is enough for frequent words; the index is
 * then asked for one block after another, from the newest on, until there are enough.
 */
export function searchOnPostgres(db: Db, words: readonly string[]): ProductSearch {
  const hasWords = containsAll('search_text', words)
  const isHit = sql`archived_at is null and ${hasWords} and ${sql.join(
    // One condition each: for one array of all grams GIN looks every gram up for each row of the rarest.
    words.flatMap(gramsOf).map((gram) => hasEntry(sql`${gram}`)),
    sql` and `,
  )}`
  const amongNewest = (limit: number, before: number) => sql<Hit>`
    select listing_sequence
    from (select listing_sequence, search_text from products
      where archived_at is null and listing_sequence < ${before}
      order by listing_sequence desc limit ${READ_FIRST}) as newest
    where ${hasWords} order by listing_sequence desc limit ${limit}`
  const byBlocks = (limit: number, before: number) => sql<Hit>`
    select found.listing_sequence
    from (select max(listing_sequence) as newest from products
      where archived_at is null and listing_sequence < ${before}) as last
    cross join generate_series(last.newest / ${sql.lit(BLOCK)}, 0, -1) as block
    cross join lateral (select listing_sequence from products
      where listing_sequence < ${before} and ${isHit} and ${hasEntry(sql`'block ' || block`)}
      order by listing_sequence desc) as found
    limit ${limit}`
  return {
    newest: async (limit, before) => {
      const near = sequencesOf(await amongNewest(limit, before).execute(db))
      if (near.length === limit) return near
      const rest = byBlocks(limit - near.length, near.at(-1) ?? before)
      return [...near, ...sequencesOf(await rest.execute(db))]
    },
    all: sql<Hit>`select listing_sequence from products where ${isHit}`,
  }
}

const hasEntry = (entry: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`product_grams(products.search_text, products.listing_sequence) @> array[${entry}]`
