import { addFirstProducts } from '#features/catalog/catalog.ts'
import { addFirstReviews } from '#features/reviews/reviews.ts'
import { addFirstSettings } from '#features/settings/settings.ts'
import type { Shop } from '#kit/shop.ts'
import { schemes } from './catalogue/schemes.ts'
import { demoCategories } from './categories.ts'
import { type DemoPart, kindOf, toProduct } from './demo-part.ts'
import { demoParts } from './parts.ts'
import { demoSettings } from './settings.ts'
import { demoShapes } from './shapes.ts'
import { demoTestimonials } from './testimonials.ts'

/** Imports the sample parts, settings and testimonials into an empty shop. */
export async function seedDemo(shop: Shop, seed: Seed = 'demo'): Promise<void> {
  await seedProducts(shop, seed)
  await addFirstSettings(shop, demoSettings)
  await addFirstReviews(
    shop,
    demoTestimonials.map((review, index) => ({ ...review, _id: `demo-${String(index).padStart(2, '0')}` })),
  )
}

/** `demo` has 60 parts, `catalogue` also the families that are made from tables of standards. */
type Seed = 'demo' | 'catalogue'

export const seedProducts = (shop: Pick<Shop, 'db' | 'now'>, seed: Seed): Promise<void> =>
  addFirstProducts(shop, async () => {
    const { parts, files } = seed === 'catalogue' ? await makeRange() : { parts: [], files: [] }
    return {
      categories: demoCategories.map(({ attributes, ...category }) => {
        const shape = demoShapes[category.slug]
        const description = seed === 'catalogue' ? schemes[category.slug] : undefined
        return {
          ...category,
          ...(description && { description }),
          attributes: [...attributes],
          ...(shape && { shape: [...shape] }),
        }
      }),
      products: [...alternateKinds(demoParts), ...parts].map(toProduct),
      files,
    }
  })

/** Their code is loaded only where they are imported. */
async function makeRange() {
  const [{ madeParts }, { readSampleFiles }] = await Promise.all([
    import('./catalogue/catalogue.ts'),
    import('./catalogue/sample-files.ts'),
  ])
  return { parts: madeParts(), files: readSampleFiles() }
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
