import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { OrdersApi } from './api.ts'
import type { CompanyOrdersQuery, Decision, WaitingOrder } from './approvals/schema.ts'
import type { OrderChanges } from './contact/schema.ts'
import type { AgainQuote } from './details/schema.ts'
import type { Order, OrderDetails } from './schema.ts'

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

/** Changes the caller's own order. */
export function changeOrder(orderId: string, json: OrderChanges): Promise<OrderDetails> {
  return unwrap(ordersClient.myorder[':id'].$patch({ param: { id: encodeURIComponent(orderId) }, json }))
}

/** The newest orders of the caller's company that a search finds. */
export const fetchCompanyOrders = (query: CompanyOrdersQuery): Promise<Order[]> =>
  unwrap(ordersClient.company.orders.$get({ query }))

export type { WaitingOrder }

/** The orders that wait for an approver like the caller. */
export const fetchWaitingOrders = (): Promise<WaitingOrder[]> => unwrap(ordersClient.company.approvals.$get())

/** Decides about an order as it was seen. */
export function decideApproval(
  orderId: string,
  action: 'approve' | 'decline',
  json: Decision,
): Promise<OrderDetails> {
  const call = { param: { id: encodeURIComponent(orderId) }, json }
  const order = ordersClient.myorder[':id']
  return unwrap(action === 'approve' ? order.approve.$post(call) : order.decline.$post(call))
}
