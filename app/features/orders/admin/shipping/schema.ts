import { z } from 'zod'
import { idField, oneLineField, WITH_OTHER_ERRORS } from '#kit/input/fields.ts'
import { CARRIER, MAXIMUM_ORDERS_AT_ONCE, MAXIMUM_SHIPMENTS, TRACKING } from '../../limits.ts'
import { orderDetailsSchema, piecesField } from '../../schema.ts'
import { orderStatuses } from '../../states.ts'

const statusField = z.enum(orderStatuses, 'The status has to be pending or shipped.')

export const statusSchema = z.object({ status: statusField })

/** The status that each of these orders gets. `pending` takes back only the `shipments`, if any are named. */
export const setStatusesSchema = z
  .object({
    ids: z
      .array(idField, 'The ids are a list of the ids of orders.')
      .min(1, 'Name at least one order.')
      .max(MAXIMUM_ORDERS_AT_ONCE, `At most ${MAXIMUM_ORDERS_AT_ONCE} orders can be changed at once.`),
    status: statusField,
    shipments: z
      .array(idField, 'The shipments are a list of the ids of shipments.')
      .min(1, 'Name at least one shipment.')
      .max(MAXIMUM_ORDERS_AT_ONCE, `At most ${MAXIMUM_ORDERS_AT_ONCE} shipments can be named.`)
      .optional(),
  })
  .refine(({ status, shipments }) => shipments === undefined || status === 'pending', {
    path: ['shipments'],
    error: 'Shipments are named only to take them back.',
    ...WITH_OTHER_ERRORS,
  })

export type SetStatuses = z.infer<typeof setStatusesSchema>

export const statusesAnswerSchema = z.object({
  modifiedCount: z.number().int(),
  refused: z.array(z.object({ id: z.string(), code: z.string() })),
  shipments: z.array(z.string()),
})

/**
 * How many orders changed, those that could not get the status with the code of the refusal, and the ids of the shipments
 * that came or went.
 */
export type StatusesAnswer = z.infer<typeof statusesAnswerSchema>

/** A new shipment: of the pieces that `lines` names, or of all that are left. */
export const newShipmentSchema = z.object({
  carrier: oneLineField(CARRIER.what, CARRIER).optional(),
  tracking: oneLineField(TRACKING.what, TRACKING).optional(),
  lines: piecesField.optional(),
})

export type NewShipment = z.infer<typeof newShipmentSchema>

/** Which shipments of an order are restored that were taken back. */
export const restoreShipmentsSchema = z.object({
  shipments: z
    .array(idField, 'The shipments are a list of the ids of shipments.')
    .min(1, 'Name at least one shipment.')
    .max(MAXIMUM_SHIPMENTS, `An order has at most ${MAXIMUM_SHIPMENTS} shipments.`),
})

/** What changes of a shipment; null removes it. */
export const changeTrackingSchema = z.object({
  carrier: oneLineField(CARRIER.what, CARRIER).nullable().optional(),
  tracking: oneLineField(TRACKING.what, TRACKING).nullable().optional(),
})

export type ChangeTracking = z.infer<typeof changeTrackingSchema>

/** The order after a part of it was shipped; `shipmentId` is the new shipment. */
export const shippedOrderSchema = orderDetailsSchema
  .extend({ shipmentId: z.string() })
  .meta({ id: 'ShippedOrder' })

export type ShippedOrder = z.infer<typeof shippedOrderSchema>
