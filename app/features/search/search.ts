import { listCategories, listProducts } from '#features/catalog/catalog.ts'
import { lineTotal } from '#features/catalog/price-line.ts'
import { isSoldOut } from '#features/catalog/quantity-terms.ts'
import type { Category, Product } from '#features/catalog/schema.ts'
import { type ListedPage, readPosition } from '#kit/list-position.ts'
import { readSearch } from '#kit/search-length.ts'
import { listPage } from '#kit/server/list-page.ts'
import type { Shop } from '#kit/shop.ts'
import { RESULTS_PER_PAGE } from './page-size.ts'
import { RESULT_SORTS, type ResultSort } from './result-sorts.ts'

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
  /** The categories of the parts, with the number of found parts in each; without parts the main categories of the shop. */
  readonly categories: readonly FoundCategory[]
  /** Without parts: the words of the search that find parts on their own. */
  readonly words: readonly FoundWord[]
}

interface FoundWord extends Pick<ListedPage, 'total' | 'isTotalCut'> {
  readonly q: string
}

type FoundCategory = Pick<Category, 'slug' | 'name' | 'count'>

/** The results of the search `q` of an address; undefined when it has none. Unknown values of other parameters are ignored. */
export async function loadSearchResults(shop: Shop, request: Request): Promise<SearchPage | undefined> {
  const { searchParams } = new URL(request.url)
  const q = readSearch(searchParams)
  if (!q) return undefined
  const sort = RESULT_SORTS.find((name) => name === searchParams.get('sort'))
  const position = readPosition(searchParams, RESULTS_PER_PAGE)
  const found = await listPage(position, RESULTS_PER_PAGE, (start) =>
    listProducts(shop, { q, sort, limit: String(RESULTS_PER_PAGE), ...start }),
  )
  const categories = await categoriesOf(shop, q, found.total)
  const words = found.total === 0 ? await wordsWithParts(shop, q) : []
  return { ...found, rows: found.rows.map(toFoundPart), q, sort, categories, words }
}

const toFoundPart = (product: Product): FoundPart => {
  const { sku, name, image, price, minimum, quantity } = product
  const total = { minimumTotal: lineTotal(product, minimum), isSoldOut: isSoldOut(product) }
  return { sku, name, image, price, minimum, quantity, ...total }
}

/** So many words of a search without a result are tried on their own. */
const TRIED_WORDS = 5

async function wordsWithParts(shop: Shop, q: string): Promise<FoundWord[]> {
  const words = [...new Set(q.split(/\s+/))]
  if (words.length === 1) return []
  const counts = words.slice(0, TRIED_WORDS).map(async (word) => {
    const { total, isTotalCut } = await listProducts(shop, { q: word, limit: '1' })
    return { q: word, total, ...(isTotalCut && { isTotalCut }) }
  })
  return (await Promise.all(counts)).filter(({ total }) => total > 0)
}

/** Up to so many found parts are counted by category. */
const COUNTED_BY_CATEGORY = 100

/** The categories with found parts, most first; the main categories of the shop when nothing was found. */
async function categoriesOf(shop: Shop, q: string, total: number): Promise<FoundCategory[]> {
  const categories = await listCategories(shop.db)
  const toFound = ({ slug, name }: Category, count: number) => ({ slug, name, count })
  if (total === 0)
    return categories
      .filter(({ parent, count }) => parent === undefined && count > 0)
      .map((category) => toFound(category, category.count))
  if (total > COUNTED_BY_CATEGORY) return []
  const { rows } = await listProducts(shop, { q, limit: String(COUNTED_BY_CATEGORY) })
  const found = Map.groupBy(rows, ({ category }) => category)
  return categories
    .flatMap((category) => {
      const count = found.get(category.slug)?.length ?? 0
      return count > 0 ? [toFound(category, count)] : []
    })
    .sort((a, b) => b.count - a.count)
}
