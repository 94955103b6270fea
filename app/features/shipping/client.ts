import type { OrderDetails, Shipment } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { UndoCall } from '#kit/ui/overlay/undos.ts'
import type { ShippingApi } from './api.ts'
import type { ChangeTracking, NewShipment, Parcel, ShippedOrder } from './schema.ts'

/** The typed client for the calls of shipping. */
export const shippingClient = createClient<ShippingApi>()

interface CancelBody {
  readonly ids: readonly string[]
  readonly status: 'pending'
  readonly shipments: readonly string[]
}

/** The call that cancels these shipments of these orders, of at most as many orders as one call takes. */
export const cancelShipmentsCall = (ids: readonly string[], shipments: readonly string[]): UndoCall => ({
  method: 'PUT',
  path: '/api/orders',
  body: { ids, status: 'pending', shipments } satisfies CancelBody,
})

/** The same calls for only these of their shipments. */
export function cancelOnly(calls: readonly UndoCall[], wanted: readonly string[]): UndoCall[] {
  return calls.flatMap(({ body }) => {
    const { ids, shipments } = body as CancelBody
    const left = shipments.filter((id) => wanted.includes(id))
    return left.length > 0 ? [cancelShipmentsCall(ids, left)] : []
  })
}

/** The call that undoes that these shipments of an order were cancelled. */
export const restoreCall = (orderId: string, shipments: readonly string[]): UndoCall => ({
  method: 'POST',
  path: `/api/order/${encodeURIComponent(orderId)}/restored-shipments`,
  body: { shipments },
})

/** Ships pieces of an order, or all that are left. A repeat with the same key returns the same shipment. For admins. */
export function shipOrder(orderId: string, json: NewShipment, key: string): Promise<ShippedOrder> {
  const param = { id: encodeURIComponent(orderId) }
  const header = { 'idempotency-key': key }
  return unwrap(shippingClient.order[':id'].shipments.$post({ param, header, json }))
}

/**
 * Ships all that is left of an order in dispute. Without a key: after a lost answer a repeat finds nothing left. For admins.
 */
export function shipDespiteDispute(orderId: string, parcel: Omit<Parcel, 'id'>): Promise<ShippedOrder> {
  const param = { id: encodeURIComponent(orderId) }
  const json = { ...parcel, despiteDispute: true }
  return unwrap(shippingClient.order[':id'].shipments.$post({ param, header: {}, json }))
}

/** Changes carrier and tracking number of a shipment. For admins. */
export function changeTracking(
  orderId: string,
  shipmentId: string,
  json: ChangeTracking,
): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId), shipmentId: encodeURIComponent(shipmentId) }
  return unwrap(shippingClient.order[':id'].shipments[':shipmentId'].$patch({ param, json }))
}

/** The call that gives a shipment the carrier and tracking number that it had. */
export const formerTrackingCall = (orderId: string, { _id, carrier, tracking }: Shipment): UndoCall => ({
  method: 'PATCH',
  path: `/api/order/${encodeURIComponent(orderId)}/shipments/${encodeURIComponent(_id)}`,
  body: { carrier: carrier ?? null, tracking: tracking ?? null } satisfies ChangeTracking,
})

/** Cancels a shipment of an order. For admins. */
export function cancelShipment(orderId: string, shipmentId: string): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId), shipmentId: encodeURIComponent(shipmentId) }
  return unwrap(shippingClient.order[':id'].shipments[':shipmentId'].$delete({ param }))
}
