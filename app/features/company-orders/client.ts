import type { Order, OrderDetails } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { CompanyOrdersApi } from './api.ts'
import type { CompanyOrdersQuery, Decision, OpenItem, WaitingOrder } from './schema.ts'

const client = createClient<CompanyOrdersApi>()

/** Which orders of the company are listed, besides its search. */
export type CompanyOrdersFilter = Pick<CompanyOrdersQuery, 'state' | 'member'>

/** A page of the orders of the caller's company, newest first. */
export const fetchCompanyOrders = (
  query: CompanyOrdersFilter & Parameters<FetchPage<Order>>[0],
  signal: AbortSignal,
) => unwrapPage(client.company.orders.$get({ query }, { init: { signal } }))

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
