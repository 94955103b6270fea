import { afterAll, beforeAll, expect, test } from 'vitest'
import { findNeighbours } from '#features/catalog/catalog.ts'
import { findPart } from '#features/catalog/products/find-products.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { demoParts } from './parts.ts'
import { seedDemo } from './seed.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  await seedDemo(shop)
})
afterAll(() => shop[Symbol.asyncDispose]())

const kindOf = (sku: string) => {
  const { category, attributes = {} } = demoParts.find((part) => part.sku === sku) ?? {}
  const values: Readonly<Record<string, unknown>> = attributes
  return [category, values.standard, values.type]
}

test('the parts beside a part in other sizes are of its kind: a cap screw has no set screw beside it', async () => {
  const found = new Map<string, string[]>()
  for (const { sku } of demoParts) {
    const neighbours = await findNeighbours(shop.db, await findPart(shop.db, sku))
    const skus = (neighbours?.cells ?? []).flat().flatMap((part) => part?.sku ?? [])
    found.set(sku, skus)
    for (const other of skus) expect(kindOf(other), `${other} beside ${sku}`).toEqual(kindOf(sku))
  }
  expect(found.get('SC-912-M6-20')?.toSorted()).toEqual(['SC-912-M10-60', 'SC-912-M6-20'])
  expect(found.get('GS-916-M6-10')).toEqual([])
})
