import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChangedProduct, Product } from '#features/catalog/schema.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { replacementOf } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../schema.ts'
import type { AgainQuote } from './schema.ts'

let shop: TestApp
let customer: Person
let admin: Person
let parts: Product[]
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  parts = []
  for (const sku of ['SC-933-M8-40', 'SC-933-M8-50', 'NU-934-M8'])
    parts.push(await shop.addProduct({ sku, price: 0.125, quantity: 1000 }))
  const body = orderOfLines(parts.map((product) => ({ product, quantity: 400 })))
  order = (await shop.call('POST', '/api/order', { body, as: customer })).body
})
afterEach(() => shop[Symbol.asyncDispose]())

const again = (as: Person = customer, id = order._id) => shop.call('GET', `/api/myorder/${id}/again`, { as })

const replace = (product: Product | undefined, changes: Partial<ChangedProduct>) => {
  const body = replacementOf(product as Product, changes)
  return shop.call('PUT', `/api/product/${product?._id}`, { body, as: admin })
}

const tables = async () => ({
  orders: await shop.shop.db.selectFrom('orders').selectAll().execute(),
  products: await shop.shop.db.selectFrom('products').selectAll().orderBy('id').execute(),
  carts: await shop.shop.db.selectFrom('cart_lines').selectAll().execute(),
})

test('each line is quoted as it is now, with what it was then, and nothing is placed', async () => {
  const [one, two, three] = parts
  expect((await replace(one, { price: 0.25 })).status).toBe(200)
  await shop.order(await shop.register(), two as Product, 300)
  await shop.call('DELETE', `/api/product/${three?._id}`, { as: admin })
  const before = await tables()
  const answer = await again()
  expect(answer.status).toBe(200)
  const quote: AgainQuote = answer.body
  const then = { quantity: 400, unitPrice: 0.125, lineTotal: 50 }
  expect(quote).toMatchObject({
    lines: [
      { sku: one?.sku, productId: one?._id, quantity: 400, unitPrice: 0.25, lineTotal: 100, then },
      { sku: two?.sku, available: 300, lineTotal: 50, problem: 'out_of_stock', then },
      { sku: three?.sku, productId: three?._id, problem: 'unknown', then },
    ],
    totalPrice: 150,
    orderable: false,
  })
  expect(quote.lines[0]).not.toHaveProperty('problem')
  expect(quote.lines[2]).not.toHaveProperty('product')
  expect(await tables()).toEqual(before)
})

test('admins read it too, and both also of a cancelled order; others do not find it', async () => {
  expect((await again(admin)).body).toEqual((await again()).body)
  expect((await again(await shop.register())).status).toBe(404)
  expect((await again(customer, 'unknown')).status).toBe(404)
  expect((await shop.call('GET', `/api/myorder/${order._id}/again`)).status).toBe(401)
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  expect((await again()).body.orderable).toBe(true)
  expect((await again(admin)).body).toEqual((await again()).body)
})
