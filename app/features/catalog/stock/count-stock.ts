import { sql } from 'kysely'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { refuseLockedCatalog } from '../products/catalog-lock.ts'
import { unknownProduct } from '../products/product-errors.ts'
import { recordStockChange } from '../public/tags.ts'
import { givenChanges, giveToWaiting } from '../waiting/give-to-waiting.ts'
import '../tables.ts'

/** The products of these ids that can be counted: those for sale, and those that were not for sale yet. */
const countable = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'quantity', 'stock_corrections'])
    .where(isAmong(db, 'id', ids))
    .where(({ eb, or }) => or([eb('archived_at', 'is', null), eb('is_unpublished', '=', 1)]))

/** These products with the pieces that are for sale, without those that cannot be counted. */
export const findCountable = (db: Db, ids: readonly string[]) => countable(db, ids).execute()

/** The pieces for sale of a product, and how often its stock was set or corrected. */
interface LockedCounted {
  readonly quantity: number
  readonly corrections: number
}

/**
 * The stocks of these products by id, locked until the transaction ends, in the sequence in which orders lock them.
 * Refuses what cannot be counted (404), and all while an import changes the catalogue (409).
 */
export async function lockCounted(
  trx: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedCounted>> {
  await refuseLockedCatalog(trx)
  const rows = await countable(trx, ids).orderBy('id').forUpdate().execute()
  if (rows.length < new Set(ids).size) throw unknownProduct()
  return new Map(
    rows.map(({ id, quantity, stock_corrections: corrections }) => [id, { quantity, corrections }]),
  )
}

/** What lies on the shelf of a product and what of it is for sale, before and after it was counted. */
export interface CountedStock {
  readonly productId: string
  readonly onHand: { readonly from: number; readonly to: number }
  readonly forSale: { readonly from: number; readonly to: number }
}

interface CountOfStock {
  readonly by: Actor
  readonly event: 'counted' | 'count_undone'
  readonly reason: string
  readonly stocks: readonly CountedStock[]
}

/**
 * Writes what is for sale of products that {@link lockCounted} locked, each as a revision with its entry in the history. Orders that
 * wait for pieces take them first: resolves to the stocks with what is for sale after that. One that is undone counts no more among the
 * corrections, so that the one before it can be undone too.
 */
export async function writeCounted(
  trx: Db,
  { now }: Pick<Shop, 'now'>,
  { by, event, reason, stocks }: CountOfStock,
): Promise<CountedStock[]> {
  const at = now()
  if (stocks.some(({ forSale }) => forSale.to > MAXIMUM_PIECES))
    throw new AppError('conflict', 'The stock would be too large.')
  const added = event === 'counted' ? 1 : -1
  for (const { productId, forSale } of stocks)
    await trx
      .updateTable('products')
      .set({ quantity: forSale.to, updated_at: at, revision: sql<number>`revision + 1` })
      .set((eb) => ({ stock_corrections: eb('stock_corrections', '+', added) }))
      .where('id', '=', productId)
      .execute()
  const ids = stocks.map(({ productId }) => productId)
  const given = await giveToWaiting(trx, ids, at)
  const made = stocks.map((stock) => {
    const to = stock.forSale.to - (given.get(stock.productId) ?? 0)
    return { ...stock, forSale: { ...stock.forSale, to } }
  })
  await recordAudit(
    trx,
    ...made.map(({ productId, onHand, forSale }) => ({
      by,
      at,
      kind: `product.${event}` as const,
      subject: productId,
      changes: [
        { field: 'onHand', ...onHand },
        { field: 'quantity', ...forSale },
        ...givenChanges(given.get(productId) ?? 0),
      ],
      reason,
    })),
  )
  recordStockChange(trx, ids)
  return made
}
