import type { ManagedQuery } from '../schema.ts'
import { type ManagedSort, type ManagedState, managedSorts, managedStates } from '../states.ts'

/** Which products the table has, and in which sequence, besides its search. */
export interface ProductFilter {
  readonly state: ManagedState
  readonly category: string | undefined
  readonly sort: ManagedSort | undefined
}

/** The name that the low ones had in addresses of mails that were sent. */
const FORMER_LOW = 'low-stock'

/** What is shown, by the parameter `view` of the address; null for the products for sale. */
export function viewOf(params: URLSearchParams): string | null {
  const view = params.get('view')
  return view === FORMER_LOW ? 'low' : view
}

export const readFilter = (params: URLSearchParams): ProductFilter => ({
  state: managedStates.find((state) => state === viewOf(params)) ?? 'for_sale',
  category: params.get('category') || undefined,
  sort: managedSorts.find((sort) => sort === params.get('sort')),
})

/** The address with some of its parameters changed; a `null` takes one away. */
export function changedSearch(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null | undefined>>,
): string {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes))
    if (value) changed.set(name, value)
    else changed.delete(name)
  return `?${changed}`
}

/** What a call asks for; the state that it has by itself is left out. */
export const queryOf = ({ state, category, sort }: ProductFilter): ManagedQuery => ({
  ...(state !== 'for_sale' && { state }),
  ...(category && { category }),
  ...(sort && { sort }),
})

type SortColumn = Exclude<ManagedSort, `-${string}`>

/** Where the head of a column leads: upwards, then downwards, then to the usual sequence. */
export function sortOf(params: URLSearchParams, column: SortColumn) {
  const { sort } = readFilter(params)
  const next = { [column]: `-${column}`, [`-${column}`]: null }[sort ?? '']
  const sorted = { [column]: 'ascending', [`-${column}`]: 'descending' } as const
  const now = sort === undefined ? undefined : sorted[sort]
  return {
    to: changedSearch(params, { sort: next === undefined ? column : next }),
    ...(now && { sorted: now }),
  }
}
