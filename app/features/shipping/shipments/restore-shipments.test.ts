import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { MAIL } from '#kit/mail/transport.ts'
import { claim, findDue } from '#kit/outbox/outbox.ts'
import { MAIL_AFTER_MS } from '#kit/time.ts'
import { orderOfLines, type Person, verifyEmail } from '#tests/support/customer.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person
let products: readonly [Product, Product]
let order: Order

/** A paid order of 100 and of 300 pieces, of which 200 left by DHL and then all the others. Its mails have left. */
beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  admin = await shop.registerAdmin()
  products = [await shop.addProduct({ quantity: 1000 }), await shop.addProduct({ quantity: 1000 })]
  order = await paidOrder()
  await call('POST', 'shipments', {
    carrier: 'DHL',
    tracking: 'JD 42',
    lines: [{ position: 1, quantity: 200 }],
  })
  shop.shop.advance(1000)
  await call('POST', 'shipments', {})
  shop.shop.advance(MAIL_AFTER_MS)
  await titles()
})
afterEach(() => shop[Symbol.asyncDispose]())

async function paidOrder(): Promise<Order> {
  const [one, other] = products
  const lines = [
    { product: one, quantity: 100 },
    { product: other, quantity: 300 },
  ]
  const { body } = await shop.call('POST', '/api/order', { as: customer, body: orderOfLines(lines) })
  return shop.pay(customer, body)
}

const call = (method: string, path: string, body?: object, { _id } = order) =>
  shop.call(method, `/api/order/${_id}/${path}`, { as: admin, body })

const setStatus = async (status: string): Promise<string[]> =>
  (await shop.call('PUT', '/api/orders', { as: admin, body: { ids: [order._id], status } })).body.shipments

const restore = (shipments: readonly string[], of = order) =>
  call('POST', 'restored-shipments', { shipments }, of)

/** The titles of the mails that have left about shipping, the oldest first. */
async function titles(): Promise<string[]> {
  await shop.runJobs('mail')
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body
    .map(({ subject }: { subject: string }) => subject.split(':')[0])
    .filter((title: string) => title.includes('shipped'))
    .reverse()
}

/** The time before which the mail that was queued last does not leave. */
async function newestNotBefore(): Promise<number | undefined> {
  const waiting = shop.shop.db
    .selectFrom('outbox')
    .select('not_before')
    .where('next_attempt_at', 'is not', null)
  return (await waiting.orderBy('not_before', 'desc').executeTakeFirst())?.not_before
}

const BEFORE = ['A part of your order is shipped', 'A part of your order is shipped']

/** All that shipping and cancelling change, and what of it a customer and an admin see. */
async function digest() {
  const { db } = shop.shop
  return {
    order: await db.selectFrom('orders').selectAll().where('id', '=', order._id).execute(),
    shipments: await db.selectFrom('shipments').selectAll().orderBy('id').execute(),
    lines: await db
      .selectFrom('shipment_lines')
      .selectAll()
      .orderBy('shipment_id')
      .orderBy('position')
      .execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    sales: await readSales(shop.shop),
  }
}

/** The same with the records of the changes, which a refused call does not touch either. */
async function records() {
  const { db } = shop.shop
  return {
    ...(await digest()),
    cancelledShipments: await db.selectFrom('taken_back_shipments').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').select('id').orderBy('id').execute(),
    audit: await db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
    mails: await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
  }
}

