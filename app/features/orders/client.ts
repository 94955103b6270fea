import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrdersApi } from './api.ts'
import type { AgainQuote } from './details/schema.ts'
import type { OrderDetails } from './schema.ts'

/** The typed client for the calls of orders. */
export const ordersClient = createClient<OrdersApi>()

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
