import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { orderId } from '#features/orders/api.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema, orderSchema } from '#features/orders/schema.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { decideApproval } from './deciding/decide-approval.ts'
import { listCompanyOrders, listWaitingOrders } from './lists/company-orders.ts'
import { listOpenItems, listOwnOpenItems } from './lists/open-items.ts'
import { companyOrdersQuerySchema, decisionSchema, openItemSchema, waitingOrderSchema } from './schema.ts'

/** @public */
export const APPROVAL_LIMIT: Limit = {
  name: 'approval',
  what: 'approved and declined orders of a company',
  account: 300,
  address: 3000,
  windowMs: MINUTE_MS,
}

const listRoute = ownCall('get', '/company/orders', {
  operationId: 'listCompanyOrders',
  summary: 'The orders of the caller’s company, newest first',
  description:
    'Approvers and managers read all of them, buyers their own. Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page.',
  query: companyOrdersQuerySchema,
  limit: 'reads',
  answers: { 200: jsonAnswer('Orders', z.array(orderSchema), PAGING_HEADERS) },
  refusals: ['not_found'],
})

const waitingRoute = ownCall('get', '/company/approvals', {
  operationId: 'listWaitingOrders',
  summary: 'The orders that wait for an approver like the caller',
  description:
    'Those whose hold ends first before the others, without the caller’s own. `month` says what the member has ordered in that month besides.',
  limit: 'reads',
  answers: { 200: jsonAnswer('Orders', z.array(waitingOrderSchema)) },
  refusals: ['not_found', 'forbidden'],
})

const items = jsonAnswer('The open invoices', z.array(openItemSchema))

const openItemsRoute = ownCall('get', '/company/open-items', {
  operationId: 'listOwnOpenItems',
  summary: 'The open invoices of the caller’s company, with their age (approver, manager)',
  description: 'The longest due first, at most 500.',
  limit: 'reads',
  answers: { 200: items },
  refusals: ['not_found', 'forbidden'],
})

const openItemsOfRoute = staffCall('money', 'get', '/companies/{id}/open-items', {
  operationId: 'listOpenItems',
  summary: 'The open invoices of a company, with their age (admin)',
  description: 'The longest due first, at most 500. Of an unknown company there are none.',
  params: z.object({ id: z.string().meta({ description: 'The id of the company.' }) }),
  answers: { 200: items },
})

const refusals = [orderRefusals.ownOrder, productRefusals.revisionChanged, 'conflict'] as const

const approveRoute = ownCall('post', '/myorder/{id}/approve', {
  operationId: 'approveOrder',
  summary: 'Approve an order of the own company that waits (approver, manager)',
  ...orderId,
  body: decisionSchema,
  limit: APPROVAL_LIMIT,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: [...refusals, orderRefusals.overLimit, orderRefusals.blocked],
})

const declineRoute = ownCall('post', '/myorder/{id}/decline', {
  operationId: 'declineOrder',
  summary: 'Decline an order of the own company that waits (approver, manager)',
  description: 'It ends as a cancelled one does: its pieces return to stock.',
  ...orderId,
  body: decisionSchema,
  limit: APPROVAL_LIMIT,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals,
})

/** The calls about the orders of a company, and their approval. */
export function companyOrdersApi(shop: Shop) {
  return createRouter('Companies')
    .openapi(listRoute, async (c) =>
      answerPage(c, await listCompanyOrders(shop.db, c.get('user'), c.req.valid('query'))),
    )
    .openapi(waitingRoute, async (c) => c.json(await listWaitingOrders(shop, c.get('user')), 200))
    .openapi(openItemsRoute, async (c) => c.json(await listOwnOpenItems(shop, c.get('user')), 200))
    .openapi(openItemsOfRoute, async (c) => c.json(await listOpenItems(shop, c.req.valid('param').id), 200))
    .openapi(approveRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await decideApproval(shop, c.get('user'), id, 'approve', c.req.valid('json')), 200)
    })
    .openapi(declineRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await decideApproval(shop, c.get('user'), id, 'decline', c.req.valid('json')), 200)
    })
}

export type CompanyOrdersApi = ReturnType<typeof companyOrdersApi>
