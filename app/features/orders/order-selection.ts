import { MAXIMUM_SEARCH_LENGTH } from '#kit/search-length.ts'
import type { OrderSelection } from './client.ts'

const PAGE_SIZE = 50
const MAXIMUM_SHOWN = 1000

/** The statuses that the list can be filtered by, with their labels. */
export const statusFilters = [
  { status: undefined, label: 'All' },
  { status: 'unpaid', label: 'Unpaid' },
  { status: 'pending', label: 'Pending' },
  { status: 'shipped', label: 'Shipped' },
] as const satisfies { status: OrderSelection['status']; label: string }[]

/** Reads the selection from the query of an address; invalid values are ignored. */
export function readSelection(search: URLSearchParams): OrderSelection {
  const status = statusFilters.find((filter) => filter.status === search.get('status'))?.status
  const show = Number(search.get('show'))
  const isValid = Number.isInteger(show) && show >= PAGE_SIZE && show <= MAXIMUM_SHOWN
  return {
    q: (search.get('q') ?? '').slice(0, MAXIMUM_SEARCH_LENGTH),
    status,
    show: isValid ? show : PAGE_SIZE,
  }
}

/** The selection as a query with its question mark; empty for the unfiltered list. */
export function writeSelection({ q, status, show = PAGE_SIZE }: Partial<OrderSelection>): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(show > PAGE_SIZE && { show: String(show) }),
  }).toString()
  return search && `?${search}`
}

/** The selection with one page more; undefined when the maximum is shown. */
export function withMore(selection: OrderSelection): OrderSelection | undefined {
  const show = selection.show + PAGE_SIZE
  return show <= MAXIMUM_SHOWN ? { ...selection, show } : undefined
}
