import type { Db } from '#kit/db/db.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'

/** Which products and categories there are, in which sequence, and how many. */
export const CATALOGUE = 'catalogue'

/** Which products the staff marked for the home page. */
export const FEATURED = 'featured'

/** The sequence of products by their stock. */
export const STOCK = 'stock'

/** A category: its name, its attributes, and everything of its products but their stock. */
export const categoryTag = (slug: string): string => `category-${slug}`

const productTag = (id: string): string => `product-${id}`

/** These products, with the categories that describe their attributes. */
export const productTags = (rows: readonly { id: string; category: string | null }[]): string[] =>
  rows.flatMap(({ id, category }) => [productTag(id), ...(category === null ? [] : [categoryTag(category)])])

/** Nothing of these products changes but their stock. */
export function recordStockChange(trx: Db, productIds: readonly string[]): void {
  if (productIds.length === 0) return
  recordPublicChange(trx, { tags: [...productIds.map(productTag), STOCK], isFrequent: true })
}
