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
import type { Category, Product } from '#features/catalog/schema.ts'
import { readPosition } from '#kit/list-position.ts'
import { listPage } from '#kit/rendering/list-page.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import { tilesBelow } from './category-overview.ts'
import { sharedAttributes, type TableLayout, tableLayout } from './columns.ts'
import { type ChosenFilter, chosenFilters } from './filter-texts.ts'
import { filtersOf } from './filters.ts'
import { isSort, PAGE_SIZE, readSelection, type Selection } from './selection.ts'

/** A part as the table shows it. */
export type ListedPart = Pick<
  Product,
  '_id' | 'sku' | 'name' | 'image' | 'price' | 'prices' | 'minimum' | 'step' | 'quantity'
> & {
  /** The values of the table's columns, in their sequence. */
  readonly values: readonly (string | number | undefined)[]
}

/** When nothing is found: so many parts are without this filter. */
export interface WiderSelection {
  readonly filter: ChosenFilter
  readonly total: number
  readonly isTotalCut: boolean
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
  const found = await listParts(shop, { filter, sort, total: now.total }, search)
  const isShown = ({ key }: { key: string }) =>
    Object.hasOwn(attributes, key) || shown.some((each) => each.key === key)
  const chosen = chosenFilters(selection, filter.attributes)
  return {
    category: {
      slug,
      name: category.name,
      description: category.description,
      count: category.count,
    },
    above: trailOf(categories, slug)
      .slice(0, -1)
      .map(({ slug, name }) => ({ slug, name })),
    tiles: await tilesBelow(shop.db, categories, slug),
    selection,
    layout,
    filters: filtersOf(all.facets.filter(isShown), now.facets, attributes),
    chosen,
    notes: [...ignoredTexts(read.ignored, filter.attributes), ...note],
    found: { ...found, rows: found.rows.map((product) => toListedPart(product, layout)) },
    wider: found.rows.length === 0 ? await widerSelections(shop, chosen, filter) : [],
  }
}

/** The order of the table, and a note when it cannot be sorted so. */
function readSort(
  given: string | undefined,
  attributes: readonly { readonly key: string }[],
  total: number,
): { sort?: string; note: string[] } {
  if (given === undefined) return { note: [] }
  if (!isSort(given, attributes))
    return { note: [`The table cannot be sorted by “${shortenEnd(given, LONGEST_SHOWN)}”.`] }
  if (total <= SORTED_AT_MOST) return { sort: given, note: [] }
  return { note: [`More than ${formatCount(SORTED_AT_MOST)} parts are not sorted: choose a filter first.`] }
}

export type CategoryPage = NonNullable<Awaited<ReturnType<typeof loadCategoryPage>>>

/** The parts of a page, sorted by a column of the table or else as they are listed. */
async function listParts(
  shop: Shop,
  { filter, sort, total }: { filter: CategoryFilter; sort: string | undefined; total: number },
  search: URLSearchParams,
) {
  const position = readPosition(search, PAGE_SIZE)
  if (sort === undefined)
    return listPage(position, PAGE_SIZE, (start) =>
      listOfCategory(shop.db, filter, { limit: String(PAGE_SIZE), ...start }),
    )
  const isDescending = sort.startsWith('-')
  const column = isDescending ? sort.slice(1) : sort
  return listPage(position, PAGE_SIZE, async (start) => {
    // Any number of rows can be skipped, so a cursor is one.
    const skip = 'skip' in start ? start.skip : readSkipped(start.after)
    const rows = await listSortedByColumn(
      shop.db,
      filter,
      { column, isDescending },
      { skip, limit: PAGE_SIZE },
    )
    const shown = skip + rows.length
    return { rows, total, next: shown < total ? String(shown) : undefined }
  })
}

/** An invalid cursor skips all rows, and then the first page is shown. */
const readSkipped = (after: string): number => (/^\d{1,6}$/.test(after) ? Number(after) : SORTED_AT_MOST)

function toListedPart(product: Product, { columns }: TableLayout): ListedPart {
  const { _id, sku, name, image, price, prices, minimum, step, quantity } = product
  const values = columns.map(({ key }) => product.attributes.find((each) => each.key === key)?.value)
  return { _id, sku, name, image, price, prices, minimum, step, quantity, values }
}

/** More characters of an address are not shown. */
const LONGEST_SHOWN = 40

/** An address can have thousands of parameters. */
const MAXIMUM_NOTES = 5

const ignoredTexts = (ignored: PageFilter['ignored'], attributes: Category['attributes']): string[] =>
  [...new Set(ignored.map(({ name, value }) => ignoredText(name, value, attributes)))].slice(0, MAXIMUM_NOTES)

/** Tells which part of the address was left out; its text can be anything. */
function ignoredText(name: string, value: string, attributes: Category['attributes']): string {
  const label = attributes.find(({ key }) => key === name)?.label
  return label
    ? `“${shortenEnd(value, LONGEST_SHOWN)}” is not a value of the filter ${label} and was left out.`
    : `The filter “${shortenEnd(name, LONGEST_SHOWN)}” is not known here and was left out.`
}

/** For each chosen filter the number of parts without it, the most first; those that find nothing either are left out. */
async function widerSelections(
  shop: Shop,
  filters: readonly ChosenFilter[],
  { values, isHit, ...category }: CategoryFilter,
): Promise<WiderSelection[]> {
  const wider = await Promise.all(
    filters.map(async (filter) => {
      const { attributes, q } = filter.without
      const { total, isTotalCut = false } = await countInCategory(shop.db, {
        ...category,
        values: values.filter(({ key }) => Object.hasOwn(attributes, key)),
        isHit: q === undefined ? undefined : isHit,
      })
      return { filter, total, isTotalCut }
    }),
  )
  return wider.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total)
}
