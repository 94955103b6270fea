import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { productColumns, toProducts } from '../products/product-rows.ts'
import { CATALOGUE } from '../public/tags.ts'
import type { Product } from '../schema.ts'
import { findSearch, indexForWays } from '../search/find-search.ts'
import type { NearestPart } from '../search/nearest.ts'
import { nearestSizes } from '../search/nearest-sizes.ts'
import { NO_LIMIT, productsForSaleWith } from '../search/product-index.ts'
import { hasWholeNumbers } from '../search/rank-hits.ts'
import { wordsOf } from '../search/search-terms.ts'
import { waysOf } from '../search/ways.ts'
import { attributeText } from '../texts.ts'
import { bestHits, inSequenceOf, RANKED } from './best-hits.ts'

/** A part that some words may mean, with its attributes as one text. */
export interface DescribedPart extends NearestPart {
  readonly facts: string
}

const MAXIMUM_PARTS = 3

/** At most three parts for sale that have all the words, as the search finds them, and the numbers whole; the best first. */
export async function describedParts(db: Db, words: string): Promise<DescribedPart[]> {
  shows(CATALOGUE)
  const search = await findSearch(db, words, RANKED)
  const hits = search ? (await bestHits(db, search, MAXIMUM_PARTS)).filter(hasWholeNumbers) : []
  if (hits.length === 0) return []
  const sequences = hits.map(({ listing_sequence }) => listing_sequence)
  const rows = await db
    .selectFrom(productsForSaleWith(db, 'listing_sequence', sequences).as('products'))
    .select([...productColumns, 'listing_sequence'])
    .execute()
  return (await toProducts(db, inSequenceOf(hits, rows))).map(toDescribedPart)
}

const toDescribedPart = ({ sku, name, image, attributes }: Product): DescribedPart => ({
  sku,
  name,
  image,
  facts: attributes.map(factText).join(' · '),
})

/** A number needs its label, a text says itself what it is. */
const factText = ({ label, ...attribute }: Product['attributes'][number]): string =>
  typeof attribute.value === 'number' ? `${label} ${attributeText(attribute)}` : attributeText(attribute)

/** For words that no part has together: the parts without the words that no part has, else those of the nearest sizes. */
export async function nearlyDescribedParts(db: Db, words: string): Promise<(DescribedPart | NearestPart)[]> {
  const known = await knownWords(db, words)
  if (!/\p{L}/u.test(known)) return []
  const parts = await describedParts(db, known)
  return parts.length > 0 ? parts : nearestSizes(db, known)
}

/** Words of fewer letters are part of many others. */
const SHORTEST = 3

/** Without the words that no part for sale has. Sizes and numbers stay: they are what matters. */
async function knownWords(db: Db, words: string): Promise<string> {
  const kept: string[] = []
  for (const word of wordsOf(words)) {
    const isLong = word.part.length >= SHORTEST
    const isInParts = async () =>
      (await indexForWays(db, await waysOf(db, [word])).newest(1, NO_LIMIT)).length > 0
    if (/\d/.test(word.entered) || (isLong && (await isInParts()))) kept.push(word.entered)
  }
  return kept.join(' ')
}
