import { type RawBuilder, sql } from 'kysely'
import { type Db, kindOf } from '#kit/db/db.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
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

/** The words of a search, corrected if needed, and its newest hits. */
export interface Search {
  readonly words: readonly SearchWord[]
  /** The listing sequences of the newest hits, at most one more than are counted. */
  readonly newest: readonly number[]
}

const indexOn = { sqlite: indexOnSqlite, postgres: indexOnPostgres }

export const indexFor = (db: Db, query: IndexQuery): ProductIndex => indexOn[kindOf(db)](db, query)

export const partsOf = (words: readonly SearchWord[]): string[] => words.map(({ part }) => part)

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
  const hitsOf = async (tried: readonly SearchWord[], limit: number) =>
    indexFor(db, { parts: partsOf(tried) }).newest(limit, NO_LIMIT)
  const newest = await hitsOf(words, most + 1)
  if (newest.length > 0) return { words, newest }
  const bare = withoutUnits(words)
  const bareHits = bare ? await hitsOf(bare, most + 1) : []
  if (bare && bareHits.length > 0) return { words: bare, newest: bareHits }
  const corrections = await correctionsOf(db, words, async (word) => (await hitsOf([word], 1)).length > 0)
  for (const corrected of corrections) {
    const hits = await hitsOf(corrected, most + 1)
    if (hits.length > 0) return { words: corrected, newest: hits }
  }
  // The name of a category may have the corrected words.
  return { words: corrections[0] ?? words, newest }
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

/** The condition that a product is a hit; for few hits by their sequences. */
export function hitCondition(db: Db, { words, newest }: Search): RawBuilder<boolean> {
  if (newest.length > COUNTED_AT_MOST) return containsAll('products.search_text', partsOf(words))
  return sql`id in (select id from ${productsForSaleWith(db, 'listing_sequence', newest)} as hits)`
}
