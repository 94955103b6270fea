import { catalogue, categoryPath } from '#features/catalog/paths.ts'
import { readSearch } from '#kit/input/search-length.ts'
import { type ListPosition, positionParameters } from '#kit/list-position.ts'

/** The chosen values of attributes by key; a number is a value such as `40`, or a range such as `40..80`. */
type ChosenValues = Readonly<Record<string, readonly string[]>>

/** What the page of a category or of a search shows, as its address has it. */
export interface Selection {
  /** The slug of the category; the page of a search has none. */
  readonly category?: string | undefined
  /** On the page of a search also the chosen categories, by {@link CATEGORY}. */
  readonly attributes: ChosenValues
  readonly q?: string | undefined
  /** A column to sort by, `-` before it for descending; by default the newest parts are first. */
  readonly sort?: string | undefined
  /** Whether the parts are a grid of sizes or a table; by default the page decides. */
  readonly view?: View | undefined
}

/** A grid of sizes, or a table. */
export type View = 'grid' | 'table'

/** The filter of a search by category; no attribute has this key. */
export const CATEGORY = 'category'

/** The parameters of the page that are no attributes. */
const OWN_PARAMETERS = ['q', 'sort', 'page', 'after']

/** The selection in the query of an address, not checked. */
export function readSelection<Slug extends string | undefined>(
  category: Slug,
  search: URLSearchParams,
): Selection & { readonly category: Slug } {
  const sort = search.get('sort') || undefined
  const view = (['grid', 'table'] as const).find((each) => each === search.get('view'))
  // Another value can be one of an attribute that had this key before the page had views.
  const own = view ? [...OWN_PARAMETERS, 'view'] : OWN_PARAMETERS
  const keys = [...new Set(search.keys())].filter((key) => !own.includes(key))
  return {
    category,
    attributes: Object.fromEntries(keys.map((key) => [key, search.getAll(key)])),
    q: readSearch(search) || undefined,
    sort,
    // A grid has no sequence of its own.
    view: sort && view === 'grid' ? undefined : view,
  }
}

/** The path of the page that shows that selection. */
export const pathOf = ({ category }: Pick<Selection, 'category'>): string =>
  category === undefined ? catalogue.path : categoryPath(category)

/** The address of the page that shows that selection. */
export function addressOf(selection: Selection, position?: ListPosition) {
  const { attributes, q, sort, view } = selection
  const parameters = new URLSearchParams()
  for (const [key, values] of Object.entries(attributes))
    for (const value of values) parameters.append(key, value)
  const rest = { q, sort, view, ...(position && positionParameters(position)) }
  for (const [name, value] of Object.entries(rest)) if (value) parameters.append(name, value)
  return { pathname: pathOf(selection), search: parameters.toString() }
}

/** The selection without one value of an attribute, or without the attribute. */
export function withoutAttribute(selection: Selection, key: string, value?: string): Selection {
  const { [key]: given = [], ...rest } = selection.attributes
  const left = value === undefined ? [] : given.filter((each) => each !== value)
  return { ...selection, attributes: left.length > 0 ? { ...selection.attributes, [key]: left } : rest }
}

export const withoutSearch = ({ q: _, ...selection }: Selection): Selection => selection

/** The whole category, or all that a search found, in the same order and view. */
export const withoutFilters = ({ category, q, sort, view }: Selection): Selection => ({
  category,
  attributes: {},
  q: category === undefined ? q : undefined,
  sort,
  view,
})

/** The same parts in another view. */
export const withView = (selection: Selection, view: View): Selection => ({
  ...selection,
  view,
  ...(view === 'grid' && { sort: undefined }),
})

/** The parts of these values besides as a table. */
export const asTable = (selection: Selection, values: Readonly<Record<string, string>>): Selection => ({
  ...selection,
  attributes: {
    ...selection.attributes,
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [value]])),
  },
  view: 'table',
})

/** Sorts by a column: ascending, the next time descending, and then no longer. */
export function withNextSort(selection: Selection, column: string): Selection {
  const next = selection.sort === column ? `-${column}` : column
  return { ...selection, sort: selection.sort === `-${column}` ? undefined : next }
}

/** The names of the two fields of a range in the form. */
export const rangeFields = (key: string) => ({ from: `${key}.from`, to: `${key}.to` })

const RANGE_FIELD = /^(.+)\.(from|to)$/

/**
 * The query for what is entered in the form: the two fields of a range become one parameter, `length=40..80`, and empty
 * fields are left out.
 */
export function queryOfForm(entered: Iterable<readonly [string, unknown]>): URLSearchParams {
  const query = new URLSearchParams()
  const ranges = new Map<string, { from: string; to: string }>()
  for (const [name, entry] of entered) {
    const value = String(entry).trim()
    const [, key = '', end] = RANGE_FIELD.exec(name) ?? []
    if (end === 'from' || end === 'to')
      ranges.set(key, { from: '', to: '', ...ranges.get(key), [end]: value.replace(',', '.') })
    else if (value !== '') query.append(name, value)
  }
  for (const [key, range] of ranges) {
    const value = rangeValue(range)
    if (value) query.append(key, value)
  }
  return query
}

/** The address for what is entered in the form. */
export const addressOfForm = (category: string | undefined, entered: Iterable<readonly [string, unknown]>) =>
  addressOf(readSelection(category, queryOfForm(entered)))

/** Whether a form was submitted without scripts: its fields are in the address as they are. */
export const hasFormFields = (search: URLSearchParams): boolean =>
  [...search].some(([name, value]) => value === '' || RANGE_FIELD.test(name))

/** The smaller number is the first, in whichever field it was typed. */
function rangeValue({ from, to }: { from: string; to: string }): string | undefined {
  if (from === '' && to === '') return undefined
  if (from === to) return from
  const isReversed = from !== '' && to !== '' && Number(from) > Number(to)
  return isReversed ? `${to}..${from}` : `${from}..${to}`
}

/** The two ends of a range in an address, `''` where it has no end; both the same for a single number. */
export function rangeEnds(value: string): { from: string; to: string } {
  const [from = '', to = from] = value.split('..')
  return { from, to }
}

/** The number of parts on a page of the table. */
export const PAGE_SIZE = 50

/** The columns of every table that it can be sorted by, in the sequence of the table. `kind` words the order. */
export const fixedColumns = {
  sku: { label: 'Part number', kind: 'text' },
  price: { label: 'Price', kind: 'number' },
  'top-price': { label: 'Best price', kind: 'number' },
  quantity: { label: 'In stock', kind: 'number' },
} as const

/** Whether a table with these attributes can be sorted so. */
export function isSort(sort: string, attributes: readonly { readonly key: string }[]): boolean {
  const column = sort.replace(/^-/, '')
  return Object.hasOwn(fixedColumns, column) || attributes.some(({ key }) => key === column)
}
