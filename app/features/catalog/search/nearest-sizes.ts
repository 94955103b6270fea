import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { CATALOGUE } from '../public/tags.ts'
import { indexForAny, partsOf } from './find-search.ts'
import type { NearestPart } from './nearest.ts'
import { NO_LIMIT, productsForSaleWith } from './product-index.ts'
import { type SearchWord, wordsOf } from './search-terms.ts'
import { waysOf } from './ways.ts'

const MAXIMUM_PARTS = 3

/** So many sizes of a search are replaced by near ones, one at a time. */
const MAXIMUM_SIZES = 3

/** The newest parts that have the other words are compared, up to this many. */
const COMPARED = 200

const NUMBER = /\d+(?:\.\d+)?/g

/**
 * At most three parts for sale for a search that finds nothing: they have all of its words but one size, and the sizes
 * of the same form that are nearest to it, nearest first. "screw m8x42" has the screws M8 × 40 and M8 × 45.
 */
export async function nearestSizes(db: Db, q: string): Promise<NearestPart[]> {
  shows(CATALOGUE)
  const words = wordsOf(q)
  for (const size of words.filter(({ entered }) => /\d/.test(entered)).slice(0, MAXIMUM_SIZES)) {
    const others = words.filter((word) => word !== size)
    for (const beginning of beginningsOf(size.entered)) {
      const found = await withNearSize(db, others, beginning, size.entered)
      if (found.length > 0) return found
    }
  }
  return []
}

/** What is before the last number, and what is before the first: "m8x42" has "m8x" and "m". */
function beginningsOf(size: string): string[] {
  const numbers = [...size.matchAll(NUMBER)]
  return [...new Set([numbers.at(-1), numbers[0]].map((number) => size.slice(0, number?.index ?? 0)))]
}

async function withNearSize(
  db: Db,
  others: readonly SearchWord[],
  beginning: string,
  size: string,
): Promise<NearestPart[]> {
  const ways = await waysOf(db, others)
  const queries = ways.map((way) => ({ parts: [...partsOf(way), ...(beginning === '' ? [] : [beginning])] }))
  if (queries.some(({ parts }) => parts.length === 0)) return []
  const newest = await indexForAny(db, queries).newest(COMPARED, NO_LIMIT)
  const rows = await db
    .selectFrom(productsForSaleWith(db, 'listing_sequence', newest).as('products'))
    .select(['sku', 'name', 'image', 'search_words', 'listing_sequence'])
    .execute()
  return rows
    .map((row) => ({ row, distance: distanceOf(row.search_words, size) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || b.row.listing_sequence - a.row.listing_sequence)
    .slice(0, MAXIMUM_PARTS)
    .map(({ row: { sku, name, image } }) => ({ sku, name, image }))
}

const formOf = (size: string): string => size.replace(NUMBER, '#')

/** How far the nearest size of this form is among whole words: 0 for the same one, Infinity without any. */
function distanceOf(words: string, size: string): number {
  const [form, numbers] = [formOf(size), numbersOf(size)]
  const near = words.split(' ').filter((word) => formOf(word) === form)
  return Math.min(Infinity, ...near.map((word) => apart(numbersOf(word), numbers)))
}

const numbersOf = (size: string): number[] => (size.match(NUMBER) ?? []).map(Number)

/** By their ratios, so that 42 is nearer to 40 than 8 to 6. */
const apart = (numbers: readonly number[], others: readonly number[]): number =>
  numbers.reduce((sum, number, at) => sum + Math.abs(Math.log((number || 0.01) / (others[at] || 0.01))), 0)
