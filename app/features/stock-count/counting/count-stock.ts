import { type CountedStock, lockCounted, writeCounted } from '#features/catalog/catalog.ts'
import { findHeldPieces, type HeldPieces, NONE_HELD } from '#features/orders/orders.ts'
import type { Actor } from '#kit/audit/audit.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { heldSum } from '../held.ts'
import { stockCountRefusals } from '../refusals.ts'
import type { CountResult, PresentStock, StockCount } from '../schema.ts'
import '../tables.ts'

type CountedPart = StockCount['parts'][number]

/**
 * Sets what is for sale of products to what was counted on the shelf less what orders hold. All of them or none. Refuses, with
 * the present stocks, when what is for sale or held is not what the caller saw (409 `stock_changed`), and fewer pieces than are
 * held unless the caller wants none to be for sale (409 `below_held`).
 *
 * The products are locked first, as orders lock them. An order that is shipped or cancelled at the same time does not
 * matter: what is for sale afterwards is the same in whichever sequence both happen.
 */
export function countStock(shop: Shop, by: Actor, { reason, parts }: StockCount): Promise<CountResult> {
  const ids = parts.map(({ productId }) => productId)
  return shop.db.transaction().execute(async (trx) => {
    const locked = await lockCounted(trx, ids)
    const held = await findHeldPieces(trx, ids)
    const present = parts.map((part) => ({
      part,
      now: presentStock(
        part,
        locked.get(part.productId)?.quantity ?? 0,
        held.get(part.productId) ?? NONE_HELD,
      ),
    }))
    refuseChanged(present)
    refuseBelowHeld(present)
    const stocks = present.map(countedStock)
    const id = newId(shop.now())
    await trx.insertInto('stock_counts').values({ id, at: shop.now(), reason, undone_at: null }).execute()
    await trx
      .insertInto('stock_count_lines')
      .values(
        stocks.map((stock) => ({
          ...lineOf(id, stock),
          correction: (locked.get(stock.productId)?.corrections ?? 0) + 1,
        })),
      )
      .execute()
    const made = await writeCounted(trx, shop, { by, event: 'counted', reason, stocks })
    return {
      _id: id,
      parts: made.map((stock, index) => {
        const { part, now } = present[index] as Present
        const missing = heldSum(now.held) - part.counted
        return { ...stock, ...(missing > 0 && { missing }) }
      }),
    }
  })
}

interface Present {
  readonly part: CountedPart
  readonly now: PresentStock
}

const presentStock = ({ productId }: CountedPart, forSale: number, held: HeldPieces): PresentStock => ({
  productId,
  forSale,
  held,
  onHand: forSale + heldSum(held),
})

const isChanged = ({ part: { seen }, now }: Present): boolean =>
  seen.forSale !== now.forSale || seen.held !== heldSum(now.held)

function refuseChanged(present: readonly Present[]): void {
  const changed = present.filter(isChanged)
  if (changed.length === 0) return
  throw new AppError(
    stockCountRefusals.stockChanged,
    'Pieces were ordered, shipped or changed since you counted. Check the present numbers; nothing was changed.',
    { parts: changed.map(({ now }) => now) },
  )
}

function refuseBelowHeld(present: readonly Present[]): void {
  const below = present.filter(
    ({ part, now }) => part.counted < heldSum(now.held) && part.belowHeld === undefined,
  )
  if (below.length === 0) return
  throw new AppError(
    stockCountRefusals.belowHeld,
    'Fewer pieces were counted than orders hold. Count again, or say that none is for sale; nothing was changed.',
    { parts: below.map(({ now }) => now) },
  )
}

const countedStock = ({ part, now }: Present): CountedStock => ({
  productId: part.productId,
  onHand: { from: now.onHand, to: part.counted },
  forSale: { from: now.forSale, to: Math.max(part.counted - heldSum(now.held), 0) },
})

const lineOf = (count_id: string, { productId, onHand, forSale }: CountedStock) => ({
  count_id,
  product_id: productId,
  on_hand_before: onHand.from,
  on_hand: onHand.to,
  for_sale_before: forSale.from,
  for_sale: forSale.to,
})
