import { findStocks } from '#features/catalog/catalog.ts'
import { findHeldPieces, NONE_HELD } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import type { CountedPart } from '../schema.ts'

/** The stocks of these products in their sequence, without those that are unknown. */
export async function findCounted(db: Db, ids: readonly string[]): Promise<CountedPart[]> {
  const [stocks, held] = await Promise.all([findStocks(db, ids), findHeldPieces(db, ids)])
  return [...new Set(ids)].flatMap((id) => {
    const stock = stocks.get(id)
    if (!stock) return []
    const { sku, name, quantity } = stock
    const { unpaid, paid } = held.get(id) ?? NONE_HELD
    return [
      { _id: id, sku, name, forSale: quantity, held: { unpaid, paid }, onHand: quantity + unpaid + paid },
    ]
  })
}
