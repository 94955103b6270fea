import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#demo/seed.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestShop } from '#tests/support/test-shop.ts'
import { fillCatalogue } from '../../../../scripts/bench/fill-in-bulk.ts'
import { listCategories, listProducts, summarizeSearch } from '../catalog.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  await seedDemo(app.shop)
})
afterAll(() => app[Symbol.asyncDispose]())

test.each(['m8', 'steel', 'DIN933', 'washers', 'screw zinc', 'HX-933-M8-40'])(
  'the categories of "%s" have the number of its hits, most first',
  async (q) => {
    const { rows } = await listProducts(app.shop.db, { q, limit: '100' })
    const counted = Map.groupBy(rows, ({ category }) => category)
    const names = new Map((await listCategories(app.shop.db)).map(({ slug, name }) => [slug, name]))
    const { categories, corrected } = await summarizeSearch(app.shop.db, q)
    expect(rows.length).toBeGreaterThan(0)
    expect(corrected).toBe(undefined)
    for (const { slug, name, count } of categories)
      expect([name, count]).toEqual([names.get(slug), counted.get(slug)?.length])
    expect(categories).toHaveLength(Math.min(12, counted.size))
    const counts = categories.map(({ count = 0 }) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  },
)

test.each([
  ['hexagn screw', 'hexagon screw'],
  ['m8 wahser', 'm8 washer'],
])('"%s" is read as "%s"', async (q, corrected) => {
  expect((await summarizeSearch(app.shop.db, q)).corrected).toBe(corrected)
})

test.each(['', ' ', 'nothing-has-this-name', undefined])('%j has no categories', async (q) => {
  expect(await summarizeSearch(app.shop.db, q)).toEqual({ categories: [] })
})

test('more hits than are counted have categories without a number', async () => {
  await using shop = await createTestShop()
  await fillCatalogue(shop.db, 1100)
  const q = 'machines'
  expect((await listProducts(shop.db, { q, limit: '1' })).isTotalCut).toBe(true)
  const { categories } = await summarizeSearch(shop.db, q)
  expect(categories).toHaveLength(12)
  expect(categories.filter(({ count }) => count !== undefined)).toEqual([])
})
