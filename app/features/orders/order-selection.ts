import type { OrderSelection } from '#features/orders/client.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/search-length.ts'

const PAGE = 50
const MOST_SHOWN = 1000

/** The kinds of orders that can be picked out, with what each is called. */
export const orderKinds = [
  { status: undefined, label: 'All' },
  { status: 'unpaid', label: 'Unpaid' },
  { status: 'pending', label: 'Pending' },
  { status: 'shipped', label: 'Shipped' },
] as const satisfies { status: OrderSelection['status']; label: string }[]

/** The selection that an address asks for; nonsense in it counts as not said. */
export function readSelection(search: URLSearchParams): OrderSelection {
  const status = orderKinds.find((kind) => kind.status === search.get('status'))?.status
  const show = Number(search.get('show'))
  const isSensible = Number.isInteger(show) && show >= PAGE && show <= MOST_SHOWN
  return {
    q: (search.get('q') ?? '').slice(0, MAXIMUM_SEARCH_LENGTH),
    status,
    show: isSensible ? show : PAGE,
  }
}

/** The search part of the selection's address, with its question mark; empty for the plain list. */
export function writeSelection({ q, status, show = PAGE }: Partial<OrderSelection>): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(show > PAGE && { show: String(show) }),
  }).toString()
  return search && `?${search}`
}

/** The same selection with one page more; undefined when no more can be shown at once. */
export function withMore(selection: OrderSelection): OrderSelection | undefined {
  const show = selection.show + PAGE
  return show <= MOST_SHOWN ? { ...selection, show } : undefined
}
