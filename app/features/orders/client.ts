import { unwrap } from '#kit/browser/client.ts'
import { fetchRows, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrdersApi } from './api.ts'
import type { AgainQuote, Order, OrderChanges, OrderDetails } from './schema.ts'
import type { OrderStatus } from './states.ts'

/** The typed client for the calls of orders. */
export const ordersClient = createClient<OrdersApi>()

/** The caller's orders, newest first; `email` is the caller's own address. */
export function fetchMyOrders(email: string, signal?: AbortSignal): Promise<Order[]> {
  return unwrap(ordersClient.myorders.$get({ query: { email } }, { init: { signal: signal ?? null } }))
}

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

/** Which of all customers' orders to show, and how many at most. */
export interface OrderSelection {
  readonly q: string
  readonly status: 'unpaid' | OrderStatus | undefined
  readonly show: number
}

/** The first of all customers' orders that match, how many match in all, and whether there are more than shown. */
export interface OrderList {
  readonly orders: Order[]
  readonly total: number
  /** More orders match than `total`, because counting stopped early. */
  readonly isTotalCut: boolean
  readonly hasMore: boolean
}

/** The first of all customers' orders that match, at most `show`. For admins. */
export async function fetchOrders(
  { q, status, show }: OrderSelection,
  signal?: AbortSignal,
): Promise<OrderList> {
  const { rows, total, isTotalCut, next } = await fetchRows(
    (page) => {
      const query = { q: q || undefined, status, ...page }
      return unwrapPage(ordersClient.orders.$get({ query }, { init: { signal: signal ?? null } }))
    },
    { wanted: show },
  )
  return { orders: rows, total, isTotalCut, hasMore: next !== undefined }
}
