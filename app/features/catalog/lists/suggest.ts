import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { countedIn, slugsWithin } from '../categories/categories.ts'
import { fieldKinds } from '../fields/field-kinds.ts'
import { CATALOGUE } from '../public/tags.ts'
import type { Suggestions } from '../schema.ts'
import { findSearch } from '../search/find-search.ts'
import { productsForSaleWith } from '../search/product-index.ts'
import { normalText, type SearchWord, wholeWords, wordsOf } from '../search/search-terms.ts'
import { bestHits, inSequenceOf, RANKED } from './best-hits.ts'

const MAXIMUM = { categories: 4, parts: 8 }

/** What a visitor who is typing may mean: categories with every word in their name, and the best hits of the search. */
export async function suggest(db: Db, q: string | undefined): Promise<Suggestions> {
  shows(CATALOGUE)
  const search = await findSearch(db, q, RANKED)
  if (!search) return { categories: [], parts: [] }
  const hits = await bestHits(db, search, MAXIMUM.parts)
  const sequences = hits.map(({ listing_sequence }) => listing_sequence)
  const rows = await db
    .selectFrom(productsForSaleWith(db, 'listing_sequence', sequences).as('products'))
    .select(['listing_sequence', 'sku', 'name', 'image', 'price_e4'])
    .where('archived_at', 'is', null)
    .execute()
  const parts = inSequenceOf(hits, rows).map(({ sku, name, image, price_e4 }) => ({
    sku,
    name,
    image,
    price: fieldKinds.price.fromColumn(price_e4),
  }))
  return { categories: await suggestCategories(db, ...search.ways, wordsOf(q)), parts }
}

/** The categories with every word in their name, those with whole words first, with the number of their products. */
async function suggestCategories(
  db: Db,
  ...searches: readonly (readonly SearchWord[])[]
): Promise<Suggestions['categories']> {
  const categories = await db
    .selectFrom('categories')
    .select(['slug', 'name', 'parent'])
    .orderBy('name')
    .execute()
  const matching = categories
    .flatMap(({ slug, name }) => {
      const text = normalText(name)
      const whole = new Set(wholeWords(name))
      if (!searches.some((words) => words.every(({ part }) => text.includes(part)))) return []
      const isWhole = searches.some((words) => words.every((word) => whole.has(word.whole ?? '')))
      return [{ slug, name, rank: isWhole ? 0 : 1 }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAXIMUM.categories)
  if (matching.length === 0) return []
  const counted = await countedIn(db)
  return matching.map(({ slug, name }) => ({ slug, name, count: counted(slugsWithin(categories, slug)) }))
}
