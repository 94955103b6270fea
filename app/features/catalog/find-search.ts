import { type RawBuilder, sql } from 'kysely'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import type { Shop } from '#kit/shop.ts'
import { indexOnPostgres } from './index-on-postgres.ts'
import { indexOnSqlite } from './index-on-sqlite.ts'
import { isCorrectable, similarWords } from './known-words.ts'
import { among, containsAll, type IndexQuery, NO_LIMIT, type ProductIndex } from './product-index.ts'
import { type SearchWord, singular, toSearchWord, wordsOf } from './search-terms.ts'

/** The words of a search, corrected if needed, and its newest hits. */
export interface Search {
  readonly words: readonly SearchWord[]
  /** The listing sequences of the newest hits, at most one more than are counted. */
  readonly newest: readonly number[]
}

const indexOn = { sqlite: indexOnSqlite, postgres: indexOnPostgres }

export const indexFor = ({ db, kind }: Pick<Shop, 'db' | 'kind'>, query: IndexQuery): ProductIndex =>
  indexOn[kind](db, query)

export const partsOf = (words: readonly SearchWord[]): string[] => words.map(({ part }) => part)

/** Only so many words of a search are corrected, and only so many corrections are tried: each is a query. */
const MAXIMUM_CORRECTED = 4
const MAXIMUM_ATTEMPTS = 4

/**
 * Reads up to `most` + 1 hits, newest first. A search without a hit is corrected: words that no product contains are
 * replaced by known words that differ in one letter. Undefined for a search without words.
 */
export async function findSearch(
  shop: Pick<Shop, 'db' | 'kind'>,
  q: string | undefined,
  most: number,
): Promise<Search | undefined> {
  const words = wordsOf(q)
  if (words.length === 0) return undefined
  const hitsOf = async (tried: readonly SearchWord[], limit: number) =>
    indexFor(shop, { parts: partsOf(tried) }).newest(limit, NO_LIMIT)
  const newest = await hitsOf(words, most + 1)
  if (newest.length > 0) return { words, newest }
  const replacements = new Map<SearchWord, string[]>()
  for (const word of words.filter(({ entered }) => isCorrectable(entered)).slice(0, MAXIMUM_CORRECTED)) {
    const hasHit = words.length > 1 && (await hitsOf([word], 1)).length > 0
    if (!hasHit) replacements.set(word, await replacementsOf(shop, word.entered))
  }
  const attempts = Math.min(
    MAXIMUM_ATTEMPTS,
    Math.max(0, ...[...replacements.values()].map(({ length }) => length)),
  )
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const tried = words.map((word) => {
      const known = replacements.get(word) ?? []
      const replacement = known[attempt] ?? known[0]
      return replacement === undefined ? word : toSearchWord(replacement)
    })
    const hits = await hitsOf(tried, most + 1)
    if (hits.length > 0) return { words: tried, newest: hits }
  }
  return { words, newest }
}

/** A misspelt plural may be known only in the singular. */
async function replacementsOf({ db }: Pick<Shop, 'db'>, entered: string): Promise<string[]> {
  const forms = new Set([entered, singular(entered)])
  const similar = await Promise.all([...forms].map((form) => similarWords(db, form)))
  return [...new Set(similar.flat())]
}

/** The condition that a product is a hit; for few hits by their sequences. */
export function hitCondition({ kind }: Pick<Shop, 'kind'>, { words, newest }: Search): RawBuilder<boolean> {
  if (newest.length > COUNTED_AT_MOST) return containsAll('products.search_text', partsOf(words))
  return sql`id in (select id from ${among[kind]('listing_sequence', newest)} as hits)`
}
