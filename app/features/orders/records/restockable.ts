import { findStocks } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { notBackOfOrder } from '../left-to-ship.ts'
import type { OrderDetails } from '../schema.ts'
import { hasGone } from './refundable.ts'
import type { OrderWithShipments } from './shipment-rows.ts'

/** The pieces of an order that can be put back to stock, with the present stocks: see `restockOrder`. */
export async function findRestockable(
  db: Db,
  order: OrderWithShipments,
): Promise<NonNullable<OrderDetails['restockable']>> {
  const left = hasGone(order) ? notBackOfOrder(order) : new Map<number, number>()
  const idOf = (position: number) => order.lines[position]?.product_id ?? ''
  const stocks = await findStocks(db, [...left.keys()].map(idOf))
  return [...left].map(([position, quantity]) => ({
    position,
    quantity,
    stock: stocks.get(idOf(position))?.quantity ?? 0,
  }))
}
