import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import type { CategoryChange, NewProduct } from '../schema.ts'
import { learnWords } from '../search/known-words.ts'
import { storedShape } from '../shapes/category-shape.ts'
import { attributeRows, facetsOf } from './attributes.ts'
import { toRow } from './product-rows.ts'

interface Catalogue {
  /** Parents before their children. */
  readonly categories: readonly (CategoryChange & { readonly slug: string })[]
  /** In the sequence in which the shop lists them. */
  readonly products: readonly (NewProduct & { readonly sku: string })[]
}

/**
 * Imports a catalogue into a shop that never had a product; otherwise does nothing. Processes that start at the same time
 * all import; slugs and part numbers are unique, so each row is inserted once.
 */
export async function addFirstProducts(shop: Shop, { categories, products }: Catalogue): Promise<void> {
  const any = await shop.db.selectFrom('products').select('id').limit(1).executeTakeFirst()
  if (any || products.length === 0) return
  await shop.db.transaction().execute(async (trx) => {
    await insertCategories(trx, categories)
    const now = shop.now()
    const entered = products.map((product, index) => ({ product, at: now - index, id: newId(now - index) }))
    const rows = entered.map(({ product, at, id }) => {
      const times = { created_at: at, updated_at: at, archived_at: null }
      return { ...toRow(product), id, ...times }
    })
    const inserted = await trx
      .insertInto('products')
      // The first product is inserted last, because the newest is listed first.
      .values(rows.reverse())
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    const ids = new Set(inserted.map(({ id }) => id))
    const facets = entered.flatMap(({ product, id }) => (ids.has(id) ? facetsOf(id, product) : []))
    if (facets.length > 0) await trx.insertInto('product_facets').values(facets).execute()
    await learnWords(trx, [
      ...categories.map(({ name }) => name),
      ...products.flatMap(({ name, description }) => [name, description]),
    ])
  })
}

async function insertCategories(trx: Db, categories: Catalogue['categories']): Promise<void> {
  if (categories.length === 0) return
  const rows = categories.map(({ slug, name, parent = null, shape }) => ({
    slug,
    name,
    parent,
    shape: storedShape(shape),
  }))
  await trx
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('category_attributes')
    .values(categories.flatMap((category) => attributeRows(category.slug, category)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
