import { catalogue } from '#features/catalog/paths.ts'
import type { Product, ProductSort } from '#features/catalog/schema.ts'
import type { ListedPage } from '#kit/list-position.ts'

/** A page of the list of all parts. */
export interface PartList extends ListedPage {
  readonly rows: readonly Product[]
  readonly sort: ProductSort
}

/** The number of parts on a page of the list. */
export const PAGE_SIZE = 24

export const DEFAULT_SORT = 'newest'

/** The address of the list of all parts. */
export const allPartsPath = `${catalogue.path}?sort=${DEFAULT_SORT}`

const PARAMETERS = ['sort', 'page', 'after']

/** Whether an address asks for the list of all parts, and not for the categories. */
export const asksForAllParts = (searchParams: URLSearchParams): boolean =>
  PARAMETERS.some((name) => searchParams.has(name))

/** Where the searches and the lists lead that the home page once had. Undefined for an address without one. */
export function movedListPath(searchParams: URLSearchParams): string | undefined {
  const moved = new URLSearchParams()
  for (const name of ['q', ...PARAMETERS]) {
    const value = searchParams.get(name)
    if (value) moved.set(name, value)
  }
  return moved.size > 0 ? `${catalogue.path}?${moved}` : undefined
}
