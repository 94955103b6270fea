import type { OrderDetails } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { shippingClient } from '../client.ts'
import type { LoseShipment } from './schema.ts'

/** Says that a shipment was lost, so that its pieces are shipped again. For admins. */
export function loseShipment(orderId: string, shipmentId: string, json: LoseShipment): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId), shipmentId: encodeURIComponent(shipmentId) }
  return unwrap(shippingClient.order[':id'].shipments[':shipmentId'].lost.$post({ param, json }))
}
