import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { prepared, type Take } from '#kit/db/prepared.ts'
import { COUNTED_AT_MOST, cutCount } from '#kit/db/row-counts.ts'
import { gramsOf, patternOf } from '#kit/db/search.ts'
import {
  ANY_PLACE,
  hitsFrom,
  NO_LIMIT,
  newestFirst,
  type Place,
  type ProductHits,
  placesOf,
} from './product-hits.ts'

/** So many letters in a row are an entry of PostgreSQL's index, as all fewer ones are. */
const POSTGRES_GRAM = 4

/** How many places in a row have an entry of their own in PostgreSQL's index, as the migrations have it. */
const STRETCH = { name: 'place', places: 4096 }
const AREA = { name: 'area', places: 65_536 }

/** So many of the newest places are gone through first, and so many more if hits are met all the time. */
const NEAR = 2 * STRETCH.places
const FURTHER = 16 * STRETCH.places

/** So many hits near by make words fairly frequent, and frequent: met soon in most lists of products. */
const FAIRLY_FREQUENT = 4
const FREQUENT = 50

/** Words of so few parts may be frequent further on, and are looked for there in no time. */
const FEW_PARTS = 4

/** So many places are then looked through at once, one number after the other. */
const LOOKED_THROUGH = [AREA.places, 4 * AREA.places]

/** Each hit that lies apart from the others is a page of the table to read: more of those are not read. */
const READ_APART = 400

/** The count of fairly frequent words may end here, since more is more to look through. */
const COUNTED_FURTHER = 100

/**
 * PostgreSQL's index knows no order, but each stretch of places is an entry in it as each part of a word is, and so is
 * each larger area. Frequent words are asked for from stretch to stretch, the newest first, until there is enough; less
 * frequent ones in some areas at once, and rare ones wherever they are.
 */
export function hitsOnPostgres(db: Db, words: readonly string[]): ProductHits {
  const every: Asked = {
    grams: words.flatMap((word) => gramsOf(word, POSTGRES_GRAM)),
    patterns: words.map(patternOf),
    limit: NO_LIMIT,
    before: ANY_PLACE,
    reach: ANY_PLACE,
  }
  const walk = (limit: number, before: number, reach = ANY_PLACE) =>
    newestHits(db, { ...every, limit, before, reach })
  /** Goes on from some of the newest hits to `enough`, unless there are too many to sort or too few to find soon. */
  const lookThrough = async (known: readonly number[], enough: number, before: number): Promise<Seen> => {
    const places = [...known]
    for (const reach of LOOKED_THROUGH) {
      const from = places.at(-1) ?? before
      const found = await hitsWithin(db, { ...every, limit: READ_APART + 1, before: from, reach })
      if (found.length > READ_APART) return { places, are: 'many' }
      places.push(...found.sort(newestFirst))
      if (from <= reach) return { places, are: 'all' }
      if (places.length >= enough) return { places, are: 'enough' }
      if (places.length < enough / 4) break
    }
    return { places, are: 'few' }
  }
  const counted: ProductHits['counted'] = async () => {
    const near = await walk(COUNTED_AT_MOST + 1, ANY_PLACE, NEAR)
    const last = near.at(-1) ?? ANY_PLACE
    // Whose last is in the last stretch has been through all of them.
    if (near.length > COUNTED_AT_MOST || last < STRETCH.places)
      return { count: cutCount(near.length), places: near, areFrequent: near.length >= FREQUENT }
    if (near.length >= FREQUENT) {
      const most = Math.max(near.length, COUNTED_FURTHER)
      const places = [...near, ...(await walk(most + 1 - near.length, last, FURTHER))]
      if (places.length > most) return { count: cutCount(places.length, most), places, areFrequent: true }
    } else if (near.length >= FAIRLY_FREQUENT || every.grams.length <= FEW_PARTS) {
      const { places, are } = await lookThrough(near, COUNTED_FURTHER + 1, last)
      if (are === 'all') return { count: { total: places.length }, places, areFrequent: false }
      const areFrequent = are === 'many'
      const total = areFrequent ? READ_APART : COUNTED_FURTHER
      if (are !== 'few') return { count: { total, isTotalCut: true }, places, areFrequent }
    }
    const most = Math.max(near.length, READ_APART)
    const places = await anyHits(db, { ...every, limit: most + 1 })
    const count = cutCount(places.length, most)
    return { count, places: count.isTotalCut ? near : places, areFrequent: false }
  }
  const next = async (limit: number, before: number, areFrequent: boolean) => {
    const close = areFrequent ? await walk(limit, before, FURTHER) : []
    if (close.length === limit) return close
    const { places, are } = await lookThrough(close, limit, before)
    if (are === 'enough' || are === 'all') return places.slice(0, limit)
    if (are === 'many') return [...places, ...(await walk(limit - places.length, places.at(-1) ?? before))]
    // All of them are quicker to sort than the stretches down to the oldest are to go through.
    const any = await anyHits(db, { ...every, limit: COUNTED_AT_MOST + 1 })
    if (any.length > COUNTED_AT_MOST) return walk(limit, before)
    const below = any.filter((place) => place < before).sort(newestFirst)
    return below.slice(0, limit)
  }
  return hitsFrom(counted, next, allHits(every))
}

/** The newest hits up to a place, and whether they are as many as were wanted, or all that there are. */
interface Seen {
  readonly places: readonly number[]
  readonly are: 'few' | 'enough' | 'many' | 'all'
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
    from (${entriesOf(STRETCH, asked)}) as stretches (entry)
    cross join lateral (select place from products
      where place < ${asked.before} and ${has(sql`entry`)} and ${isHit(asked)}
      order by place desc) as found
    limit ${asked.limit}`,
)

const hitsWithin = keptByParts(
  (asked) => sql`select place from products
    where place < ${asked.before}
      and product_grams(products.search_text, products.place) && array(${entriesOf(AREA, asked)})
      and ${isHit(asked)}
    limit ${asked.limit}`,
)

const anyHits = keptByParts((asked) => sql`${allHits(asked)} limit ${asked.limit}`)

/** The entries of the stretches or areas that are asked for, the newest first. */
function entriesOf({ name, places }: typeof AREA, { before, reach }: Asked): RawBuilder<unknown> {
  return sql`select ${sql.lit(`${name} `)} || part
    from (select max(place) as place from products where archived_at is null and place < ${before}) as last
    cross join generate_series(last.place / ${sql.lit(places)},
      greatest(last.place - ${reach}, 0) / ${sql.lit(places)}, -1) as part`
}

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
