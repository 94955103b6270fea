import { staffCall } from '#features/accounts/calls.ts'
import { orderId } from '#features/orders/api.ts'
import { RIGHT_TO } from '#features/orders/orders.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { holdOrder } from './hold-order.ts'
import { holdSchema } from './schema.ts'

const holdRoute = staffCall(RIGHT_TO.hold, 'post', '/order/{id}/hold', {
  operationId: 'holdOrder',
  summary: 'Hold the pieces of an unpaid order until a moment (admin)',
  description: 'At most 30 days from now. The customer gets a mail; the payment link ends with the hold.',
  ...orderId,
  body: holdSchema,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: ['conflict'],
})

/** The call that changes until when pieces are held, for admins. */
export function holdingApi(shop: Shop) {
  return createRouter('Orders').openapi(holdRoute, async (c) =>
    c.json(await holdOrder(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json').until), 200),
  )
}
