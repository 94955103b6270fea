import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { type Db, kindOf } from '#kit/db/db.ts'
import { contains, isAmong } from '#kit/input/search.ts'
import type { ProductRow } from '../products/product-rows.ts'

/** What the index is searched for. */
export interface IndexQuery {
  /** The products contain these, in normal form. */
  readonly parts: readonly string[]
  /** Their names and part numbers have these as whole words. */
  readonly whole?: readonly string[]
  /** A further condition on the columns of `products`. */
  readonly only?: RawBuilder<boolean> | undefined
}

/** The products for sale that match a query, by their listing sequences. */
export interface ProductIndex {
  /** At most `limit` of those below `before`, newest first. */
  newest(limit: number, before: number): Promise<number[]>
  /** Their rows, to be sorted by another query. */
  readonly hits: RawBuilder<ProductRow>
}

export interface Hit {
  readonly listing_sequence: number
}

/** Greater than every listing sequence and every number of rows. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER

export const sequencesOf = ({ rows }: QueryResult<Hit>): number[] =>
  rows.map(({ listing_sequence }) => listing_sequence)

/** Both databases index every sequence of one to this many characters, as in migration 0035. */
const GRAM_LENGTH = 4

/**
 * The entries to look up in the index: a short word itself, else its grams that overlap by half. A text that contains
 * all of these grams may still not contain the word.
 */
export function gramsOf(word: string): string[] {
  const characters = [...word]
  const last = characters.length - GRAM_LENGTH
  if (last <= 0) return [word]
  return characters
    .map((_, start) => characters.slice(start, start + GRAM_LENGTH).join(''))
    .filter((_, start) => start === last || (start < last && start % (GRAM_LENGTH / 2) === 0))
}

/** Whether the word is a single entry of the index: then each text with the entry contains the word. */
export const isGram = (word: string): boolean => [...word].length <= GRAM_LENGTH

/** Whether a gram is shorter than the tokens of the index. Then it is looked up as a prefix of them. */
export const isPrefix = (gram: string): boolean => [...gram].length < GRAM_LENGTH

export const containsAll = (column: string, words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map((word) => contains(column, word)),
    sql` and `,
  )})`

/** The condition that name and part number have these whole words. */
export const hasAllWhole = (words: readonly string[]): RawBuilder<boolean> =>
  containsAll(
    'products.search_words',
    words.map((word) => ` ${word} `),
  )

/**
 * The products for sale with one of the values. With `offset 0` PostgreSQL finds the products before it sorts them, instead
 * of reading the sorted list until there are enough of them.
 */
export const productsForSaleWith = (
  db: Db,
  column: string,
  values: readonly unknown[],
): RawBuilder<ProductRow> =>
  sql`(select * from products where archived_at is null and ${isAmong(db, column, values)}
    ${kindOf(db) === 'postgres' ? sql`offset 0` : sql``})`
