import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, fetchRows, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrdersApi } from './api.ts'
import type { OrderChanges } from './contact/schema.ts'
import type { AgainQuote } from './details/schema.ts'
import { NEWEST_PAGE, withNewest } from './my-orders/newest-orders.ts'
import type { Order, OrderDetails } from './schema.ts'

/** The typed client for the calls of orders. */
export const ordersClient = createClient<OrdersApi>()

/** More orders are not read at once. */
const MOST_ORDERS = 2000

/**
 * The caller's orders that are not cancelled, newest first; `email` is the caller's own address. With the orders that are `known`
 * only the newest page is read again.
 */
export async function fetchMyOrders(
  email: string,
  signal?: AbortSignal,
  known?: readonly Order[],
): Promise<Order[]> {
  const fetchPage = (page: { limit: string; after: string | undefined }) =>
    unwrapPage(
      ordersClient.myorders.$get({ query: { email, ...page } }, { init: { signal: signal ?? null } }),
    )
  const wanted = known ? NEWEST_PAGE : MOST_ORDERS
  const { rows, next } = await fetchRows<Order>(fetchPage, { wanted })
  return known && next !== undefined ? withNewest(rows, known) : rows
}

/** A page of the caller's cancelled orders, newest first. */
export const fetchCancelledOrders: FetchPage<Order> = ({ limit, after }, signal) =>
  unwrapPage(
    ordersClient.myorders.$get({ query: { state: 'cancelled', limit, after } }, { init: { signal } }),
  )

/** The order with that id, for its owner and for admins. */
export function fetchOrder(orderId: string, signal?: AbortSignal): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId) }
  return unwrap(ordersClient.myorder[':id'].$get({ param }, { init: { signal: signal ?? null } }))
}

/** What the lines of the order would cost now, and what they were then. */
export function fetchAgain(orderId: string, signal?: AbortSignal): Promise<AgainQuote> {
  const param = { id: encodeURIComponent(orderId) }
  return unwrap(ordersClient.myorder[':id'].again.$get({ param }, { init: { signal: signal ?? null } }))
}

/** Changes the caller's own order. */
export function changeOrder(orderId: string, json: OrderChanges): Promise<OrderDetails> {
  return unwrap(ordersClient.myorder[':id'].$patch({ param: { id: encodeURIComponent(orderId) }, json }))
}
