import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const STOCK = 100_000

let shop: TestApp
let customer: Person
let admins: readonly [Person, Person]
let products: readonly [Product, Product]

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admins = [await shop.registerAdmin(), await shop.registerAdmin()]
  products = [await shop.addProduct({ quantity: STOCK }), await shop.addProduct({ quantity: STOCK })]
})
afterEach(() => shop[Symbol.asyncDispose]())

/** A paid order of 100 pieces of both products, in this or the other sequence. */
async function paidOrder(isReversed = false): Promise<Order> {
  const of = isReversed ? products.toReversed() : products
  const lines = of.map((product) => ({ product, quantity: 100 }))
  const { body } = await shop.call('POST', '/api/order', { as: customer, body: orderOfLines(lines) })
  return shop.pay(customer, body)
}

let keys = 0

const refund = ({ _id }: Order, amount: number, restock: boolean, as = admins[1]) =>
  shop.call('POST', `/api/order/${_id}/refunds`, {
    as,
    body: { amount, reason: 'A sample', restock },
    headers: { 'Idempotency-Key': `key-${++keys}` },
  })

const restock = ({ _id }: Order, body: object, as = admins[0]) =>
  shop.call('POST', `/api/order/${_id}/restock`, { as, body })

const ship = ({ _id }: Order, body: object, as = admins[1]) =>
  shop.call('POST', `/api/order/${_id}/shipments`, { as, body })

/** The pieces for sale, in shipments, and those that are marked as put back. */
async function pieces() {
  const { db } = shop.shop
  const sum = (rows: readonly { quantity: number }[]) => rows.reduce((total, row) => total + row.quantity, 0)
  const restocked = await db.selectFrom('order_lines').select('restocked as quantity').execute()
  return {
    forSale: sum(await db.selectFrom('products').select('quantity').execute()),
    shipped: sum(await db.selectFrom('shipment_lines').select('quantity').execute()),
    restocked: sum(restocked),
  }
}

/** Each piece is for sale, shipped or left to ship, and the sales are those of the orders. */
async function expectSound(ordered: number): Promise<void> {
  const { forSale, shipped, restocked } = await pieces()
  expect(forSale).toBe(2 * STOCK - ordered + restocked)
  expect(shipped + restocked).toBeLessThanOrEqual(ordered)
  expect(await readSales(shop.shop)).toEqual(await salesOfOrders(shop.shop))
}

// attack: double-restock
test('of requests at once that put all back one does', async () => {
  const order = await paidOrder()
  await refund(order, order.totalPrice, false)
  const answers = await Promise.all([0, 1, 2, 3].map((turn) => restock(order, {}, admins[turn % 2])))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await pieces()).toEqual({ forSale: 2 * STOCK, shipped: 0, restocked: 200 })
})

// attack: double-restock
test('shipping and putting back at once leave no piece in both', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await paidOrder(round % 2 === 0)
    await refund(order, 1, false)
    const lines = [
      { position: 0, quantity: 60 },
      { position: 1, quantity: 60 },
    ]
    const [shipped, back] = await Promise.all([ship(order, { lines }), restock(order, { lines })])
    expect([shipped.status, back.status].sort((one, other) => one - other)).toEqual(
      shipped.status === 201 ? [201, 409] : [200, 409],
    )
    await expectSound((round + 1) * 200)
  }
})

// attack: double-restock
test('a refund with restock and putting back at once put each piece back once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await paidOrder(round % 2 === 0)
    await refund(order, 1, false)
    const rest = Number((order.totalPrice - 1).toFixed(2))
    const [refunded, back] = await Promise.all([
      refund(order, rest, true),
      restock(order, { lines: [{ position: 0, quantity: 100 }] }),
    ])
    expect(refunded.status).toBe(201)
    expect([200, 409]).toContain(back.status)
    expect(await pieces()).toMatchObject({ forSale: 2 * STOCK, restocked: (round + 1) * 200 })
    await expectSound((round + 1) * 200)
  }
})

test('orders of the same parts that are put back, shipped, refunded and paid at once block nobody', async () => {
  const orders = [await paidOrder(), await paidOrder(true), await paidOrder(), await paidOrder(true)]
  for (const order of orders) await refund(order, 1, false)
  const lines = [
    { position: 1, quantity: 10 },
    { position: 0, quantity: 15 },
  ]
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(
      orders.flatMap((order, index) => [
        restock(order, { lines }, admins[index % 2]),
        ship(order, { lines }),
        refund(order, 0.1, false),
      ]),
    )
    await paidOrder(round % 2 === 0)
    expect(answers.map(({ status }) => status)).toEqual(orders.flatMap(() => [200, 201, 201]))
  }
  await expectSound(7 * 200)
})
