import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixedColumns } from '#features/browse/filters/selection.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { facetQuerySchema, productQuerySchema } from '../schema.ts'
import { RESERVED_KEYS } from './reserved-keys.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const put = (...keys: string[]) => {
  const attributes = keys.map((key) => ({ key, label: key, kind: 'text' }))
  return shop.call('PUT', '/api/category/screws', { as: admin, body: { name: 'Screws', attributes } })
}

test('every parameter of the lists and every fixed column is reserved', () => {
  const names = [productQuerySchema.shape, facetQuerySchema.shape, fixedColumns].flatMap(Object.keys)
  expect([...names, 'page', 'view', 'index'].filter((name) => !RESERVED_KEYS.has(name))).toEqual([])
})

test('a key that lists use for something else is refused, with nothing changed', async () => {
  for (const key of [...RESERVED_KEYS, '_routes']) {
    const { status, body } = await put('thread', key)
    expect([key, status, body.errors?.[0]?.pointer]).toEqual([key, 422, '#/attributes/1/key'])
  }
  expect((await shop.call('GET', '/api/category')).body).toEqual([])
})

test('a category that has such a key since it was allowed stays readable and can be changed, but not get another', async () => {
  expect((await put('thread')).status).toBe(200)
  await shop.shop.db
    .insertInto('category_attributes')
    .values({ category: 'screws', key: 'price', position: 1, label: 'Price', unit: null, kind: 'text' })
    .execute()
  expect((await put('thread', 'price', 'material')).status).toBe(200)
  expect((await put('thread', 'price', 'quantity')).status).toBe(422)
  const [category] = (await shop.call('GET', '/api/category')).body
  expect(category.attributes.map(({ key }: { key: string }) => key)).toEqual(['thread', 'price', 'material'])
  expect((await put('thread')).status).toBe(200)
  expect((await put('thread', 'price')).status).toBe(422)
})
