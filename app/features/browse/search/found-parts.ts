import {
  listCategories,
  listProducts,
  nearestParts,
  nearestSizes,
  type SearchSummary,
  summarizeSearch,
} from '#features/catalog/catalog.ts'
import type { Category, Product } from '#features/catalog/schema.ts'
import { lineTotal } from '#features/pricing/price-line.ts'
import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import { readSearch } from '#kit/input/search-length.ts'
import { type ListedPage, readPosition } from '#kit/list-position.ts'
import { listPage } from '#kit/rendering/list-page.ts'
import type { Shop } from '#kit/shop.ts'
import { PAGE_SIZE, RESULT_SORTS, type ResultSort } from './result-list.ts'

/** A found part, as its row shows it. */
export interface FoundPart
  extends Pick<Product, 'sku' | 'name' | 'image' | 'price' | 'minimum' | 'quantity'> {
  /** What the smallest order costs, in dollars. */
  readonly minimumTotal: number
  readonly isSoldOut: boolean
}

/** A page of search results. */
export interface SearchPage extends ListedPage {
  readonly q: string
  /** Undefined for the best match first. */
  readonly sort?: ResultSort | undefined
  readonly rows: readonly FoundPart[]
  /** The words that were searched for instead, when nothing has those of `q`. */
  readonly corrected?: string | undefined
  readonly categories: SearchSummary['categories']
  /** Where to look instead; only when nothing was found. */
  readonly instead?: Alternatives | undefined
}

interface Alternatives {
  /** Parts with a part number like the search. */
  readonly parts: readonly Pick<Product, 'sku' | 'name'>[]
  /** Parts with the other words and the nearest sizes. */
  readonly sizes: readonly Pick<Product, 'sku' | 'name'>[]
  /** The words of the search that find parts on their own. */
  readonly words: readonly ({ readonly q: string } & Pick<ListedPage, 'total' | 'isTotalCut'>)[]
  /** The main categories of the shop. */
  readonly categories: readonly Pick<Category, 'slug' | 'name' | 'count'>[]
}

/** The results of the search `q` of an address; undefined when it has none. Unknown values of other parameters are ignored. */
export async function loadSearchResults(
  shop: Shop,
  searchParams: URLSearchParams,
): Promise<SearchPage | undefined> {
  const q = readSearch(searchParams)
  if (!q) return undefined
  const sort = RESULT_SORTS.find((name) => name === searchParams.get('sort'))
  const position = readPosition(searchParams, PAGE_SIZE)
  const found = await listPage(position, PAGE_SIZE, (start) =>
    listProducts(shop.db, { q, sort, limit: String(PAGE_SIZE), ...start }),
  )
  const summary = await summarizeSearch(shop.db, q)
  const instead = found.total === 0 ? await findInstead(shop, q) : undefined
  return { ...found, ...summary, rows: found.rows.map(toFoundPart), q, sort, instead }
}

const toFoundPart = (product: Product): FoundPart => {
  const { sku, name, image, price, minimum, quantity } = product
  const total = { minimumTotal: lineTotal(product, minimum), isSoldOut: isSoldOut(product) }
  return { sku, name, image, price, minimum, quantity, ...total }
}

const toNamedPart = ({ sku, name }: Pick<Product, 'sku' | 'name'>) => ({ sku, name })

async function findInstead(shop: Shop, q: string): Promise<Alternatives> {
  const categories = (await listCategories(shop.db)).filter(
    ({ parent, count }) => parent === undefined && count > 0,
  )
  return {
    parts: (await nearestParts(shop.db, q)).map(toNamedPart),
    sizes: (await nearestSizes(shop.db, q)).map(toNamedPart),
    words: await wordsWithParts(shop, q),
    categories: categories.map(({ slug, name, count }) => ({ slug, name, count })),
  }
}

/** So many words of a search without a result are tried on their own. */
const TRIED_WORDS = 5

async function wordsWithParts(shop: Shop, q: string): Promise<Alternatives['words']> {
  const words = [...new Set(q.split(/\s+/))]
  if (words.length === 1) return []
  const counts = words.slice(0, TRIED_WORDS).map(async (word) => {
    const { total, isTotalCut } = await listProducts(shop.db, { q: word, limit: '1' })
    return { q: word, total, ...(isTotalCut && { isTotalCut }) }
  })
  return (await Promise.all(counts)).filter(({ total }) => total > 0)
}
