import { staffCall } from '#features/accounts/calls.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { decisionSchema, transactionIdField, unmatchedPaymentsSchema } from '../schema.ts'
import { decideLostPayment, listUnmatchedPayments } from './lost-orders.ts'

const listRoute = staffCall('money', 'get', '/unmatched-payment', {
  operationId: 'listUnmatchedPayments',
  summary: 'Payments that match no payable order (admin)',
  description:
    'Up to 100 of each kind, the newest first: those of orders that a restore lost, which wait for a decision, before those that are refunded by themselves.',
  answers: { 200: jsonAnswer('The payments', unmatchedPaymentsSchema) },
})

const decideRoute = staffCall('money', 'put', '/unmatched-payment/{id}', {
  operationId: 'decideLostPayment',
  summary: 'Refund or keep the payment of a lost order (admin)',
  description:
    '`keep` when the order was shipped; it can still be refunded. A refund is made within seconds.',
  params: z.object({ id: transactionIdField }),
  body: decisionSchema,
  answers: { 200: jsonAnswer('The payments', unmatchedPaymentsSchema) },
  refusals: ['conflict'],
})

/** The calls about payments that match no order, for admins. */
export function unmatchedApi(shop: Shop) {
  return createRouter('Payments')
    .openapi(listRoute, async (c) => c.json(await listUnmatchedPayments(shop.db), 200))
    .openapi(decideRoute, async (c) => {
      const { decision } = c.req.valid('json')
      return c.json(await decideLostPayment(shop, c.get('user'), c.req.valid('param').id, decision), 200)
    })
}