test('undoing that an order was reverted puts its shipments back exactly as they were, and no mail leaves', async () => {
  const before = await digest()
  const taken = await setStatus('pending')
  expect(taken).toHaveLength(2)
  // The clock of the test goes on by itself too.
  shop.shop.advance(MAIL_AFTER_MS / 2)
  expect(await titles()).toEqual(BEFORE)
  const restored = await restore(taken)
  expect([restored.status, restored.body.status]).toEqual([200, 'shipped'])
  expect(restored.body.shipments.map(({ tracking }: { tracking?: string }) => tracking)).toEqual([
    'JD 42',
    undefined,
  ])
  expect(await digest()).toEqual(before)
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual(BEFORE)
  // The same again restores nothing twice.
  expect((await restore(taken)).status).toBe(200)
  expect(await digest()).toEqual(before)
  const read = (await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body
  expect(read.events.map(({ kind }: { kind: string }) => kind).slice(-6)).toEqual([
    ...['shipped', 'shipped', 'reverted', 'reverted', 'shipped', 'shipped'],
  ])
})

test('a cancellation that is not undone sends its mail once, after the ten seconds', async () => {
  await setStatus('pending')
  const [{ taken_back_at = 0 } = {}] = (await records()).cancelledShipments
  expect(await newestNotBefore()).toBe(taken_back_at + MAIL_AFTER_MS)
  expect(await titles()).toEqual(BEFORE)
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([...BEFORE, 'Your order is not shipped yet'])
})

test('one of two shipments is restored alone, and the mail about the other leaves', async () => {
  const [first = ''] = await setStatus('pending')
  const { body } = await restore([first])
  expect([body.status, body.progress, body.shipments.length]).toEqual(['pending', 'partly_shipped', 1])
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([...BEFORE, 'Your order is not shipped yet'])
})

test('a shipment that was cancelled before its mail left sends it when it is restored', async () => {
  order = await paidOrder()
  const [id = ''] = await setStatus('shipped')
  shop.shop.advance(4000)
  await call('DELETE', `shipments/${id}`)
  const { body } = await restore([id])
  expect(await newestNotBefore()).toBe(Date.parse(body.shipments[0].at) + MAIL_AFTER_MS)
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([...BEFORE, 'Your order is shipped'])
})

test('an order that is shipped again meanwhile is not said to be pending', async () => {
  await setStatus('pending')
  await setStatus('shipped')
  shop.shop.advance(MAIL_AFTER_MS)
  expect(await titles()).toEqual([...BEFORE, 'Your order is shipped'])
})

test('what cannot be restored is refused, and changes nothing', async () => {
  const other = await paidOrder()
  const taken = await setStatus('pending')
  const refused = async (answer: ReturnType<typeof restore>, status: number, code: string) => {
    const before = await records()
    const { status: given, body } = await answer
    expect([given, body.code]).toEqual([status, code])
    expect(await records()).toEqual(before)
  }
  await refused(restore([...taken, 'unknown']), 404, 'not_found')
  await refused(restore(taken, other), 404, 'not_found')
  await refused(restore(taken, { ...order, _id: 'unknown' }), 404, 'not_found')
  await refused(restore([]), 422, 'invalid')
  const { body: shipped } = await call('POST', 'shipments', { lines: [{ position: 1, quantity: 1 }] })
  await refused(restore(taken), 409, 'exceeds_left')
  await call('DELETE', `shipments/${shipped.shipmentId}`)
  shop.shop.advance(MAIL_AFTER_MS)
  await refused(restore(taken), 409, 'conflict')
})

test('a cancellation whose mail is leaving at that moment cannot be undone', async () => {
  const taken = await setStatus('pending')
  await shop.shop.db
    .updateTable('outbox')
    .set({ next_attempt_at: 0 })
    .where('next_attempt_at', 'is not', null)
    .execute()
  const [mail] = await findDue(shop.shop, MAIL, 10)
  if (!mail) throw new Error('The mail is not due.')
  expect(await claim(shop.shop, mail)).toBe(true)
  const before = await records()
  expect((await restore(taken)).body).toMatchObject({ status: 409, code: 'conflict' })
  expect(await records()).toEqual(before)
})

test('the pieces of a restocked order leave the stock with the shipments that are restored, and count as sold', async () => {
  await refundAndRestock()
  const before = await digest()
  const taken = await setStatus('pending')
  expect((await digest()).stock.map(({ quantity }) => quantity)).toEqual([1000, 1000])
  const answers = await Promise.all([restore(taken), restore(taken), restore(taken)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await digest()).toEqual(before)
  expect(await salesOfOrders(shop.shop)).toEqual(before.sales)
})

test('they stay cancelled when they were sold since', async () => {
  await refundAndRestock()
  const taken = await setStatus('pending')
  const [one] = products
  await shop.call('POST', `/api/product/${one._id}/stock`, {
    as: admin,
    body: { counted: 99, reason: 'Counted' },
  })
  const before = await records()
  expect((await restore(taken)).body).toMatchObject({ status: 409, code: 'out_of_stock' })
  expect(await records()).toEqual(before)
})

async function refundAndRestock(): Promise<void> {
  const body = { amount: order.totalPrice, reason: 'Not wanted', restock: true }
  const headers = { 'Idempotency-Key': 'all' }
  const { status } = await shop.call('POST', `/api/order/${order._id}/refunds`, { as: admin, body, headers })
  expect(status).toBe(201)
}
