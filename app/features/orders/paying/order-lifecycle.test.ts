import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../orders.ts'

let shop: TestApp
let customer: Person
let product: Product
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  product = await shop.addProduct({ price: 0.0425, quantity: 1000 })
  order = await shop.order(customer, product)
})
afterEach(() => shop[Symbol.asyncDispose]())

const read = (): Promise<Order> => shop.readOrder(customer, order)

const stock = async (): Promise<number> => (await shop.call('GET', `/api/order/${product._id}`)).body.quantity

test('an unpaid order lapses once when its hold ends, and its pieces are in stock again', async () => {
  shop.shop.advance(72 * 3_600_000 - 10_000)
  await shop.runJobs()
  expect(await stock()).toBe(900)
  shop.shop.advance(11_000)
  await Promise.all([shop.runJobs(), shop.runJobs()])
  expect(await stock()).toBe(1000)
  const kinds = await shop.shop.db.selectFrom('order_events').select('kind').execute()
  expect(kinds.filter((event) => event.kind === 'lapsed')).toHaveLength(1)
})

// spec: status, put-order
test('a paid order is shipped and reverted to pending, each change once', async () => {
  await shop.pay(customer, order)
  const admin = await shop.registerAdmin()
  const put = (status: string) => shop.call('PUT', `/api/order/${order._id}`, { as: admin, body: { status } })
  expect((await put('pending')).body).toEqual({ modifiedCount: 0 })
  expect((await put('shipped')).body).toEqual({ modifiedCount: 1 })
  expect((await put('shipped')).body).toEqual({ modifiedCount: 0 })
  expect(await read()).toMatchObject({ status: 'shipped', shippedAt: expect.any(String) })
  expect((await put('pending')).body).toEqual({ modifiedCount: 1 })
  expect(await read()).not.toHaveProperty('shippedAt')
  // Neither paying nor shipping returns its pieces.
  expect(await stock()).toBe(900)
  const kinds = await shop.shop.db.selectFrom('order_events').select('kind').orderBy('at').execute()
  expect(
    kinds
      .map((event) => event.kind)
      .slice(-2)
      .sort(),
  ).toEqual(['reverted', 'shipped'])
})

test('the order of an archived product can still be read and paid', async () => {
  await shop.call('DELETE', `/api/product/${product._id}`, { as: await shop.registerAdmin() })
  expect(await read()).toEqual(order)
  expect((await shop.pay(customer, order)).paid).toBe(true)
})
