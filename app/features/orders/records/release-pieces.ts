import { releaseStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { changePublicVersion } from '#kit/public-cache/public-version.ts'
import type { LineRow } from './order-rows.ts'

/** Returns the pieces of lines to stock, product by product in the sequence of the ids, in which all lock products. */
export async function releasePieces(
  trx: Db,
  lines: readonly Pick<LineRow, 'product_id' | 'quantity'>[],
): Promise<void> {
  if (lines.length === 0) return
  const byId = lines.toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))
  for (const { product_id: productId, quantity } of byId) await releaseStock(trx, { productId, quantity })
  await changePublicVersion(trx)
}
