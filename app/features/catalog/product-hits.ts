import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { prepared, type Take } from '#kit/db/prepared.ts'
import { COUNTED_AT_MOST, cutCount, type RowCount } from '#kit/db/row-counts.ts'
import { contains, gramsOf, patternOf } from '#kit/db/search.ts'
import type { Shop } from '#kit/shop.ts'

/** The products that have every word, by their places. */
export interface ProductHits {
  readonly counted: () => Promise<CountedHits>
  /** At least so many of them below a place, or as many as there are: the newest first. */
  readonly newest: (limit: number, before: number) => Promise<readonly number[]>
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
    counted: async () => {
      const places = placesOf(await newest(COUNTED_AT_MOST + 1, ANY_PLACE).execute(db))
      const count = cutCount(places.length)
      return { count, places, areFrequent: count.isTotalCut ?? false }
    },
    newest: async (limit, before) => placesOf(await newest(limit, before).execute(db)),
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

/** Among so many of the newest places, so many hits make words frequent, unless there are few among so many more. */
const NEAR = { places: 2 * STRETCH, frequentHits: 50, furtherPlaces: 16 * STRETCH }

/** Each hit that lies apart from the others is a page of the table to read: so many of those are counted. */
const COUNTED_APART = 250

/**
 * PostgreSQL's index knows no order, but each stretch of places is an entry in it as each part of a word is. Frequent
 * words are asked for from stretch to stretch, the newest first, until there is enough; others all at once.
 */
function hitsOnPostgres(db: Db, words: readonly string[]): ProductHits {
  const every: Asked = {
    grams: words.flatMap((word) => gramsOf(word, POSTGRES_GRAM)),
    patterns: words.map(patternOf),
    limit: NO_LIMIT,
    before: ANY_PLACE,
    reach: ANY_PLACE,
  }
  const newest = (limit: number, before = ANY_PLACE, reach = ANY_PLACE) =>
    newestHits(db, { ...every, limit, before, reach })
  return {
    counted: async () => {
      const near = await newest(COUNTED_AT_MOST + 1, ANY_PLACE, NEAR.places)
      if (near.length > COUNTED_AT_MOST)
        return { count: cutCount(near.length), places: near, areFrequent: true }
      // Whose last is in the last stretch has been through all of them.
      if (near.some((place) => place < STRETCH))
        return { count: cutCount(near.length), places: near, areFrequent: false }
      const most = Math.max(near.length, COUNTED_APART)
      if (near.length > NEAR.frequentHits) {
        const further = await newest(most + 1 - near.length, near.at(-1), NEAR.furtherPlaces)
        const places = [...near, ...further]
        if (places.length > most) return { count: cutCount(places.length, most), places, areFrequent: true }
      }
      const places = await anyHits(db, { ...every, limit: most + 1 })
      const count = cutCount(places.length, most)
      return { count, places: count.isTotalCut ? near : places, areFrequent: false }
    },
    newest: async (limit, before) => {
      const close = await newest(limit, before, NEAR.furtherPlaces)
      if (close.length === limit) return close
      // All of them are quicker to sort than the stretches down to the oldest are to go through.
      const any = await anyHits(db, { ...every, limit: COUNTED_AT_MOST + 1 })
      if (any.length > COUNTED_AT_MOST) return newest(limit, before)
      return any.filter((place) => place < before).sort((a, b) => b - a)
    },
    all: allHits(every),
  }
}

/** Hits as PostgreSQL is asked for them: at most `limit`; the newest of those below `before`, and no further than `reach`. */
interface Asked {
  /** What the index is asked for. */
  readonly grams: readonly string[]
  /** What the texts are like that have every word. */
  readonly patterns: readonly string[]
  readonly limit: number
  readonly before: number
  readonly reach: number
}

const newestHits = keptByParts(
  (asked) => sql`select found.place
    from (select max(place) as place from products where archived_at is null and place < ${asked.before}) as last
    cross join generate_series(last.place / ${sql.lit(STRETCH)},
      greatest(last.place - ${asked.reach}, 0) / ${sql.lit(STRETCH)}, -1) as stretch
    cross join lateral (select place from products
      where place < ${asked.before} and ${has(sql`'place ' || stretch`)} and ${isHit(asked)}
      order by place desc) as found
    limit ${asked.limit}`,
)

const anyHits = keptByParts((asked) => sql`${allHits(asked)} limit ${asked.limit}`)

function allHits(asked: Asked): RawBuilder<Place> {
  return sql`select place from products where ${isHit(asked)}`
}

// A condition for each: PostgreSQL then goes from one entry's rows straight to where the next one's go on. Asked for
// in one array, all are looked up for each row of the rarest.
function isHit({ grams, patterns }: Asked): RawBuilder<unknown> {
  const hasAll = grams.map((gram) => has(sql`${gram}`))
  return sql`archived_at is null and ${sql.join(hasAll, sql` and `)} and search_text like all(${patterns})`
}

function has(entry: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`product_grams(products.search_text, products.place) @> array[${entry}]`
}

/** Searches of more parts are put together each time: every number of them is a text that each connection keeps. */
const KEPT_PARTS = 12

/** A query of hits that is put together, and planned by PostgreSQL, once for each number of parts. */
function keptByParts(build: (asked: Asked) => RawBuilder<Place>) {
  const kept = new Map<number, (db: Db, asked: Asked) => Promise<QueryResult<Place>>>()
  return async (db: Db, asked: Asked): Promise<number[]> => {
    const parts = asked.grams.length
    if (parts > KEPT_PARTS) return placesOf(await build(asked).execute(db))
    const query = kept.get(parts) ?? prepared((_, take: Take<Asked>) => build(takeAll(take, parts)))
    kept.set(parts, query)
    return placesOf(await query(db, asked))
  }
}

const takeAll = (take: Take<Asked>, parts: number): Asked => ({
  grams: Array.from({ length: parts }, (_, place) => take(({ grams }) => grams[place] ?? '')),
  patterns: take(({ patterns }) => patterns),
  limit: take(({ limit }) => limit),
  before: take(({ before }) => before),
  reach: take(({ reach }) => reach),
})

const placesOf = ({ rows }: QueryResult<Place>): number[] => rows.map(({ place }) => place)

/** Whether the text of a product has every word. */
export const containingAll = (words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => contains('products.search_text', word)),
    sql` and `,
  )})`
