import type { Guards } from '#features/accounts/accounts.ts'
import { orderId } from '#features/orders/api.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { security, tags } from '../shipments/api.ts'
import { restockOrder } from './restock-order.ts'
import { restockSchema } from './schema.ts'

const restockRoute = createRoute({
  method: 'post',
  path: '/order/{id}/restock',
  operationId: 'restockOrder',
  tags,
  summary: 'Put pieces of an order whose money went back into stock (admin)',
  description:
    'After a refund, whoever made it, or a lost dispute: pieces that are not shipped and not back yet. They are not shipped any more. Without `lines` all of them, if all of the money went back, else those that refunds named; after a part of the money without named pieces `lines` is required. A refusal says with `left` what can be put back. The same `Idempotency-Key` puts back once.',
  security,
  request: {
    ...orderId,
    headers: z.object({ 'idempotency-key': idempotencyKeyField.optional() }),
    body: { ...jsonBody(restockSchema).body, required: false },
  },
  responses: {
    200: jsonAnswer('The order', orderDetailsSchema),
    ...refusals(
      ...FOR_ADMINS,
      ...WITH_BODY,
      'not_found',
      'key_reused',
      orderRefusals.unpaid,
      orderRefusals.exceedsLeft,
      'conflict',
    ),
  },
})

/** The call that puts pieces back to stock, for admins. */
export function restockingApi(shop: Shop, guards: Guards) {
  return createRouter().openapi({ ...restockRoute, middleware: guards.requireAdmin }, async (c) => {
    const { 'idempotency-key': key } = c.req.valid('header')
    const { id } = c.req.valid('param')
    return c.json(await restockOrder(shop, c.get('user'), id, c.req.valid('json'), key), 200)
  })
}
