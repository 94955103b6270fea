import { findStocks } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { byPosition, leftToShip, notBackOfOrder } from '../left-to-ship.ts'
import type { OrderDetails } from '../schema.ts'
import { awaited } from './backorder-rows.ts'
import { hasGone } from './refundable.ts'
import type { OrderWithShipments } from './shipment-rows.ts'

/** Without the refunded pieces that it lacks: these are given up. */
const keptOfOrder = (order: OrderWithShipments): Map<number, number> =>
  byPosition(
    leftToShip(
      [...notBackOfOrder(order)].map(([position, quantity]) => ({ position, quantity })),
      order.lines.map((line) => ({ position: line.position, quantity: line.backordered - awaited(line) })),
    ),
  )

/** The pieces of an order that can be put back to stock, with the present stocks: see `restockOrder`. */
export async function findRestockable(
  db: Db,
  order: OrderWithShipments,
): Promise<NonNullable<OrderDetails['restockable']>> {
  const left = hasGone(order) ? keptOfOrder(order) : new Map<number, number>()
  const idOf = (position: number) => order.lines[position]?.product_id ?? ''
  const stocks = await findStocks(db, [...left.keys()].map(idOf))
  return [...left].map(([position, quantity]) => ({
    position,
    quantity,
    stock: stocks.get(idOf(position))?.quantity ?? 0,
  }))
}
