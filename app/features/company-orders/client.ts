import type { Order, OrderDetails } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { CompanyOrdersApi } from './api.ts'
import type { CompanyOrdersQuery, Decision, WaitingOrder } from './schema.ts'

const client = createClient<CompanyOrdersApi>()

/** The newest orders of the caller's company that a search finds. */
export const fetchCompanyOrders = (query: CompanyOrdersQuery): Promise<Order[]> =>
  unwrap(client.company.orders.$get({ query }))

export type { WaitingOrder }

/** The orders that wait for an approver like the caller. */
export const fetchWaitingOrders = (): Promise<WaitingOrder[]> => unwrap(client.company.approvals.$get())

/** Decides about an order as it was seen. */
export function decideApproval(
  orderId: string,
  action: 'approve' | 'decline',
  json: Decision,
): Promise<OrderDetails> {
  const call = { param: { id: encodeURIComponent(orderId) }, json }
  const order = client.myorder[':id']
  return unwrap(action === 'approve' ? order.approve.$post(call) : order.decline.$post(call))
}
