import { staffCall } from '#features/accounts/calls.ts'
import { orderId } from '#features/orders/api.ts'
import { RIGHT_TO } from '#features/orders/orders.ts'
import { orderRefusals, shippingRefusals } from '#features/orders/refusals.ts'
import { orderDetailsSchema } from '#features/orders/schema.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { jsonAnswer } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import {
  changeTrackingSchema,
  newShipmentSchema,
  restoreShipmentsSchema,
  setStatusesSchema,
  shippedOrderSchema,
  statusesAnswerSchema,
  statusSchema,
} from '../schema.ts'
import { cancelShipment } from './cancel-shipments.ts'
import { changeTracking } from './change-tracking.ts'
import { restoreShipments } from './restore-shipments.ts'
import { setOrderStatus, setOrderStatuses, shipOrder } from './ship-orders.ts'

/** To set a status ships an order or reverts it, by one call: so both take one right. */
const RIGHT_TO_SET_STATUS = RIGHT_TO.revert satisfies typeof RIGHT_TO.ship

const setStatusRoute = staffCall(RIGHT_TO_SET_STATUS, 'put', '/order/{id}', {
  operationId: 'setOrderStatus',
  summary: 'Set the status of a paid order (admin)',
  description:
    '`shipped` ships all that is left, `pending` cancels all shipments. `modifiedCount` is 1 where a shipment came or went. An order in dispute ships only with `despiteDispute`.',
  ...orderId,
  body: statusSchema,
  answers: { 200: jsonAnswer('How many changed', z.object({ modifiedCount: z.number() })) },
  refusals: [
    orderRefusals.unpaid,
    orderRefusals.approvalWaiting,
    orderRefusals.refunded,
    orderRefusals.disputed,
    orderRefusals.backordered,
    'conflict',
  ],
})

const setStatusesRoute = staffCall(RIGHT_TO_SET_STATUS, 'put', '/orders', {
  operationId: 'setOrderStatuses',
  summary: 'Set the status of several paid orders (admin)',
  description:
    'The orders that cannot get it are in `refused`, each with the code by which `PUT /order/{id}` refuses it; the others are changed, all or none of them. `shipments` has the ids of the shipments that came or went; `pending` with `shipments` cancels only these. `shipped` with `parcels` ships these orders with their carrier and tracking number; one of them that is shipped already is refused, and one in dispute (`disputed`), which `PUT /order/{id}` ships with `despiteDispute`.',
  body: setStatusesSchema,
  answers: { 200: jsonAnswer('How many changed', statusesAnswerSchema) },
})

const shipRoute = staffCall(RIGHT_TO.ship, 'post', '/order/{id}/shipments', {
  operationId: 'shipOrder',
  summary: 'Ship pieces of a paid order (admin)',
  description:
    'Without `lines` all that is left; a `position` is that of a line of the order, from 0. While pieces are left, the order is `pending` and its `progress` `partly_shipped`. The mail to the customer leaves after 10 seconds, when it can no longer be undone. `shipmentId` is the new shipment; the same `Idempotency-Key` returns the same one. A refusal says with `left` what can be shipped. An order in dispute ships only with `despiteDispute`. Known carriers, which get a `trackingUrl`: DHL, UPS, FedEx, DPD and GLS.',
  ...orderId,
  headers: z.object({ 'idempotency-key': idempotencyKeyField.optional() }),
  body: newShipmentSchema,
  answers: { 201: jsonAnswer('The order, and the id of the new shipment', shippedOrderSchema) },
  refusals: ['key_reused', ...shippingRefusals],
})

/** The parameters of the calls of one shipment. */
export const shipmentId = {
  params: z.object({
    ...orderId.params.shape,
    shipmentId: z.string().meta({ description: 'The id of the shipment.' }),
  }),
}

const trackRoute = staffCall(RIGHT_TO.track, 'patch', '/order/{id}/shipments/{shipmentId}', {
  operationId: 'changeTracking',
  summary: 'Change carrier and tracking number of a shipment (admin)',
  description:
    'Without cancelling it; null removes one. A customer who was told of the shipment gets a mail with them.',
  ...shipmentId,
  body: changeTrackingSchema,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
})

const cancelShipmentRoute = staffCall(
  RIGHT_TO['cancel shipment'],
  'delete',
  '/order/{id}/shipments/{shipmentId}',
  {
    operationId: 'cancelShipment',
    summary: 'Cancel a shipment (admin)',
    description:
      'Within 10 seconds after it was shipped no mail about it leaves. Later the customer gets a mail that it is not shipped yet, 10 seconds after it was cancelled: until then `POST /order/{id}/restored-shipments` undoes that.',
    ...shipmentId,
    answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
    refusals: ['conflict'],
  },
)

const restoreRoute = staffCall(RIGHT_TO.restore, 'post', '/order/{id}/restored-shipments', {
  operationId: 'restoreShipments',
  summary: 'Undo that shipments were cancelled (admin)',
  description:
    'Within 10 seconds. They are again what they were, with their ids, times and tracking numbers, and no mail says that they are not shipped. All of them or none.',
  ...orderId,
  body: restoreShipmentsSchema,
  answers: { 200: jsonAnswer('The order', orderDetailsSchema) },
  refusals: ['conflict', orderRefusals.exceedsLeft, orderRefusals.outOfStock],
})

/** The calls of shipping, for admins. */
export function shipmentsApi(shop: Shop) {
  return createRouter('Orders')
    .openapi(setStatusRoute, async (c) => {
      const { id } = c.req.valid('param')
      const modifiedCount = await setOrderStatus(shop, c.get('user'), id, c.req.valid('json'))
      return c.json({ modifiedCount }, 200)
    })
    .openapi(setStatusesRoute, async (c) => {
      return c.json(await setOrderStatuses(shop, c.get('user'), c.req.valid('json')), 200)
    })
    .openapi(shipRoute, async (c) => {
      const { 'idempotency-key': key } = c.req.valid('header')
      const { id } = c.req.valid('param')
      return c.json(await shipOrder(shop, c.get('user'), id, c.req.valid('json'), key), 201)
    })
    .openapi(cancelShipmentRoute, async (c) => {
      const { id, shipmentId } = c.req.valid('param')
      return c.json(await cancelShipment(shop, c.get('user'), id, shipmentId), 200)
    })
    .openapi(trackRoute, async (c) => {
      const { id, shipmentId: shipment } = c.req.valid('param')
      return c.json(await changeTracking(shop, c.get('user'), id, shipment, c.req.valid('json')), 200)
    })
    .openapi(restoreRoute, async (c) => {
      const { shipments } = c.req.valid('json')
      return c.json(await restoreShipments(shop, c.get('user'), c.req.valid('param').id, shipments), 200)
    })
}
