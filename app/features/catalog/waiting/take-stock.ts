import '../tables.ts'
import type { Db } from '#kit/db/db.ts'
import { recordStockChange } from '../public/tags.ts'

/** Pieces of a product, archived or not. */
export interface Pieces {
  readonly product_id: string
  readonly quantity: number
}

export const idOf = ({ product_id }: Pieces): string => product_id

/** In the sequence in which all lock products. */
export const byProduct = (pieces: readonly Pieces[]): Pieces[] =>
  pieces.toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))

/** Takes pieces out of stock again that were released. False if so many of one are not left: then roll back. */
export async function takeStock(trx: Db, pieces: readonly Pieces[]): Promise<boolean> {
  for (const { product_id, quantity } of byProduct(pieces)) {
    const { numUpdatedRows } = await trx
      .updateTable('products')
      .set(({ eb }) => ({ quantity: eb('quantity', '-', quantity) }))
      .where('id', '=', product_id)
      .where('quantity', '>=', quantity)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
  }
  recordStockChange(trx, pieces.map(idOf))
  return true
}
