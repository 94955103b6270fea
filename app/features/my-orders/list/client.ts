import { ordersClient } from '#features/orders/client.ts'
import type { Order } from '#features/orders/schema.ts'
import { type FetchPage, fetchRows, unwrapPage } from '#kit/browser/paged-list.ts'
import { NEWEST_PAGE, withNewest } from './newest-orders.ts'

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
