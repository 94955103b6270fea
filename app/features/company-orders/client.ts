import type { Order, OrderDetails } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { CompanyOrdersApi } from './api.ts'
import type { CompanyOrdersQuery, Decision, OpenItem, WaitingOrder } from './schema.ts'

const client = createClient<CompanyOrdersApi>()

/** The newest orders of the caller's company that a search finds. */
export const fetchCompanyOrders = (query: CompanyOrdersQuery): Promise<Order[]> =>
  unwrap(client.company.orders.$get({ query }))

/** The open invoices of the caller's company, or of any for the staff. */
export const fetchOpenItems = (companyId?: string): Promise<OpenItem[]> =>
  companyId === undefined
    ? unwrap(client.company['open-items'].$get())
    : unwrap(client.companies[':id']['open-items'].$get({ param: { id: encodeURIComponent(companyId) } }))

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
