import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { demoParts } from './demo/parts.ts'
import { toRow } from './product-rows.ts'

/** Where the drawing of a demo part is served. */
const drawingPath = (sku: string): string => `/drawings/${sku}.svg`

/** Fills an empty catalogue with the demo parts; one that ever had a product is left alone. */
export async function seedDemoProducts(shop: Shop): Promise<void> {
  const any = await shop.db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  if (any) return
  const now = shop.now()
  const rows = demoParts.map((part, index) => {
    // A millisecond apart, so that the list keeps the parts' order.
    const createdAt = now - index
    const { sku, name, quantity, description } = part
    const image = drawingPath(sku)
    return {
      ...toRow({ sku, name, price: Number(part.price), quantity, description, image }),
      id: newId(createdAt),
      created_at: createdAt,
      archived_at: null,
    }
  })
  // Processes that start together all try; the part number lets each part in once.
  await shop.db
    .insertInto('products')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
