import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { orderFor, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person

beforeEach(async () => {
  shop = await createTestApp({ MAX_HELD: '1000000' })
  customer = await shop.register()
})
afterEach(() => shop[Symbol.asyncDispose]())

const place = (body: object, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/order', { body, as: customer, headers })

const stockOf = async ({ _id }: Product): Promise<number> =>
  (await shop.call('GET', `/api/order/${_id}`)).body.quantity

const orderCount = async (): Promise<number> =>
  (await shop.shop.db.selectFrom('orders').select('id').execute()).length

test('the total of an order is at most the maximum amount of a card payment, to the cent', async () => {
  const product = await shop.addProduct({ price: 0.01, quantity: 200_000_000 })
  const refused = await place(orderFor(product, 100_000_000))
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(refused.body.errors).toEqual([
    { pointer: '#/quantity', detail: 'One order can come to $999,999.99 at most. Split it.' },
  ])
  expect([await stockOf(product), await orderCount()]).toEqual([200_000_000, 0])
  await verifyEmail(shop.shop, customer)
  expect((await place(orderFor(product, 99_999_999))).body.totalPrice).toBe(999_999.99)
})

test('an order costs price times pieces, half a cent rounded up, also when the browser rounds differently', async () => {
  const product = await shop.addProduct({ price: 0.0425, quantity: 1000 })
  for (const total of [6.375, 6.38])
    expect((await place(orderFor(product, 150, total))).body.totalPrice).toBe(6.38)
})

test('the idempotency key of a cancelled order does not place another order', async () => {
  const product = await shop.addProduct({ quantity: 1000 })
  const headers = { 'Idempotency-Key': 'attempt-1' }
  const { _id } = (await place(orderFor(product), headers)).body
  await shop.call('DELETE', `/api/myorder/${_id}`, { as: customer })
  const refused = await place(orderFor(product), headers)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect([await stockOf(product), await orderCount()]).toEqual([1000, 1])
})

test('an idempotency key has 1 to 255 characters', async () => {
  const product = await shop.addProduct({ quantity: 1000 })
  const refused = await place(orderFor(product), { 'Idempotency-Key': 'k'.repeat(256) })
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect([await stockOf(product), await orderCount()]).toEqual([1000, 0])
  expect((await place(orderFor(product), { 'Idempotency-Key': 'k'.repeat(255) })).status).toBe(201)
})
