import { createClient, unwrap } from '#kit/browser/client.ts'
import { unwrapPage } from '#kit/browser/paged-list.ts'
import type { OrdersApi } from './api.ts'
import type { Order } from './schema.ts'
import type { OrderStatus } from './states.ts'

const LARGEST_PAGE = 100

/** The typed calls of orders. */
export const ordersClient = createClient<OrdersApi>()

/** The orders of the account with that e-mail, the caller's own, newest first. */
export function askMyOrders(email: string, signal?: AbortSignal): Promise<Order[]> {
  return unwrap(ordersClient.myorders.$get({ query: { email } }, { init: { signal: signal ?? null } }))
}

/** Which of everyone's orders to show, and how many at most. */
export interface OrderSelection {
  readonly q: string
  readonly status: 'unpaid' | OrderStatus | undefined
  readonly show: number
}

/** The first of everyone's orders that match, how many match in all, and whether there are more than shown. */
export interface OrderList {
  readonly orders: Order[]
  readonly total: number
  /** There are more than `total`. */
  readonly isTotalCut: boolean
  readonly hasMore: boolean
}

/** Asks page after page, since the shop gives 100 at a time. For admins. */
export async function askOrders(
  { q, status, show }: OrderSelection,
  signal?: AbortSignal,
): Promise<OrderList> {
  const found = new Map<string, Order>()
  let after: string | undefined
  let count = { total: 0, isTotalCut: false }
  do {
    const limit = Math.min(show - found.size, LARGEST_PAGE)
    const query = { q: q || undefined, status, limit: String(limit), after }
    const page = await unwrapPage(ordersClient.orders.$get({ query }, { init: { signal: signal ?? null } }))
    for (const order of page.rows) found.set(order._id, order)
    count = { total: page.total, isTotalCut: page.isTotalCut }
    after = page.next
  } while (after !== undefined && found.size < show)
  return { orders: [...found.values()], ...count, hasMore: after !== undefined }
}
