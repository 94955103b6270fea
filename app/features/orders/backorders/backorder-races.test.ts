import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { accountsOf, placeBackorder, readBackorders } from '#tests/support/backorders.ts'
import type { Answer, Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let customer: Person
let products: readonly [Product, Product]

beforeEach(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  customer = await app.register()
  products = [
    await app.addProduct({ quantity: 50, price: 1 }),
    await app.addProduct({ quantity: 50, price: 1 }),
  ]
})
afterEach(() => app[Symbol.asyncDispose]())

let keys = 0

const call = (method: string, path: string, body?: object, as = admin): Promise<Answer> =>
  app.call(method, path, { as, body, headers: { 'Idempotency-Key': `key-${++keys}` } })

/** Of both products, in this or the other sequence. */
const place = (quantity: number, isReversed = false): Promise<Order> =>
  placeBackorder(
    app,
    customer,
    (isReversed ? products.toReversed() : products).map((product) => ({ product, quantity })),
  )

const arrive = (of: number, change: number) =>
  call('POST', `/api/product/${products[of === 0 ? 0 : 1]._id}/stock`, { change, reason: 'Delivered' })

/** Each received piece is for sale or in one order, and none is for sale while an order waits for it. */
async function expectSound(received: number): Promise<void> {
  const all = await readBackorders(app)
  const accounts = accountsOf(all)
  for (const { id, quantity } of all.products) {
    const own = accounts.filter(({ productId }) => productId === id)
    expect(quantity).toBeGreaterThanOrEqual(0)
    expect(quantity + own.reduce((sum, { taken }) => sum + taken, 0)).toBe(received)
    expect(Math.min(0, ...own.map(({ onShelf }) => onShelf))).toBe(0)
    if (quantity > 0) expect(own.filter(({ awaited }) => awaited > 0)).toEqual([])
  }
}

test('pieces that come while orders are cancelled, refunded and shipped are given away once, without a deadlock', async () => {
  let received = 50
  for (let round = 0; round < 4; round += 1) {
    const [paid, refunded, unpaid] = [await place(160), await place(140, true), await place(180)]
    await app.pay(customer, paid)
    await app.pay(customer, refunded)
    const lines = [0, 1].map((position) => ({ position, quantity: 30 }))
    const answers = await Promise.all([
      arrive(0, 30),
      arrive(1, 30),
      call('DELETE', `/api/myorder/${unpaid._id}`, undefined, customer),
      call('POST', `/api/order/${refunded._id}/refunds`, { lines, reason: 'A sample', restock: true }),
      call('POST', `/api/order/${paid._id}/shipments`, { lines: [{ position: 0, quantity: 10 }] }),
      arrive(1, 20),
      arrive(0, 20),
      call('PUT', '/api/orders', { ids: [paid._id, refunded._id], status: 'shipped' }),
    ])
    expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500)
    received += 50
    await expectSound(received)
  }
}, 300_000)

test('orders that are placed while pieces come lack no more than there are', async () => {
  const answers = await Promise.all([
    place(170),
    arrive(0, 100),
    place(170, true),
    arrive(1, 100),
    place(130),
  ])
  expect(answers).toHaveLength(5)
  await expectSound(150)
  const { products: rows, lacking } = await readBackorders(app)
  expect(rows.map(({ quantity }) => quantity)).toEqual([0, 0])
  expect(lacking.map(({ quantity }) => quantity).reduce((sum, each) => sum + each, 0)).toBe(640)
}, 300_000)
