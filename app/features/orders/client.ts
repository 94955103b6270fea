import { unwrap } from '#kit/browser/client.ts'
import { askRows, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrdersApi } from './api.ts'
import type { Order } from './schema.ts'
import type { OrderStatus } from './states.ts'

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

/** The first of everyone's orders that match, at most `show`. For admins. */
export async function askOrders(
  { q, status, show }: OrderSelection,
  signal?: AbortSignal,
): Promise<OrderList> {
  const { rows, total, isTotalCut, next } = await askRows(
    (page) => {
      const query = { q: q || undefined, status, ...page }
      return unwrapPage(ordersClient.orders.$get({ query }, { init: { signal: signal ?? null } }))
    },
    { wanted: show },
  )
  return { orders: rows, total, isTotalCut, hasMore: next !== undefined }
}
