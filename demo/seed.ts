import { importProducts } from '#features/catalog/catalog.ts'
import { importReviews } from '#features/reviews/reviews.ts'
import type { Shop } from '#kit/shop.ts'
import type { DemoPart } from './demo-part.ts'
import { demoParts } from './parts.ts'
import { demoTestimonials } from './testimonials.ts'

/** Fills an empty shop with the demo's parts and testimonials. */
export async function seedDemo(shop: Shop): Promise<void> {
  await importProducts(shop, inShopOrder(demoParts).map(toProduct))
  await importReviews(
    shop,
    demoTestimonials.map((review, index) => ({ ...review, _id: `demo-${String(index).padStart(2, '0')}` })),
  )
}

/** The image is where the drawing of the part is served. */
const toProduct = (part: DemoPart) => ({
  ...part,
  price: Number(part.price),
  image: `/drawings/${part.sku}.svg`,
})

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
