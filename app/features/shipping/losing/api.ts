import type { Guards } from '#features/accounts/accounts.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { FOR_ADMINS, jsonAnswer, jsonBody, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { createRoute, createRouter } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { security, shipmentId, tags } from '../shipments/api.ts'
import { loseShipment } from './lose-shipment.ts'
import { loseShipmentSchema } from './schema.ts'

const loseRoute = createRoute({
  method: 'post',
  path: '/order/{id}/shipments/{shipmentId}/lost',
  operationId: 'loseShipment',
  tags,
  summary: 'Say that a shipment was lost on its way (admin)',
  description:
    'Its pieces are taken from stock again and are to be shipped again; what is refunded of it is not. It keeps its tracking number, with `lostAt` and `lostReason`. The customer gets a mail. A refusal for want of stock says with `left` what there is.',
  security,
  request: { ...shipmentId, ...jsonBody(loseShipmentSchema) },
  responses: {
    200: jsonAnswer('The order', orderDetailsSchema),
    ...refusals(
      ...FOR_ADMINS,
      ...WITH_BODY,
      'not_found',
      orderRefusals.refunded,
      orderRefusals.disputed,
      orderRefusals.outOfStock,
    ),
  },
})

/** The call that says that a parcel is lost, for admins. */
export function losingApi(shop: Shop, guards: Guards) {
  return createRouter().openapi({ ...loseRoute, middleware: guards.requireAdmin }, async (c) => {
    const { id, shipmentId: shipment } = c.req.valid('param')
    return c.json(await loseShipment(shop, c.get('user'), id, shipment, c.req.valid('json')), 200)
  })
}
