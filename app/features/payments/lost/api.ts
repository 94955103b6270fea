import type { Guards } from '#features/accounts/accounts.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { decisionSchema, transactionIdField, unmatchedPaymentsSchema } from '../schema.ts'
import { decideLostPayment, listUnmatchedPayments } from './lost-orders.ts'

const security = PROOF.bearer

const tags = ['Payments']

const listRoute = createRoute({
  method: 'get',
  path: '/unmatched-payment',
  operationId: 'listUnmatchedPayments',
  tags,
  summary: 'Payments that match no payable order (admin)',
  description:
    'Up to 100 of each kind, the newest first: those of orders that a restore lost, which wait for a decision, before those that are refunded by themselves.',
  security,
  responses: {
    200: jsonAnswer('The payments', unmatchedPaymentsSchema),
    ...refusals(...FOR_ADMINS),
  },
})

const decideRoute = createRoute({
  method: 'put',
  path: '/unmatched-payment/{id}',
  operationId: 'decideLostPayment',
  tags,
  summary: 'Refund or keep the payment of a lost order (admin)',
  description:
    '`keep` when the order was shipped; it can still be refunded. A refund is made within seconds.',
  security,
  request: { params: z.object({ id: transactionIdField }), ...jsonBody(decisionSchema) },
  responses: {
    200: jsonAnswer('The payments', unmatchedPaymentsSchema),
    ...refusals(...FOR_ADMINS, ...WITH_BODY, 'not_found', 'conflict'),
  },
})

/** The calls about payments that match no order, for admins. */
export function unmatchedApi(shop: Shop, guards: Guards) {
  return createRouter()
    .openapi({ ...listRoute, middleware: guards.requireAdmin }, async (c) =>
      c.json(await listUnmatchedPayments(shop.db), 200),
    )
    .openapi({ ...decideRoute, middleware: guards.requireAdmin }, async (c) => {
      const { decision } = c.req.valid('json')
      return c.json(await decideLostPayment(shop, c.get('user'), c.req.valid('param').id, decision), 200)
    })
}
