import type { SignedInUser } from '#features/accounts/accounts.ts'
import { arrivesIfShippedOn, findOrderDetails, type Order, sellerToday } from '#features/orders/orders.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { packingSlipPaper } from './packing-slip.ts'
import { sourceOf } from './paper-source.ts'

/** When an order arrives that was to ship before today and is packed today. */
async function lateArrival(shop: Shop, order: Order): Promise<ReturnType<typeof arrivesIfShippedOn>> {
  const today = await sellerToday(shop)
  return order.delivery && order.delivery.ships < today ? arrivesIfShippedOn(today, order) : undefined
}

/** The packing slip of an order, or of one of its shipments. */
export async function slipOf(shop: Shop, admin: SignedInUser, orderId: string, shipmentId?: string) {
  const order = await findOrderDetails(shop.db, admin, orderId)
  const shipment = order.shipments.find(({ _id }) => _id === shipmentId)
  if (shipmentId !== undefined && !shipment)
    throw new AppError('not_found', 'The order has no such shipment.')
  const arrives = shipment || order.status === 'shipped' ? undefined : await lateArrival(shop, order)
  const source = { ...(await sourceOf(shop, order)), ...(shipment && { shipment }), arrives }
  return { order, paper: packingSlipPaper(source) }
}
