import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { ProductRow } from '../products/product-rows.ts'
import {
  containsAll,
  gramsOf,
  type Hit,
  hasAllWhole,
  type IndexQuery,
  NO_LIMIT,
  type ProductIndex,
  sequencesOf,
} from './product-index.ts'
import { WHOLE_WORD_MARK } from './search-terms.ts'

/** The number of listing sequences in a block, as in migration 0035. A block is an entry of the index, like a gram. */
const BLOCK = 32_768

/** This many of the newest products are read without the index, which is slow for words that most products contain. */
const READ_FIRST = 4096

/** Of a search for whole words, which few products have, fewer are read first. */
const READ_FIRST_WHOLE = 512

/** Words are rare when fewer products than this contain them in the newest two blocks. */
const FEW = 250

/** Rare hits are read from all blocks and sorted here, up to this many. */
const READ_ANYWHERE = 1001

/**
 * The texts of the products for sale are in a table of their own, `product_texts` of migration 0035, so that other
 * changes of a product do not write its index. A GIN index has no order. So the newest products are read first, which
 * is enough for frequent words. Then the index is queried block by block, from the newest, until there are enough
 * hits. When the newest products have no hit or the first blocks have few, it is queried for all blocks at once instead.
 */
export function indexOnPostgres(db: Db, search: IndexQuery): ProductIndex {
  const newest: ProductIndex['newest'] = async (limit, before) => {
    const read = (query: RawBuilder<Hit>) => query.execute(db).then(sequencesOf)
    const hits = await read(amongNewest(search, limit, before))
    /** Adds the hits of the next blocks. */
    const readBlocks = async (blocks: number): Promise<void> => {
      if (hits.length < limit)
        hits.push(...(await read(inBlocks(search, limit - hits.length, hits.at(-1) ?? before, blocks))))
    }
    if (hits.length > 0) await readBlocks(2)
    if (hits.length < limit && hits.length < FEW) {
      const rare = await read(anywhere(search, before))
      if (rare.length < READ_ANYWHERE) return rare.sort((a, b) => b - a).slice(0, limit)
    }
    await readBlocks(NO_LIMIT)
    return hits
  }
  // With `offset 0` the hits are found before they are sorted. Without it PostgreSQL may read the sorted list instead
  // and split each text into grams to check whether it is a hit.
  const found = sql`select listing_sequence from product_texts as products where ${isHit(search)} offset 0`
  const hits = sql<ProductRow>`(select * from products
    where archived_at is null and listing_sequence in (${found}) offset 0)`
  return { newest, hits }
}

function amongNewest(search: IndexQuery, limit: number, before: number): RawBuilder<Hit> {
  const first = search.whole === undefined ? READ_FIRST : READ_FIRST_WHOLE
  return sql`
    select listing_sequence
    from (select * from product_texts where listing_sequence < ${before}
      order by listing_sequence desc limit ${first}) as products
    where ${matches(search)} order by listing_sequence desc limit ${limit}`
}

function anywhere(search: IndexQuery, before: number): RawBuilder<Hit> {
  return sql`select listing_sequence from product_texts as products
    where listing_sequence < ${before} and ${isHit(search)} limit ${READ_ANYWHERE}`
}

function inBlocks(search: IndexQuery, limit: number, before: number, blocks: number): RawBuilder<Hit> {
  return sql`
    select found.listing_sequence
    from (select max(listing_sequence) / ${sql.lit(BLOCK)} as newest from product_texts
      where listing_sequence < ${before}) as last
    cross join generate_series(last.newest, greatest(last.newest - ${blocks - 1}::bigint, 0), -1) as block
    cross join lateral (select listing_sequence from product_texts as products
      where listing_sequence < ${before} and ${isHit(search)} and ${hasEntry(sql`'block ' || block`)}
      order by listing_sequence desc) as found
    limit ${limit}`
}

/**
 * One condition for each gram: with one array of all grams GIN looks up every gram for each row of the rarest one. Whole words
 * are rarer than their grams, which would only make the plan longer.
 */
function isHit(search: IndexQuery): RawBuilder<boolean> {
  const { parts, whole = [] } = search
  const entries = whole.length > 0 ? whole.map((word) => WHOLE_WORD_MARK + word) : parts.flatMap(gramsOf)
  const isFound = entries.map((entry) => hasEntry(sql`${entry}`))
  return sql`${matches(search)} and ${sql.join(isFound, sql` and `)}`
}

/** The conditions that PostgreSQL checks for each row that the index finds. */
function matches({ parts, whole = [], only }: IndexQuery): RawBuilder<boolean> {
  const conditions = [
    containsAll('products.search_text', parts),
    ...(whole.length > 0 ? [hasAllWhole(whole)] : []),
    ...(only ? [only] : []),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

const hasEntry = (entry: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`product_grams(products.search_text, products.search_words, products.listing_sequence) @> array[${entry}]`
