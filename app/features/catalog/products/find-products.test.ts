import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { findParts } from './find-products.ts'

let shop: TestApp

beforeEach(async () => {
  shop = await createTestApp()
})
afterEach(() => shop[Symbol.asyncDispose]())

const skusOf = async (skus: readonly string[]) =>
  (await findParts(shop.shop.db, skus)).map((product) => product?.sku)

test('parts are found in the sequence of their part numbers, in any case', async () => {
  const first = await shop.addProduct({ name: 'First', sku: 'SA-1/2.5' })
  await shop.addProduct({ name: 'Second', sku: 'SA-2' })
  await shop.addProduct({ name: 'Third', sku: 'SA-3' })
  expect(await skusOf(['sa-2', 'Sa-1/2.5'])).toEqual(['SA-2', 'SA-1/2.5'])
  expect(await findParts(shop.shop.db, ['SA-1/2.5'])).toEqual([first])
  expect(await skusOf([])).toEqual([])
})

test('unknown and archived parts, and texts that are no part numbers, are undefined', async () => {
  const gone = await shop.addProduct({ name: 'Gone', sku: 'SA-1' })
  await shop.addProduct({ name: 'Kept', sku: 'SA-2' })
  await shop.call('DELETE', `/api/product/${gone._id}`, { as: await shop.registerAdmin() })
  const texts = ['SA-1', 'SA-9', '', 'a\0', '\ud800', "'", '%', `S${'A'.repeat(9000)}`]
  expect(await skusOf([...texts, 'SA-2'])).toEqual([...texts.map(() => undefined), 'SA-2'])
  expect(await skusOf(['SA-1', '%'])).toEqual([undefined, undefined])
})
