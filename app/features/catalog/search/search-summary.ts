import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import { shows } from '#kit/public-cache/shown.ts'
import { CATALOGUE } from '../public/tags.ts'
import { findSearch } from './find-search.ts'
import { productsForSaleWith } from './product-index.ts'
import { wordsOf } from './search-terms.ts'

const MAXIMUM_CATEGORIES = 12

/** How a search was read, and where its hits are. */
export interface SearchSummary {
  /** The search with the words that were searched for instead, when no product has those that were entered. */
  readonly corrected?: string
  /**
   * The categories with hits, at most 12, those with most hits first. `count` is the number of hits in it, without its
   * children; undefined when there are more hits than are counted: then these are the categories of the newest hits.
   */
  readonly categories: readonly { readonly slug: string; readonly name: string; readonly count?: number }[]
}

export async function summarizeSearch(db: Db, q: string | undefined): Promise<SearchSummary> {
  shows(CATALOGUE)
  const search = await findSearch(db, q, COUNTED_AT_MOST)
  if (!search || search.newest.length === 0) return { categories: [] }
  const rows = await db
    .selectFrom(productsForSaleWith(db, 'listing_sequence', search.newest).as('products'))
    .innerJoin('categories', 'categories.slug', 'products.category')
    .select(({ fn }) => ['categories.slug', 'categories.name', fn.countAll<number>().as('count')])
    .where('products.archived_at', 'is', null)
    .groupBy(['categories.slug', 'categories.name'])
    .orderBy('count', 'desc')
    .orderBy('categories.name')
    .limit(MAXIMUM_CATEGORIES)
    .execute()
  const isCut = search.newest.length > COUNTED_AT_MOST
  const entered = wordsOf(q).map((word) => word.entered)
  const searched = search.ways[0].map((word) => word.entered)
  return {
    ...(searched.join(' ') !== entered.join(' ') && { corrected: searched.join(' ') }),
    categories: rows.map(({ slug, name, count }) => (isCut ? { slug, name } : { slug, name, count })),
  }
}
