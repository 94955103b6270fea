import { createPath } from 'react-router'
import {
  type CategoryFilter,
  compareFacets,
  countInCategory,
  listOfCategory,
  listSortedByColumn,
  type PageFilter,
  readPageFilter,
  SORTED_AT_MOST,
  trailOf,
} from '#features/catalog/catalog.ts'
import { catalogue, categoryPath } from '#features/catalog/paths.ts'
import type { Category, Product } from '#features/catalog/schema.ts'
import {
  FIRST_PAGE,
  isFirstPage,
  type ListedPage,
  type ListPosition,
  partsText,
  readPosition,
} from '#kit/list-position.ts'
import { listPage } from '#kit/rendering/list-page.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import { type ChosenFilter, chosenFilters, filterSentence } from '../filters/filter-texts.ts'
import { type Filter, filtersOf } from '../filters/filters.ts'
import { addressOf, isSort, PAGE_SIZE, readSelection, type Selection } from '../filters/selection.ts'
import { loadGrid, type ShownView } from '../grid/load-grid.ts'
import { tilesBelow } from './category-overview.ts'
import { sharedAttributes, type TableLayout, tableLayout } from './columns.ts'
import { countLine, descriptionOf, sortOptions, titleOf } from './page-texts.ts'

/** A part as the table shows it. */
export type ListedPart = Pick<
  Product,
  '_id' | 'sku' | 'name' | 'image' | 'price' | 'prices' | 'minimum' | 'step' | 'quantity'
> & {
  /** The values of the table's columns, in their sequence. */
  readonly values: readonly (string | number | undefined)[]
}

/** When nothing is found: "Without Thread M16: 2 parts", and where these are. */
export interface WiderSelection {
  readonly text: string
  readonly to: string
}

/** What the table of parts and its filters show, of a category or of a search. */
export interface PartsList {
  readonly selection: Selection
  readonly layout: TableLayout
  readonly filters: readonly Filter[]
  readonly chosen: readonly ChosenFilter[]
  readonly notes: readonly string[]
  readonly found: ListedPage & { readonly rows: readonly ListedPart[] }
  readonly wider: readonly WiderSelection[]
  /** "8 of 30 parts" */
  readonly count: string
  /** The orders of the table as options; the default order has no value. */
  readonly sorts: ReturnType<typeof sortOptions>
  /** How many parts there are without filters. */
  readonly whole: Counted
}

/** Everything that the page of a category shows; undefined for an unknown category. */
export async function loadCategoryPage(shop: Shop, slug: string, search: URLSearchParams) {
  const asked = readSelection(slug, search)
  const read = await readPageFilter(shop.db, asked)
  if (!read) return undefined
  const { category, categories, filter, attributes } = read
  const shown = sharedAttributes(categories, slug)
  const { all, chosen: now } = await compareFacets(shop.db, filter, category.count)
  const { sort, note } = readSort(asked.sort, shown, now.total)
  const selection: Selection = { ...asked, attributes, sort }
  const layout = tableLayout(shown, all.facets, all.total)
  const tiles = await tilesBelow(shop.db, categories, slug)
  const listed = { filter, attributes: shown, sort, total: now.total }
  // Parts of several categories have no sizes in common.
  const shownAs = tiles.length > 0 ? NO_GRID : await readGrid(shop, listed, selection, search)
  const found = shownAs.grid ? noRows(now.total) : await listParts(shop, listed, search)
  const isShown = ({ key }: { key: string }) =>
    Object.hasOwn(attributes, key) || shown.some((each) => each.key === key)
  const chosen = chosenFilters(selection, filter.attributes)
  const { name, count } = category
  const whole = { total: count }
  return {
    category: { slug, name, description: category.description, count },
    title: titleOf(name, chosen, found),
    description: descriptionOf(name, count, layout),
    isUnlisted: chosen.length > 0 || sort !== undefined || count === 0,
    /** The pages above, and the page itself. */
    trail: [catalogue, ...trailOf(categories, slug).map(pageOf)],
    tiles,
    selection,
    layout,
    filters: filtersOf(all.facets.filter(isShown), now.facets, attributes),
    chosen,
    notes: [...ignoredTexts(read.ignored, filter.attributes), ...note],
    shownAs,
    found: { ...found, rows: found.rows.map((product) => toListedPart(product, layout)) },
    wider: now.total === 0 ? await widerSelections(shop, chosen, filter) : [],
    count: countLine(found, chosen, whole),
    sorts: sortOptions(layout.columns, 'As listed'),
    whole,
  }
}

/** The page of a category with its name. */
export const pageOf = ({ slug, name }: Pick<Category, 'slug' | 'name'>) => ({
  name,
  path: categoryPath(slug),
})

/** The parts that a page lists. */
interface Listed {
  readonly filter: CategoryFilter
  readonly attributes: Category['attributes']
  readonly sort: string | undefined
  readonly total: number
}

const NO_GRID: ShownView = { isOffered: false }

