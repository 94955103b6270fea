import { staffCall } from '#features/accounts/calls.ts'
import { orderId } from '#features/orders/api.ts'
import { RIGHT_TO } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { paymentRefusals } from '#features/payments/refusals.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { holdOrder } from './hold-order.ts'
import { remindOfPayment } from './remind-of-payment.ts'
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

const remindRoute = staffCall('orders', 'post', '/order/{id}/payment-reminder', {
  operationId: 'remindOfPayment',
  summary: 'Mail the customer of an unpaid order that it waits for its payment (admin)',
  description: 'Once a day at most. The shop reminds before the end of the hold by itself, also after this.',
  ...orderId,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: [paymentRefusals.alreadyPaid, orderRefusals.approvalWaiting, 'conflict'],
})

/** The calls about the hold of an unpaid order, for admins. */
export function holdingApi(shop: Shop) {
  return createRouter('Orders')
    .openapi(holdRoute, async (c) =>
      c.json(await holdOrder(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json').until), 200),
    )
    .openapi(remindRoute, async (c) =>
      c.json(await remindOfPayment(shop, c.get('user'), c.req.valid('param').id), 200),
    )
}
