import { z } from 'zod'
import { CARRIER, MAXIMUM_ORDERS_AT_ONCE, MAXIMUM_SHIPMENTS, TRACKING } from '#features/orders/limits.ts'
import { orderDetailsSchema, piecesField } from '#features/orders/schema.ts'
import { orderStatuses } from '#features/orders/states.ts'
import { idField, oneLineField, WITH_OTHER_ERRORS } from '#kit/input/fields.ts'

const statusField = z.enum(orderStatuses, 'The status has to be pending or shipped.')

export const despiteDisputeField = z
  .boolean('despiteDispute has to be true or false.')
  .meta({ description: 'An order in dispute is shipped only with `true`.' })
  .optional()

export const statusSchema = z.object({ status: statusField, despiteDispute: despiteDisputeField })

/** The status that an order gets. */
export type SetStatus = z.infer<typeof statusSchema>

const parcelFields = {
  carrier: oneLineField(CARRIER.what, CARRIER).optional(),
  tracking: oneLineField(TRACKING.what, TRACKING).optional(),
}

const parcelSchema = z.object({ id: idField, ...parcelFields })

/** Carrier and tracking number of the shipment of the order with this id. */
export type Parcel = z.infer<typeof parcelSchema>

const parcelsField = z
  .array(parcelSchema, 'The parcels are a list of orders with their tracking.')
  .min(1, 'Name at least one parcel.')
  .max(MAXIMUM_ORDERS_AT_ONCE, `At most ${MAXIMUM_ORDERS_AT_ONCE} parcels can be named.`)

/**
 * The status that each of these orders gets. `pending` cancels only the `shipments`, if any are named; `shipped` ships
 * with what `parcels` says.
 */
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
    parcels: parcelsField.optional(),
  })
  .refine(({ status, shipments }) => shipments === undefined || status === 'pending', {
    path: ['shipments'],
    error: 'Shipments are named only to cancel them.',
    ...WITH_OTHER_ERRORS,
  })
  .refine(({ status, parcels }) => parcels === undefined || status === 'shipped', {
    path: ['parcels'],
    error: 'Parcels are named only to ship them.',
    ...WITH_OTHER_ERRORS,
  })
  // It reads the ids and the parcels, so it is checked only when both are lists of what they have to be.
  .refine(({ ids, parcels = [] }) => areOfOrders(parcels, ids), {
    path: ['parcels'],
    error: 'Each parcel is of one of the orders, and each order has one at most.',
  })

const areOfOrders = (parcels: readonly { readonly id: string }[], ids: readonly string[]): boolean =>
  parcels.every(({ id }) => ids.includes(id)) && new Set(parcels.map(({ id }) => id)).size === parcels.length

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
  ...parcelFields,
  lines: piecesField.optional(),
  despiteDispute: despiteDisputeField,
})

export type NewShipment = z.infer<typeof newShipmentSchema>

/** Which shipments of an order are restored that were cancelled. */
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
