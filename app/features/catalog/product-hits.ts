import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import { contains, gramsOf } from '#kit/db/search.ts'
import type { Shop } from '#kit/shop.ts'

/** The products that have every word, by their places. */
export interface ProductHits {
  /** All of them, in any order, if they are as few as are counted; else the newest ones, and how many is open. */
  readonly first: () => Promise<{ places: readonly number[]; isAll: boolean }>
  /** So many of them below a place, the newest first. */
  readonly newest: (limit: number, before: number) => Promise<readonly number[]>
  /** All of them, to be asked for by another query. */
  readonly all: RawBuilder<Place>
}

interface Place {
  readonly place: number
}

const ANY_PLACE = Number.MAX_SAFE_INTEGER
const NO_LIMIT = Number.MAX_SAFE_INTEGER

export const findHits = ({ db, kind }: Pick<Shop, 'db' | 'kind'>, words: readonly string[]): ProductHits =>
  kind === 'sqlite' ? hitsOnSqlite(db, words) : hitsOnPostgres(db, words)

/** So many letters in a row are an entry of SQLite's index, as all fewer ones are. */
const SQLITE_GRAM = 12

/** A product's number in the index is its place with a minus: FTS5 gives the newest first by itself. */
function hitsOnSqlite(db: Db, words: readonly string[]): ProductHits {
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
  return {
    first: async () => {
      const places = await placesOf(db, newest(COUNTED_AT_MOST + 1, ANY_PLACE))
      return { places, isAll: places.length <= COUNTED_AT_MOST }
    },
    newest: (limit, before) => placesOf(db, newest(limit, before)),
    all: newest(NO_LIMIT, ANY_PLACE),
  }
}

/** An entry as FTS5 is asked for it; fewer letters than twelve are the beginning of entries. */
const termOf = (gram: string): string =>
  `"${gram.replaceAll('"', '""')}"${[...gram].length < SQLITE_GRAM ? ' *' : ''}`

/** So many letters in a row are an entry of PostgreSQL's index, as all fewer ones are. */
const POSTGRES_GRAM = 4

/** How many places in a row have an entry of their own in PostgreSQL's index, as the migration has it. */
const STRETCH = 4096

/** Among so many of the newest, so many hits make words frequent. */
const NEAR = { places: 2 * STRETCH, frequentHits: STRETCH / 25 }

/**
 * PostgreSQL's index knows no order, but each stretch of places is an entry in it as each part of a word is. Frequent
 * words are asked for from stretch to stretch, the newest first, until there is enough; others all at once.
 */
function hitsOnPostgres(db: Db, words: readonly string[]): ProductHits {
  // A condition for each: PostgreSQL then goes from one entry's rows straight to where the next one's go on. Asked for
  // in one array, all are looked up for each row of the rarest.
  const has = (entry: RawBuilder<unknown>) =>
    sql`product_grams(products.search_text, products.place) @> array[${entry}]`
  const grams = words.flatMap((word) => gramsOf(word, POSTGRES_GRAM)).map((gram) => has(sql`${gram}`))
  const isHit = (...first: RawBuilder<unknown>[]) =>
    sql`archived_at is null and ${sql.join([...first, ...grams], sql` and `)} and ${containingAll(words)}`
  const all = sql<Place>`select place from products where ${isHit()}`
  const newest = (limit: number, before: number, reach = ANY_PLACE) => sql<Place>`select found.place
    from (select max(place) as place from products where archived_at is null and place < ${before}) as last
    cross join generate_series(last.place / ${STRETCH}, greatest(last.place - ${reach}, 0) / ${STRETCH}, -1) as stretch
    cross join lateral (select place from products
      where place < ${before} and ${isHit(has(sql`'place ' || stretch`))} order by place desc) as found
    limit ${limit}`
  return {
    first: async () => {
      const near = await placesOf(db, newest(COUNTED_AT_MOST + 1, ANY_PLACE, NEAR.places))
      if (near.length > COUNTED_AT_MOST) return { places: near, isAll: false }
      const isFrequent = near.length > NEAR.frequentHits
      const limit = COUNTED_AT_MOST + 1
      const some = await placesOf(db, isFrequent ? newest(limit, ANY_PLACE) : sql`${all} limit ${limit}`)
      if (some.length <= COUNTED_AT_MOST) return { places: some, isAll: true }
      return { places: isFrequent ? some : near, isAll: false }
    },
    newest: (limit, before) => placesOf(db, newest(limit, before)),
    all,
  }
}

async function placesOf(db: Db, hits: RawBuilder<Place>): Promise<number[]> {
  const { rows } = await hits.execute(db)
  return rows.map(({ place }) => place)
}

/** Whether the text of a product has every word. */
export const containingAll = (words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => contains('products.search_text', word)),
    sql` and `,
  )})`
