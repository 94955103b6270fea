import { addFirstProducts } from '#features/catalog/catalog.ts'
import { addFirstReviews } from '#features/reviews/reviews.ts'
import { addFirstSettings } from '#features/settings/settings.ts'
import type { Shop } from '#kit/shop.ts'
import { demoCategories } from './categories.ts'
import { type DemoPart, kindOf, toProduct } from './demo-part.ts'
import { demoParts } from './parts.ts'
import { demoSettings } from './settings.ts'
import { demoShapes } from './shapes.ts'
import { demoTestimonials } from './testimonials.ts'

/** Imports the demo's parts, settings and testimonials into an empty shop. */
export async function seedDemo(shop: Shop): Promise<void> {
  const categories = demoCategories.map(({ attributes, ...category }) => {
    const shape = demoShapes[category.slug]
    return { ...category, attributes: [...attributes], ...(shape && { shape: [...shape] }) }
  })
  await addFirstProducts(shop, { categories, products: alternateKinds(demoParts).map(toProduct) })
  await addFirstSettings(shop, demoSettings)
  await addFirstReviews(
    shop,
    demoTestimonials.map((review, index) => ({ ...review, _id: `demo-${String(index).padStart(2, '0')}` })),
  )
}

/** The first part of each kind, then the second of each, and so on: the first page shows every kind. */
function alternateKinds(parts: readonly DemoPart[]): DemoPart[] {
  const ranks = new Map<string, number>()
  const ranked = parts.map((part) => {
    const kind = kindOf(part)
    const rank = ranks.get(kind) ?? 0
    ranks.set(kind, rank + 1)
    return { part, rank }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ part }) => part)
}
