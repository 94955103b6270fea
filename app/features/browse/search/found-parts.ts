import {
  type FoundParts,
  listCategories,
  listOfCategory,
  listProducts,
  nearestParts,
  nearestSizes,
  readFound,
} from '#features/catalog/catalog.ts'
import type { Category, Product } from '#features/catalog/schema.ts'
import { readSearch } from '#kit/input/search-length.ts'
import { readPosition } from '#kit/list-position.ts'
import { listPage } from '#kit/rendering/list-page.ts'
import type { Shop } from '#kit/shop.ts'
import { COUNTED_AT_MOST, formatCount } from '#kit/text/count-text.ts'
import {
  columnSort,
  countWithout,
  ignoredTexts,
  listSkipping,
  notSortedText,
  type PartsList,
  toListedPart,
} from '../category/category-page.ts'
import { tableLayout } from '../category/columns.ts'
import { countLine, sortOptions } from '../category/page-texts.ts'
import { chosenFilters } from '../filters/filter-texts.ts'
import { filtersOf } from '../filters/filters.ts'
import { CATEGORY, isSort, PAGE_SIZE, readSelection, type Selection } from '../filters/selection.ts'
import { type FewerWords, searchesOfFewerWords } from './fewer-words.ts'

/** What a search found, as a table with filters. */
interface FoundPage extends PartsList {
  readonly q: string
  /** The words that were searched for instead, when nothing has those of `q`. */
  readonly corrected?: string | undefined
}

/** A search that found nothing, and where to look instead. */
export interface NothingFound {
  readonly q: string
  /** Parts with a part number like the search. */
  readonly parts: readonly Pick<Product, 'sku' | 'name'>[]
  /** Parts with the other words and the nearest sizes. */
  readonly sizes: readonly Pick<Product, 'sku' | 'name'>[]
  readonly fewer: readonly FewerWords[]
  /** The main categories of the shop. */
  readonly categories: readonly Pick<Category, 'slug' | 'name' | 'count'>[]
}

export type SearchPage = { readonly found: FoundPage } | { readonly nothing: NothingFound }

/** The results of the search `q` of an address; undefined when it has none. */
export async function loadSearchResults(
  shop: Shop,
  search: URLSearchParams,
): Promise<SearchPage | undefined> {
  const q = readSearch(search)
  if (!q) return undefined
  const asked = readSelection(undefined, search)
  const parts = await readFound(shop.db, { q, attributes: asked.attributes })
  if (!parts) return { nothing: await findInstead(shop, q) }
  const { sort, notes } = readSort(asked.sort, parts)
  const selection: Selection = { ...asked, attributes: parts.attributes, sort, view: undefined }
  const facets = parts.facets.map((facet) =>
    facet.key === CATEGORY ? { ...facet, names: parts.names } : facet,
  )
  // Nothing is in common of parts that were not all read.
  const layout = tableLayout(parts.shared, facets, parts.inCategories ?? Number.POSITIVE_INFINITY)
  const chosen = chosenFilters(selection, facets)
  const found = await listFound(shop, parts, selection, search)
  return {
    found: {
      q,
      corrected: parts.corrected,
      selection,
      layout,
      filters: filtersOf(facets, parts.counted, parts.attributes),
      chosen,
      notes: [...ignoredTexts(parts.ignored, facets), ...notes],
      found: { ...found, rows: found.rows.map((product) => toListedPart(product, layout)) },
      wider:
        found.total === 0
          ? await countWithout(chosen, (_, at) => parts.countWith(parts.values.toSpliced(at, 1)))
          : [],
      count: countLine(found, chosen, parts.whole),
      sorts: sortOptions(layout.columns, 'Best match'),
      whole: parts.whole,
    },
  }
}

/** The order of the table, and what the page says of parts that are too many. */
function readSort(
  given: string | undefined,
  { shared, total, inCategories }: FoundParts,
): { sort?: string; notes: string[] } {
  const most = formatCount(COUNTED_AT_MOST)
  const notes =
    inCategories === undefined
      ? [
          `More than ${most} parts are found: the filters have the values of the newest ${most}, without counts.`,
        ]
      : []
  if (given === undefined) return { notes }
  if (!isSort(given, shared)) return { notes: [...notes, notSortedText(given)] }
  if (total !== undefined || isSortOfAll(given)) return { sort: given, notes }
  return { notes: [...notes, `More than ${most} parts are sorted by price only: choose a filter first.`] }
}

/** The database has any number of parts in these orders. */
const isSortOfAll = (sort: string | undefined): sort is 'price' | '-price' =>
  sort === 'price' || sort === '-price'

function listFound(shop: Shop, parts: FoundParts, { q, sort }: Selection, search: URLSearchParams) {
  const position = readPosition(search, PAGE_SIZE)
  const { total, values, filter } = parts
  if (total !== undefined)
    return listSkipping(position, total, (range) => parts.list(sort ? columnSort(sort) : undefined, range))
  return listPage(position, PAGE_SIZE, (start) => {
    const section = { sort: isSortOfAll(sort) ? sort : undefined, limit: String(PAGE_SIZE), ...start }
    return values.length === 0
      ? listProducts(shop.db, { q, ...section })
      : listOfCategory(shop.db, filter, section)
  })
}

const toNamedPart = ({ sku, name }: Pick<Product, 'sku' | 'name'>) => ({ sku, name })

async function findInstead(shop: Shop, q: string): Promise<NothingFound> {
  const categories = (await listCategories(shop.db)).filter(
    ({ parent, count }) => parent === undefined && count > 0,
  )
  return {
    q,
    parts: (await nearestParts(shop.db, q)).map(toNamedPart),
    sizes: (await nearestSizes(shop.db, q)).map(toNamedPart),
    fewer: await searchesOfFewerWords(shop.db, q),
    categories: categories.map(({ slug, name, count }) => ({ slug, name, count })),
  }
}
