import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { USUAL_COLUMNS } from '../states.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const choose = (columns: unknown, as = admin) =>
  shop.call('PUT', '/api/product-columns', { body: { columns }, as })

const read = async (as = admin) => (await shop.call('GET', '/api/product-columns', { as })).body.columns

test('the columns of a member of the staff are kept, in their sequence, for nobody else', async () => {
  expect(await read()).toEqual([...USUAL_COLUMNS])
  const { status, body } = await choose(['state', 'sku', 'state'])
  expect({ status, body }).toEqual({ status: 200, body: { columns: ['sku', 'state'] } })
  expect((await choose([])).body).toEqual({ columns: [] })
  expect(await read()).toEqual([])
  expect(await read(await shop.registerAdmin())).toEqual([...USUAL_COLUMNS])
})

test('an unknown column is refused, and so is a customer; nothing changes', async () => {
  await choose(['held'])
  for (const wrong of [['held', 'colour'], 'held', Array(7).fill('held')])
    expect((await choose(wrong)).status).toBe(422)
  expect((await choose(['sku'], await shop.register())).status).toBe(403)
  expect(await read()).toEqual(['held'])
})

test('a choice of another release that names a column which is gone keeps the others', async () => {
  await choose(['held'])
  await shop.shop.db
    .updateTable('product_columns')
    .set({ columns: JSON.stringify(['gone', 'state', 'sku']) })
    .execute()
  expect(await read()).toEqual(['sku', 'state'])
})
