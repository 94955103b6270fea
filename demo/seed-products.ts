import { toRow } from '#features/catalog/product-rows.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import type { DemoPart } from './demo-part.ts'
import { demoParts } from './parts.ts'

/** Where the drawing of a demo part is served. */
const drawingPath = (sku: string): string => `/drawings/${sku}.svg`

/** Fills an empty catalogue with the demo parts; one that ever had a product is left alone. */
export async function seedDemoProducts(shop: Shop): Promise<void> {
  const any = await shop.db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  if (any) return
  const now = shop.now()
  const rows = inShopOrder(demoParts).map((part, index) => {
    const createdAt = now - index
    return {
      ...toRow({ ...part, price: Number(part.price), image: drawingPath(part.sku) }),
      id: newId(createdAt),
      created_at: createdAt,
      archived_at: null,
    }
  })
  // Processes that start together all try; the part number lets each part in once. The first listed comes in last.
  await shop.db
    .insertInto('products')
    .values(rows.reverse())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** One part of each kind first, then the second of each, and so on: the first page shows what there is. */
function inShopOrder(parts: readonly DemoPart[]): DemoPart[] {
  const ranks = new Map<string, number>()
  const ranked = parts.map((part) => {
    const { kind } = part.drawing
    const rank = ranks.get(kind) ?? 0
    ranks.set(kind, rank + 1)
    return { part, rank }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ part }) => part)
}
