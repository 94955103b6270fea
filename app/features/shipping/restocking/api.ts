import { staffCall } from '#features/accounts/calls.ts'
import { orderId } from '#features/orders/api.ts'
import { RIGHT_TO } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { restockOrder } from './restock-order.ts'
import { restockSchema } from './schema.ts'

const restockRoute = staffCall(RIGHT_TO.restock, 'post', '/order/{id}/restock', {
  operationId: 'restockOrder',
  summary: 'Put pieces of an order whose money went back into stock (admin)',
  description:
    'After a refund, whoever made it, or a lost dispute: pieces that are not shipped and not back yet. They are not shipped any more. Without `lines` all of them, if all of the money went back, else those that refunds named; after a part of the money without named pieces `lines` is required. A refusal says with `left` what can be put back. The same `Idempotency-Key` puts back once.',
  ...orderId,
  headers: z.object({ 'idempotency-key': idempotencyKeyField.optional() }),
  body: restockSchema,
  isBodyOptional: true,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: ['key_reused', orderRefusals.unpaid, orderRefusals.exceedsLeft, 'conflict'],
})

/** The call that puts pieces back to stock, for admins. */
export function restockingApi(shop: Shop) {
  return createRouter('Orders').openapi(restockRoute, async (c) => {
    const { 'idempotency-key': key } = c.req.valid('header')
    const { id } = c.req.valid('param')
    return c.json(await restockOrder(shop, c.get('user'), id, c.req.valid('json'), key), 200)
  })
}
