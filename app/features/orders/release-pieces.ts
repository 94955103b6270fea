import { releaseStock, takeStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { AppError } from '#kit/server/problem.ts'
import type { LineRow } from './order-rows.ts'
import { orderRefusals } from './refusals.ts'

type Pieces = readonly Pick<LineRow, 'product_id' | 'quantity'>[]

/** Returns the pieces of lines to stock, product by product in the sequence of the ids, in which all lock products. */
export async function releasePieces(trx: Db, lines: Pieces): Promise<void> {
  if (lines.length === 0) return
  for (const { product_id: productId, quantity } of byProduct(lines))
    await releaseStock(trx, { productId, quantity })
  await changePublicVersion(trx)
}

/** Takes pieces that went back to stock out of it again. Refused (409) if they were sold since. */
export async function reservePieces(trx: Db, lines: Pieces): Promise<void> {
  for (const { product_id: productId, quantity } of byProduct(lines))
    if (!(await takeStock(trx, { productId, quantity })))
      throw new AppError(orderRefusals.outOfStock, 'Its pieces went back to stock and were sold since.')
  await changePublicVersion(trx)
}

const byProduct = (lines: Pieces): Pieces =>
  lines.toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))
