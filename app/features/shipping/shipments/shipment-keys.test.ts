import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
let orders: readonly [Order, Order]

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  const customer = await shop.register()
  const product = await shop.addProduct()
  const paid = async () => shop.pay(customer, await shop.order(customer, product))
  orders = [await paid(), await paid()]
})
afterEach(() => shop[Symbol.asyncDispose]())

const PART = { lines: [{ position: 0, quantity: 10 }] }

const ship = (key: string, body: object = PART, { _id } = orders[0], as = admin) =>
  shop.call('POST', `/api/order/${_id}/shipments`, { as, body, headers: { 'Idempotency-Key': key } })

async function digest() {
  const { db } = shop.shop
  return {
    shipments: await db.selectFrom('shipments').selectAll().orderBy('id').execute(),
    keys: await db.selectFrom('shipment_keys').selectAll().orderBy('idempotency_key').execute(),
    audit: await db.selectFrom('audit_entries').select('id').execute(),
    mails: await db.selectFrom('outbox').select('id').execute(),
  }
}

test('the same request with a key ships once, also at the same time and when nothing is left', async () => {
  const answers = await Promise.all([ship('a'), ship('a'), ship('a')])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const [first] = answers.map(({ body }) => body.shipmentId)
  expect(new Set(answers.map(({ body }) => body.shipmentId))).toEqual(new Set([first]))
  expect((await ship('rest', {})).body.status).toBe('shipped')
  const before = await digest()
  expect(before.shipments).toHaveLength(2)
  const again = await ship('a')
  expect([again.status, again.body.shipmentId]).toEqual([201, first])
  expect((await ship('rest', {})).status).toBe(201)
  expect(await digest()).toEqual(before)
})

test('a key is for one shipment of its admin, and not for one that is cancelled', async () => {
  const { body } = await ship('a')
  const before = await digest()
  for (const refused of [await ship('a', {}), await ship('a', PART, orders[1])])
    expect([refused.status, refused.body.code]).toEqual([422, 'key_reused'])
  expect((await ship('x'.repeat(256))).status).toBe(422)
  expect(await digest()).toEqual(before)
  expect((await ship('a', PART, orders[0], await shop.registerAdmin())).status).toBe(201)

  await shop.call('DELETE', `/api/order/${orders[0]._id}/shipments/${body.shipmentId}`, { as: admin })
  const taken = await digest()
  const again = await ship('a')
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  expect(await digest()).toEqual(taken)
})

test('one key for two orders at the same time ships one of them', async () => {
  const answers = await Promise.all(orders.map((order) => ship('a', PART, order)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  expect((await digest()).shipments).toHaveLength(1)
})
