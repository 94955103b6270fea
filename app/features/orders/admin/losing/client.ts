import { unwrap } from '#kit/browser/client.ts'
import { ordersClient } from '../../client.ts'
import type { OrderDetails } from '../../schema.ts'
import type { LoseShipment } from './schema.ts'

/** Says that a shipment was lost, so that its pieces are shipped again. For admins. */
export function loseShipment(orderId: string, shipmentId: string, json: LoseShipment): Promise<OrderDetails> {
  const param = { id: encodeURIComponent(orderId), shipmentId: encodeURIComponent(shipmentId) }
  return unwrap(ordersClient.order[':id'].shipments[':shipmentId'].lost.$post({ param, json }))
}
