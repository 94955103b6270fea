import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import './tables.ts'

/** The pieces of one order line, at the price that the customer saw. */
export interface StockLine {
  readonly productId: string
  readonly quantity: number
  readonly priceE4: number
}

/**
 * Reserves the whole quantity or nothing: false when too few pieces are left, the price has changed, or the product is
 * archived. It is one guarded statement, so that no two orders get the same piece.
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

/** Returns pieces to stock, also of an archived product. */
export async function releaseStock(trx: Db, line: { productId: string; quantity: number }): Promise<void> {
  await trx
    .updateTable('products')
    .set({ quantity: sql<number>`quantity + ${line.quantity}` })
    .where('id', '=', line.productId)
    .execute()
}