const readGrid = ({ db }: Shop, listed: Listed, { view }: Selection, search: URLSearchParams) =>
  loadGrid(db, {
    ...listed,
    view,
    isOfTable: listed.sort !== undefined || !isFirstPage(readPosition(search, PAGE_SIZE)),
  })

/** A grid has all parts, and no pages. */
const noRows = (total: number): ListedPage & { readonly rows: readonly Product[] } => ({
  rows: [],
  total,
  position: FIRST_PAGE,
})

/** The order of the table, and a note when it cannot be sorted so. */
function readSort(
  given: string | undefined,
  attributes: readonly { readonly key: string }[],
  total: number,
): { sort?: string; note: string[] } {
  if (given === undefined) return { note: [] }
  if (!isSort(given, attributes)) return { note: [notSortedText(given)] }
  if (total <= SORTED_AT_MOST) return { sort: given, note: [] }
  return { note: [`More than ${formatCount(SORTED_AT_MOST)} parts are not sorted: choose a filter first.`] }
}

/** Tells that an address asks for an order that there is not. */
export const notSortedText = (given: string): string =>
  `The table cannot be sorted by “${shortenEnd(given, LONGEST_SHOWN)}”.`

export type CategoryPage = NonNullable<Awaited<ReturnType<typeof loadCategoryPage>>>

/** The parts of a page, sorted by a column of the table or else as they are listed. */
async function listParts(shop: Shop, { filter, sort, total }: Listed, search: URLSearchParams) {
  const position = readPosition(search, PAGE_SIZE)
  if (sort === undefined)
    return listPage(position, PAGE_SIZE, (start) =>
      listOfCategory(shop.db, filter, { limit: String(PAGE_SIZE), ...start }),
    )
  return listSkipping(position, total, (range) =>
    listSortedByColumn(shop.db, filter, columnSort(sort), range),
  )
}

/** The column of a sort, and whether it is sorted downwards. */
export const columnSort = (sort: string) => {
  const isDescending = sort.startsWith('-')
  return { column: isDescending ? sort.slice(1) : sort, isDescending }
}

/** A page of a list of which any number of rows can be skipped, so that a cursor is one. */
export const listSkipping = (
  position: ListPosition,
  total: number,
  list: (range: { skip: number; limit: number }) => Promise<Product[]>,
) =>
  listPage(position, PAGE_SIZE, async (start) => {
    const skip = 'skip' in start ? start.skip : readSkipped(start.after)
    const rows = await list({ skip, limit: PAGE_SIZE })
    const shown = skip + rows.length
    return { rows, total, next: shown < total ? String(shown) : undefined }
  })

/** An invalid cursor skips all rows, and then the first page is shown. */
const readSkipped = (after: string): number => (/^\d{1,6}$/.test(after) ? Number(after) : SORTED_AT_MOST)

export function toListedPart(product: Product, { columns }: TableLayout): ListedPart {
  const { _id, sku, name, image, price, prices, minimum, step, quantity } = product
  const values = columns.map(({ key }) => product.attributes.find((each) => each.key === key)?.value)
  return { _id, sku, name, image, price, prices, minimum, step, quantity, values }
}

/** More characters of an address are not shown. */
const LONGEST_SHOWN = 40

/** An address can have thousands of parameters. */
const MAXIMUM_NOTES = 5

export const ignoredTexts = (ignored: PageFilter['ignored'], attributes: Category['attributes']): string[] =>
  [...new Set(ignored.map(({ name, value }) => ignoredText(name, value, attributes)))].slice(0, MAXIMUM_NOTES)

/** Tells which part of the address was left out; its text can be anything. */
function ignoredText(name: string, value: string, attributes: Category['attributes']): string {
  const label = attributes.find(({ key }) => key === name)?.label
  return label
    ? `“${shortenEnd(value, LONGEST_SHOWN)}” is not a value of the filter ${label} and was left out.`
    : `The filter “${shortenEnd(name, LONGEST_SHOWN)}” is not known here and was left out.`
}

const widerSelections = (
  { db }: Shop,
  filters: readonly ChosenFilter[],
  { values, isHit, ...category }: CategoryFilter,
): Promise<WiderSelection[]> =>
  countWithout(filters, ({ without: { attributes, q } }) =>
    countInCategory(db, {
      ...category,
      values: values.filter(({ key }) => Object.hasOwn(attributes, key)),
      isHit: q === undefined ? undefined : isHit,
    }),
  )

type Counted = Pick<ListedPage, 'total' | 'isTotalCut'>

/** For each chosen filter the number of parts without it, the most first; those that find nothing either are left out. */
export async function countWithout(
  filters: readonly ChosenFilter[],
  count: (filter: ChosenFilter, index: number) => Promise<Counted>,
): Promise<WiderSelection[]> {
  const wider = await Promise.all(
    filters.map(async (filter, index) => ({ filter, found: await count(filter, index) })),
  )
  return wider
    .filter(({ found }) => found.total > 0)
    .sort((a, b) => b.found.total - a.found.total)
    .map(({ filter, found }) => ({
      text: `Without ${filterSentence([filter])}: ${partsText(found)}`,
      to: createPath(addressOf(filter.without)),
    }))
}
