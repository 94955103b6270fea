import { type CountedStock, lockCounted, writeCounted } from '#features/catalog/catalog.ts'
import { findHeldPieces, NONE_HELD } from '#features/orders/orders.ts'
import type { Actor } from '#kit/audit/audit.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { heldSum } from '../held.ts'
import type { CountResult } from '../schema.ts'
import '../tables.ts'

/**
 * Takes back by how many pieces a count changed what is for sale, so that orders and returns meanwhile count. Refuses an unknown
 * count (404), and one that was undone, after which somebody set or corrected the stock of a part of it, or of which too few
 * pieces are left (409).
 */
export function undoCount(shop: Shop, by: Actor, id: string): Promise<CountResult> {
  return shop.db.transaction().execute(async (trx) => {
    const lines = await findLines(trx, id)
    const ids = lines.map(({ product_id }) => product_id)
    const locked = await lockCounted(trx, ids)
    const undone = await compareAndSet(
      trx,
      'stock_counts',
      { id, undone_at: null },
      { undone_at: shop.now() },
    )
    if (!undone) throw new AppError('conflict', 'This count was undone already.')
    if (lines.some((line) => locked.get(line.product_id)?.corrections !== line.correction))
      throw new AppError(
        'conflict',
        'The stock of a part of this count was counted, changed or imported since then. Count it again instead.',
      )
    const held = await findHeldPieces(trx, ids)
    const stocks = lines.map((line): CountedStock => {
      const from = locked.get(line.product_id)?.quantity ?? 0
      const ofOrders = heldSum(held.get(line.product_id) ?? NONE_HELD)
      const to = from - (line.for_sale - line.for_sale_before)
      return {
        productId: line.product_id,
        onHand: { from: from + ofOrders, to: to + ofOrders },
        forSale: { from, to },
      }
    })
    if (stocks.some((stock) => stock.forSale.to < 0))
      throw new AppError(
        'conflict',
        'Pieces that the count added were ordered meanwhile. Count again instead.',
      )
    const made = await writeCounted(trx, shop, { by, event: 'count_undone', reason: undone.reason, stocks })
    return { _id: id, parts: made }
  })
}

async function findLines(trx: Db, id: string) {
  const lines = await trx
    .selectFrom('stock_count_lines')
    .select(['product_id', 'for_sale_before', 'for_sale', 'correction'])
    .where('count_id', '=', id)
    .orderBy('product_id')
    .execute()
  if (lines.length === 0) throw new AppError('not_found', 'There is no such count.')
  return lines
}
