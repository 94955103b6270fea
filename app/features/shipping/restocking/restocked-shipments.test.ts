import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person
let products: readonly [Product, Product]

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  products = [await shop.addProduct({ quantity: 10_000 }), await shop.addProduct({ quantity: 10_000 })]
})
afterEach(() => shop[Symbol.asyncDispose]())

/** A paid order of 100 pieces of each product. */
async function paidOrder(of: readonly Product[] = products): Promise<Order> {
  const lines = of.map((product) => ({ product, quantity: 100 }))
  const { body } = await shop.call('POST', '/api/order', { as: customer, body: orderOfLines(lines) })
  return shop.pay(customer, body)
}

const call = (method: string, path: string, body?: object) =>
  shop.call(method, `/api/${path}`, { as: admin, body })

async function shipPart({ _id }: Order, quantity: number): Promise<string> {
  const lines = [{ position: 0, quantity }]
  return (await call('POST', `order/${_id}/shipments`, { lines })).body.shipmentId
}

async function refund({ _id }: Order, amount: number, restock = false): Promise<void> {
  const headers = { 'Idempotency-Key': `refund of ${amount}` }
  const body = { amount, reason: 'Not wanted', restock }
  expect((await shop.call('POST', `/api/order/${_id}/refunds`, { as: admin, body, headers })).status).toBe(
    201,
  )
}

async function refundAndRestock({ _id, totalPrice: amount }: Order): Promise<void> {
  const body = { amount, reason: 'Not wanted', restock: true }
  const headers = { 'Idempotency-Key': `refund of ${_id}` }
  const refunded = await shop.call('POST', `/api/order/${_id}/refunds`, { as: admin, body, headers })
  expect(refunded.body).toMatchObject({ refundedAmount: amount, restockedAt: expect.any(String) })
}

/** The pieces of both products that are for sale, in shipments, and neither: held for the orders that are not restocked. */
async function pieces() {
  const { db } = shop.shop
  const stock = await db.selectFrom('products').select('quantity').orderBy('id').execute()
  const shipped = await db.selectFrom('shipment_lines').select('quantity').execute()
  const forSale = stock.reduce((sum, { quantity }) => sum + quantity, 0)
  const sent = shipped.reduce((sum, { quantity }) => sum + quantity, 0)
  return { forSale, shipped: sent, held: 20_000 - forSale - sent }
}

test('the pieces of a shipment that is cancelled after a restocked refund go back to stock, once', async () => {
  const order = await paidOrder()
  const [first, second] = [await shipPart(order, 30), await shipPart(order, 20)]
  expect(await pieces()).toEqual({ forSale: 19_800, shipped: 50, held: 150 })
  await refundAndRestock(order)
  expect(await pieces()).toEqual({ forSale: 19_950, shipped: 50, held: 0 })

  const cancelShipment = () => call('DELETE', `order/${order._id}/shipments/${first}`)
  const answers = await Promise.all([cancelShipment(), cancelShipment(), cancelShipment()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  expect(await pieces()).toEqual({ forSale: 19_980, shipped: 20, held: 0 })

  const undo = { ids: [order._id], status: 'pending', shipments: [second] }
  expect((await call('PUT', 'orders', undo)).body.modifiedCount).toBe(1)
  expect((await call('PUT', `order/${order._id}`, { status: 'pending' })).body.modifiedCount).toBe(0)
  expect(await pieces()).toEqual({ forSale: 20_000, shipped: 0, held: 0 })
  expect((await call('POST', `order/${order._id}/shipments`, {})).body.code).toBe('refunded')
  expect(await pieces()).toEqual({ forSale: 20_000, shipped: 0, held: 0 })
})

test('without a restock they are left in the order, as what was not shipped', async () => {
  const order = await paidOrder()
  const shipment = await shipPart(order, 30)
  expect((await call('DELETE', `order/${order._id}/shipments/${shipment}`)).status).toBe(200)
  expect(await pieces()).toEqual({ forSale: 19_800, shipped: 0, held: 200 })
})

test('paid pieces of a shipment that is restored are left to ship when it is cancelled again', async () => {
  const order = await paidOrder()
  const shipment = (await call('POST', `order/${order._id}/shipments`, {})).body.shipmentId
  await refund(order, 1)
  const cancelShipment = () => call('DELETE', `order/${order._id}/shipments/${shipment}`)
  await cancelShipment()
  const lines = [0, 1].map((position) => ({ position, quantity: 100 }))
  const stopped = await call('POST', `order/${order._id}/restock`, { lines })
  expect(stopped.body).toMatchObject({ status: 'pending', restockedAt: expect.any(String) })
  expect(await pieces()).toEqual({ forSale: 20_000, shipped: 0, held: 0 })
  const restored = await call('POST', `order/${order._id}/restored-shipments`, { shipments: [shipment] })
  expect([restored.body.status, restored.body.restockedAt]).toEqual(['shipped', undefined])
  expect(await pieces()).toEqual({ forSale: 19_800, shipped: 200, held: 0 })
  const again = await cancelShipment()
  expect(again.body).toMatchObject({ status: 'pending', restockable: [{ quantity: 100 }, { quantity: 100 }] })
  expect(await pieces()).toEqual({ forSale: 19_800, shipped: 0, held: 200 })
})

test('an order of which some pieces went back before the rest was shipped is shipped again when that is undone', async () => {
  const order = await paidOrder()
  await refund(order, 1)
  await call('POST', `order/${order._id}/restock`, { lines: [{ position: 0, quantity: 40 }] })
  const shipped = (await call('POST', `order/${order._id}/shipments`, {})).body
  expect(shipped.status).toBe('shipped')
  await refund(order, shipped.refundableAmount, true)
  const read = async () => (await call('GET', `myorder/${order._id}`)).body
  const { status, shippedAt, restockedAt } = await read()
  expect({ status, restockedAt }).toEqual({ status: 'shipped', restockedAt: expect.any(String) })
  const ids = [shipped.shipmentId]
  const taken = await call('DELETE', `order/${order._id}/shipments/${ids[0]}`)
  expect([taken.body.status, (await pieces()).forSale]).toEqual(['pending', 20_000])
  await call('POST', `order/${order._id}/restored-shipments`, { shipments: ids })
  const after = await read()
  expect(after).toMatchObject({ status, shippedAt, restockedAt })
  expect(after).not.toHaveProperty('progress')
  expect(await pieces()).toEqual({ forSale: 19_840, shipped: 160, held: 0 })
})

test('cancelling shipments of restocked orders while others order the same parts loses no piece and blocks nobody', async () => {
  const [one, other] = products
  const orders = [await paidOrder([one, other]), await paidOrder([other, one]), await paidOrder([other])]
  const ids = orders.map(({ _id }) => _id)
  await call('PUT', 'orders', { ids, status: 'shipped' })
  for (const order of orders) await refundAndRestock(order)
  expect(await pieces()).toEqual({ forSale: 19_500, shipped: 500, held: 0 })
  const [undone] = await Promise.all([
    call('PUT', 'orders', { ids, status: 'pending' }),
    ...Array.from({ length: 4 }, (_, turn) => paidOrder(turn % 2 === 0 ? [one, other] : [other, one])),
  ])
  expect(undone.body).toMatchObject({ modifiedCount: 3, refused: [] })
  expect(await pieces()).toEqual({ forSale: 19_200, shipped: 0, held: 800 })
})
