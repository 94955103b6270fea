import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { listCategories } from '../catalog.ts'
import { archiveProduct, changeProduct, createProduct, restoreProduct } from '../products/change-products.ts'
import type { Product } from '../schema.ts'
import { putCategory } from './categories.ts'

let shop: TestShop

const ADMIN = { id: 'admin', email: 'admin@example.com' }

const SLUGS = ['screws', 'short', 'nuts', undefined]

beforeAll(async () => {
  shop = await createTestShop()
  for (const [slug, parent] of [['screws'], ['short', 'screws'], ['nuts']] as const)
    await putCategory(shop, ADMIN, slug, { name: slug, parent, attributes: [] })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The counts, by counting every product. */
async function countAll(): Promise<Record<string, number>> {
  const rows = await shop.db
    .selectFrom('products')
    .select('category')
    .where('archived_at', 'is', null)
    .execute()
  const of = (...slugs: string[]) => rows.filter(({ category }) => slugs.includes(category ?? '')).length
  return { nuts: of('nuts'), screws: of('screws', 'short'), short: of('short') }
}

const counts = async () =>
  Object.fromEntries((await listCategories(shop.db)).map(({ slug, count }) => [slug, count]))

test('the counts follow each publishing, change, archiving and restoring', async () => {
  const step = fc.record({
    deed: fc.constantFrom('publish', 'move', 'archive', 'restore'),
    category: fc.constantFrom(...SLUGS),
    which: fc.nat(1000),
  })
  const forSale: Product[] = []
  const archived: Product[] = []
  const take = (from: Product[], which: number) => from.splice(which % Math.max(1, from.length), 1)[0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const { deed, category, which } of steps) {
        const product = deed === 'publish' ? undefined : take(deed === 'restore' ? archived : forSale, which)
        if (deed === 'publish' || !product) {
          forSale.push(await createProduct(shop, ADMIN, samplePart({ category })))
        } else if (deed === 'move') {
          const { name, sku, revision } = product
          forSale.push(
            await changeProduct(shop, ADMIN, product._id, samplePart({ name, sku, revision, category })),
          )
        } else if (deed === 'archive') {
          await archiveProduct(shop, ADMIN, product._id)
          archived.push(product)
        } else {
          forSale.push(await restoreProduct(shop, ADMIN, product._id))
        }
      }
      expect(await counts()).toEqual(await countAll())
    }),
    { numRuns: 15 },
  )
})

test('for the page of a category only its own attributes and those below it are read', async () => {
  const attributes = [{ key: 'thread', label: 'Thread', kind: 'text' }] as const
  for (const [slug, parent] of [['short', 'screws'], ['nuts']] as const)
    await putCategory(shop, ADMIN, slug, { name: slug, parent, attributes: [...attributes] })
  const described = async (slug?: string) =>
    (await listCategories(shop.db, slug)).flatMap(({ slug, attributes }) =>
      attributes.length > 0 ? slug : [],
    )
  expect(await described()).toEqual(['nuts', 'short'])
  expect(await described('screws')).toEqual(['short'])
  expect(await described('unknown')).toEqual([])
  expect(await listCategories(shop.db, 'screws')).toHaveLength(3)
})
