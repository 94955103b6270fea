import { expect, test } from 'vitest'
import { listCategories } from '#features/catalog/catalog.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { madeParts } from './catalogue/catalogue.ts'
import { demoParts } from './parts.ts'
import { seedDemo } from './seed.ts'

const storedIn = async ({ db }: TestShop) => {
  const rows = await db
    .selectFrom('products')
    .select(['sku', 'listing_sequence'])
    .orderBy('listing_sequence', 'desc')
    .execute()
  return rows.map(({ sku }) => sku)
}

test('the catalogue is the 60 parts, first in the list, and those of the families, each with its facets and its category', async () => {
  await using shop = await createTestShop()
  await seedDemo(shop, 'catalogue')
  const made = madeParts()
  const stored = await storedIn(shop)
  expect(stored).toHaveLength(60 + made.length)
  expect(new Set(stored.slice(0, 60))).toEqual(new Set(demoParts.map(({ sku }) => sku)))
  expect(stored.slice(60)).toEqual(made.map(({ sku }) => sku))

  const { facets } = await shop.db
    .selectFrom('product_facets')
    .select(({ fn }) => fn.countAll<number>().as('facets'))
    .executeTakeFirstOrThrow()
  const all = [...demoParts, ...made]
  expect(Number(facets)).toBe(all.flatMap(({ attributes }) => Object.keys(attributes)).length)
  const categories = await listCategories(shop.db)
  for (const { slug, count, parent, description } of categories) {
    if (parent === undefined) continue
    expect([slug, count]).toEqual([slug, all.filter(({ category }) => category === slug).length])
    // A category with families says how its part numbers are made, by one that there is.
    const within = all.filter(({ category }) => category === slug)
    if (within.length > 10)
      expect([slug, within.some(({ sku }) => description?.includes(sku))]).toEqual([slug, true])
  }
})

test('a shop that has a part is not filled, and two processes that start together fill it once', async () => {
  await using shop = await createTestShop()
  await Promise.all([seedDemo(shop), seedDemo(shop)])
  const first = await storedIn(shop)
  expect(first).toHaveLength(60)
  await seedDemo(shop, 'catalogue')
  expect(await storedIn(shop)).toEqual(first)
})
