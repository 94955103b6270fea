import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import './tables.ts'

/** The pieces of one order line, at the price that the customer agreed to. */
export interface StockLine {
  readonly productId: string
  readonly quantity: number
  readonly priceE4: number
}

/**
 * Takes the whole quantity out of stock, or nothing of it: false when there are too few pieces, the price is
 * another by now, or the product is no longer for sale. One guarded statement, so no two orders get one piece.
 */
export async function reserveStock(trx: Db, line: StockLine): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('products')
    .set({ quantity: sql<number>`quantity - ${line.quantity}` })
    .where('id', '=', line.productId)
    .where('archived_at', 'is', null)
    .where('price_e4', '=', line.priceE4)
    .where('quantity', '>=', line.quantity)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Puts pieces back for sale; those of an archived product are kept for its books. */
export async function releaseStock(trx: Db, line: { productId: string; quantity: number }): Promise<void> {
  await trx
    .updateTable('products')
    .set({ quantity: sql<number>`quantity + ${line.quantity}` })
    .where('id', '=', line.productId)
    .execute()
}
