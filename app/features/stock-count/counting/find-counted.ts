import { findCountable } from '#features/catalog/catalog.ts'
import { findHeldPieces, NONE_HELD } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { heldSum } from '../held.ts'
import type { CountedPart } from '../schema.ts'

/** The stocks of these products in their sequence, without those that are unknown or archived. */
export async function findCounted(db: Db, ids: readonly string[]): Promise<CountedPart[]> {
  const [rows, held] = await Promise.all([findCountable(db, ids), findHeldPieces(db, ids)])
  const stocks = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => {
    const stock = stocks.get(id)
    if (!stock) return []
    const { sku, name, quantity } = stock
    const ofOrders = held.get(id) ?? NONE_HELD
    return [{ _id: id, sku, name, forSale: quantity, held: ofOrders, onHand: quantity + heldSum(ofOrders) }]
  })
}
