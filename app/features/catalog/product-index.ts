import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { contains } from '#kit/db/search.ts'
import type { ProductRow } from './product-rows.ts'

/** The products for sale whose texts have every word of a search, by their listing sequences. */
export interface ProductIndex {
  /** So many of those below `before`, the newest first. */
  newest(limit: number, before: number): Promise<number[]>
  /** Their rows, to be sorted by another query. */
  readonly hits: RawBuilder<ProductRow>
}

export interface Hit {
  readonly listing_sequence: number
}

/** Above every listing sequence, and more rows than there are. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER

export const sequencesOf = ({ rows }: QueryResult<Hit>): number[] =>
  rows.map(({ listing_sequence }) => listing_sequence)

/** Both databases index all one to this many characters in a row, as migration 0003 has it. */
const GRAM_LENGTH = 4

/**
 * What the index is asked for: the word itself where it is short, else pieces that overlap by half. A text that has
 * all of them may still not have the word.
 */
export function gramsOf(word: string): string[] {
  const characters = [...word]
  const last = characters.length - GRAM_LENGTH
  if (last <= 0) return [word]
  return characters
    .map((_, start) => characters.slice(start, start + GRAM_LENGTH).join(''))
    .filter((_, start) => start === last || (start < last && start % (GRAM_LENGTH / 2) === 0))
}

/** Whether the word is one entry of the index, so that what has the entry has the word. */
export const isGram = (word: string): boolean => [...word].length <= GRAM_LENGTH

/** Whether a gram is shorter than the index's own tokens, of which it is then a prefix. */
export const isPrefix = (gram: string): boolean => [...gram].length < GRAM_LENGTH

export const containsAll = (column: string, words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => contains(column, word)),
    sql` and `,
  )})`
