import { staffCall } from '#features/accounts/calls.ts'
import { RIGHT_TO } from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { shipmentId } from '../shipments/api.ts'
import { loseShipment } from './lose-shipment.ts'
import { loseShipmentSchema } from './schema.ts'

const loseRoute = staffCall(RIGHT_TO.lose, 'post', '/order/{id}/shipments/{shipmentId}/lost', {
  operationId: 'loseShipment',
  summary: 'Say that a shipment was lost on its way (admin)',
  description:
    'Its pieces are taken from stock again and are to be shipped again; what is refunded of it is not. It keeps its tracking number, with `lostAt` and `lostReason`. The customer gets a mail. A refusal for want of stock says with `left` what there is.',
  ...shipmentId,
  body: loseShipmentSchema,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: [orderRefusals.refunded, orderRefusals.disputed, orderRefusals.outOfStock, 'conflict'],
})

/** The call that says that a parcel is lost, for admins. */
export function losingApi(shop: Shop) {
  return createRouter('Orders').openapi(loseRoute, async (c) => {
    const { id, shipmentId: shipment } = c.req.valid('param')
    return c.json(await loseShipment(shop, c.get('user'), id, shipment, c.req.valid('json')), 200)
  })
}
