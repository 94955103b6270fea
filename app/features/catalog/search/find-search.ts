import { type RawBuilder, sql } from 'kysely'
import { type Db, kindOf } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, cutCount, type RowCount } from '#kit/db/row-counts.ts'
import { singular } from '#kit/text/singular.ts'
import { indexOnPostgres } from './index-on-postgres.ts'
import { indexOnSqlite } from './index-on-sqlite.ts'
import { isCorrectable, similarWords } from './known-words.ts'
import {
  containsAll,
  type IndexQuery,
  NO_LIMIT,
  type ProductIndex,
  productsForSaleWith,
} from './product-index.ts'
import { type SearchWord, toSearchWord, withoutUnits, wordsOf } from './search-terms.ts'
import { type Way, waysOf } from './ways.ts'

/** A search, corrected if needed, and its newest hits. */
export interface Search {
  /** Each way to say it, first as it was entered. */
  readonly ways: readonly [Way, ...Way[]]
  /** The listing sequences of the newest hits, at most one more than are counted. */
  readonly newest: readonly number[]
}

const indexOn = { sqlite: indexOnSqlite, postgres: indexOnPostgres }

export const indexFor = (db: Db, query: IndexQuery): ProductIndex => indexOn[kindOf(db)](db, query)

export const partsOf = (words: Way): string[] => words.map(({ part }) => part)

/** The products that match one of these queries. */
export function indexForAny(db: Db, queries: readonly IndexQuery[]): ProductIndex {
  const indexes = queries.map((query) => indexFor(db, query))
  const [only] = indexes
  if (only && indexes.length === 1) return only
  const ids = indexes.map(({ hits }) => sql`select id from ${hits} as hits`)
  return {
    newest: async (limit, before) => {
      const newest = await Promise.all(indexes.map((index) => index.newest(limit, before)))
      return [...new Set(newest.flat())].sort((a, b) => b - a).slice(0, limit)
    },
    hits: sql`(select * from products where id in (${sql.join(ids, sql` union `)}))`,
  }
}

/** The products that match one way of a search. */
export const indexForWays = (db: Db, ways: readonly Way[]): ProductIndex =>
  indexForAny(
    db,
    ways.map((way) => ({ parts: partsOf(way) })),
  )

/** Only so many words of a search are corrected, and only so many corrections are tried: each is a query. */
const MAXIMUM_CORRECTED = 4
const MAXIMUM_ATTEMPTS = 4

/**
 * Reads up to `most` + 1 hits, newest first. A search without a hit is corrected: units are left out, else
 * words that no product contains are replaced by known words that differ in one letter. Undefined for a search without words.
 */
export async function findSearch(db: Db, q: string | undefined, most: number): Promise<Search | undefined> {
  const words = wordsOf(q)
  if (words.length === 0) return undefined
  const searchFor = async (tried: Way): Promise<Search> => {
    const ways = await waysOf(db, tried)
    return { ways, newest: await indexForWays(db, ways).newest(most + 1, NO_LIMIT) }
  }
  const entered = await searchFor(words)
  if (entered.newest.length > 0) return entered
  const bare = withoutUnits(words)
  const withoutThem = bare && (await searchFor(bare))
  if (withoutThem && withoutThem.newest.length > 0) return withoutThem
  const isKnown = async (word: SearchWord) => {
    const ways = await waysOf(db, [word])
    return (await indexForWays(db, ways).newest(1, NO_LIMIT)).length > 0
  }
  const corrections = await correctionsOf(db, words, isKnown)
  const searches: Search[] = []
  for (const corrected of corrections) {
    const search = await searchFor(corrected)
    if (search.newest.length > 0) return search
    searches.push(search)
  }
  // The name of a category may have the corrected words.
  return searches[0] ?? entered
}

/** How many parts have these words as they are entered. */
export async function countHits(db: Db, q: string): Promise<RowCount> {
  const words = wordsOf(q)
  if (words.length === 0) return { total: 0 }
  const newest = await indexForWays(db, await waysOf(db, words)).newest(COUNTED_AT_MOST + 1, NO_LIMIT)
  return cutCount(newest.length)
}

/** The searches to try instead, best first: words without a hit are replaced by similar ones. */
async function correctionsOf(
  db: Db,
  words: readonly SearchWord[],
  hasHit: (word: SearchWord) => Promise<boolean>,
): Promise<SearchWord[][]> {
  const replacements = new Map<SearchWord, string[]>()
  for (const word of words.filter(({ entered }) => isCorrectable(entered)).slice(0, MAXIMUM_CORRECTED)) {
    const isFound = words.length > 1 && (await hasHit(word))
    if (!isFound) replacements.set(word, await replacementsOf(db, word.entered))
  }
  const most = Math.max(0, ...[...replacements.values()].map(({ length }) => length))
  return Array.from({ length: Math.min(MAXIMUM_ATTEMPTS, most) }, (_, attempt) =>
    words.map((word) => {
      const known = replacements.get(word) ?? []
      const replacement = known[attempt] ?? known[0]
      return replacement === undefined ? word : toSearchWord(replacement)
    }),
  )
}

/** A misspelt plural may be known only in the singular. */
async function replacementsOf(db: Db, entered: string): Promise<string[]> {
  const forms = new Set([entered, singular(entered)])
  const similar = await Promise.all([...forms].map((form) => similarWords(db, form)))
  return [...new Set(similar.flat())]
}

/** The condition that a text contains all words of one way. */
export const containsAny = (column: string, ways: readonly Way[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    ways.map((way) => containsAll(column, partsOf(way))),
    sql` or `,
  )})`

/** The condition that a product is a hit; for few hits by their sequences. */
export function hitCondition(db: Db, { ways, newest }: Search): RawBuilder<boolean> {
  if (newest.length > COUNTED_AT_MOST) return containsAny('products.search_text', ways)
  return sql`id in (select id from ${productsForSaleWith(db, 'listing_sequence', newest)} as hits)`
}
