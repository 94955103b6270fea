import { afterEach, beforeEach, expect, test } from 'vitest'
import { USUAL_COLUMNS } from '#features/orders/states.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const choose = (columns: unknown, as = admin) =>
  shop.call('PUT', '/api/order-columns', { body: { columns }, as })

const read = async (as = admin) => (await shop.call('GET', '/api/order-columns', { as })).body.columns

test('the columns of an admin are kept, in their sequence, and are those of this admin only', async () => {
  expect(await read()).toEqual([...USUAL_COLUMNS])
  const { status, body } = await choose(['price', 'country', 'product', 'price'])
  expect({ status, body }).toEqual({
    status: 200,
    body: { columns: ['product', 'quantity', 'price', 'country', 'payment'] },
  })
  expect(await read()).toEqual(['product', 'quantity', 'price', 'country', 'payment'])
  expect(await read(await shop.registerAdmin())).toEqual([...USUAL_COLUMNS])
})

test('the columns of the specification cannot be hidden, nor are they by a choice of an earlier release', async () => {
  const fixed = ['product', 'quantity', 'price', 'payment']
  expect((await choose([])).body).toEqual({ columns: fixed })
  expect(await read()).toEqual(fixed)
  const { numUpdatedRows } = await shop.shop.db
    .updateTable('order_columns')
    .set({ columns: JSON.stringify(['customer', 'gone']) })
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
  expect(await read()).toEqual(['customer', ...fixed])
})

test('an unknown column is refused, and so is a customer; nothing changes', async () => {
  await choose(['country'])
  const before = await read()
  expect((await choose(['price', 'colour'])).status).toBe(422)
  expect((await choose('price')).status).toBe(422)
  expect((await choose(['product'], await shop.register())).status).toBe(403)
  expect(await read()).toEqual(before)
})
