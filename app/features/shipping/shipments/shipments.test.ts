import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAXIMUM_SHIPMENTS } from '#features/orders/limits.ts'
import type { Order, OrderDetails, TimelineEvent } from '#features/orders/schema.ts'
import { listAudit } from '#kit/audit/audit.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person
let order: Order

/** A paid order of 100 and of 300 pieces. */
beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  order = await place()
  await shop.pay(customer, order)
})
afterEach(() => shop[Symbol.asyncDispose]())

async function place(): Promise<Order> {
  const lines = [
    { product: await shop.addProduct(), quantity: 100 },
    { product: await shop.addProduct(), quantity: 300 },
  ]
  return (await shop.call('POST', '/api/order', { as: customer, body: orderOfLines(lines) })).body
}

const ship = (body: object = {}, { _id } = order) =>
  shop.call('POST', `/api/order/${_id}/shipments`, { as: admin, body })

const cancelShipment = (shipmentId: string, { _id } = order) =>
  shop.call('DELETE', `/api/order/${_id}/shipments/${shipmentId}`, { as: admin })

const put = (status: string) => shop.call('PUT', `/api/order/${order._id}`, { as: admin, body: { status } })

const putAll = (ids: readonly string[], status: string, shipments?: readonly string[], as = admin) =>
  shop.call('PUT', '/api/orders', { as, body: { ids, status, shipments } })

const read = async (as = customer): Promise<OrderDetails> =>
  (await shop.call('GET', `/api/myorder/${order._id}`, { as })).body

const shippedLines = ({ shipments }: OrderDetails) => shipments.map(({ lines }) => lines)

/** All that shipping changes, and the stock, which it does not. */
async function digest() {
  const { db } = shop.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    shipments: await db.selectFrom('shipments').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('shipment_lines').selectAll().execute(),
    events: await db.selectFrom('order_events').select('id').orderBy('id').execute(),
    audit: await db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
    mails: await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
  }
}

test('an order ships in parts, with carrier and tracking, and is shipped when nothing is left', async () => {
  const first = await ship({
    carrier: 'ups',
    tracking: '1Z 999',
    lines: [{ position: 1, quantity: 200 }],
  })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ status: 'pending', progress: 'partly_shipped' })
  expect(first.body).not.toHaveProperty('shippedAt')
  const [shipment] = first.body.shipments
  expect(first.body.shipmentId).toBe(shipment._id)
  expect(shipment).toEqual({
    _id: expect.any(String),
    at: expect.any(String),
    carrier: 'ups',
    tracking: '1Z 999',
    trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
    lines: [{ position: 1, quantity: 200 }],
  })
  shop.shop.advance(1000)
  const second = await ship()
  expect(second.body).toMatchObject({ status: 'shipped', shippedAt: second.body.shipments[1].at })
  expect(second.body).not.toHaveProperty('progress')
  expect(shippedLines(second.body)[1]).toEqual([
    { position: 0, quantity: 100 },
    { position: 1, quantity: 100 },
  ])
  const seen = await read()
  expect(seen.shipments).toEqual(second.body.shipments)
  expect(seen.events.filter(({ kind }) => kind === 'shipped').map(({ detail }) => detail)).toEqual(
    seen.shipments.map(({ _id }) => _id),
  )
  const listed = await shop.call('GET', '/api/orders', { as: admin })
  expect(listed.body[0].shipments).toEqual(seen.shipments)
})

test('a shipment is cancelled, the last one to pending, and each change is in the audit', async () => {
  const first = (await ship({ lines: [{ position: 0, quantity: 100 }] })).body.shipments[0]._id
  shop.shop.advance(1000)
  const second = (await ship({ carrier: 'DHL' })).body.shipments[1]._id
  const partly = await cancelShipment(second)
  shop.shop.advance(1000)
  expect([partly.status, partly.body.status, partly.body.progress]).toEqual([
    200,
    'pending',
    'partly_shipped',
  ])
  expect(partly.body.shipments.map((one: { _id: string }) => one._id)).toEqual([first])
  const none = (await cancelShipment(first)).body
  expect(none).toMatchObject({ status: 'pending', shipments: [] })
  expect(none).not.toHaveProperty('progress')
  const back = none.events.filter(({ kind }: TimelineEvent) => kind === 'reverted')
  expect(back.map(({ detail }: TimelineEvent) => detail)).toEqual([`${second} 300 DHL`, `${first} 100`])
  const stored = shop.shop.db.selectFrom('order_events').where('kind', '=', 'reverted').orderBy('id')
  expect(await stored.select(['detail', 'shipment_id', 'pieces', 'carrier', 'is_lost']).execute()).toEqual([
    { detail: null, shipment_id: second, pieces: 300, carrier: 'DHL', is_lost: 0 },
    { detail: null, shipment_id: first, pieces: 100, carrier: null, is_lost: 0 },
  ])
  const { rows } = await listAudit(shop.shop.db, { subject: order._id }, { limit: 10, after: undefined })
  expect(rows.map(({ kind, by, changes }) => [kind, by, changes[0]?.from ?? changes[0]?.to])).toEqual([
    ['order.reverted', admin.email, first],
    ['order.reverted', admin.email, second],
    ['order.shipped', admin.email, second],
    ['order.shipped', admin.email, first],
  ])
})

test('`shipped` ships what is left, `pending` cancels all, and counts only where a shipment came or went', async () => {
  await ship({ lines: [{ position: 1, quantity: 1 }] })
  expect((await put('shipped')).body).toEqual({ modifiedCount: 1 })
  expect(shippedLines(await read())).toEqual([
    [{ position: 1, quantity: 1 }],
    [
      { position: 0, quantity: 100 },
      { position: 1, quantity: 299 },
    ],
  ])
  expect((await put('shipped')).body).toEqual({ modifiedCount: 0 })
  expect((await put('pending')).body).toEqual({ modifiedCount: 1 })
  expect((await put('pending')).body).toEqual({ modifiedCount: 0 })
  expect(await read()).toMatchObject({ status: 'pending', shipments: [] })
  await ship({ lines: [{ position: 1, quantity: 1 }] })
  expect((await put('pending')).body).toEqual({ modifiedCount: 1 })
})

// attack: double-shipment
test('a refused shipment changes nothing', async () => {
  const unpaid = await place()
  const { body } = await ship({ lines: [{ position: 1, quantity: 250 }] })
  const before = await digest()
  const line = (position: number, quantity: number) => ({ lines: [{ position, quantity }] })
  const more = await ship(line(1, 51))
  expect([more.status, more.body.code, more.body.left]).toEqual([
    409,
    'exceeds_left',
    [
      { position: 0, quantity: 100 },
      { position: 1, quantity: 50 },
    ],
  ])
  expect((await ship({}, unpaid)).body).toMatchObject({ status: 409, code: 'unpaid' })
  expect((await ship({}, { ...order, _id: 'unknown' })).status).toBe(404)
  const invalid: readonly object[] = [
    line(2, 1),
    line(-1, 1),
    line(0, 0),
    line(0, 0.5),
    { lines: [] },
    {
      lines: [
        { position: 0, quantity: 1 },
        { position: 0, quantity: 1 },
      ],
    },
    { carrier: 'a\nb' },
    { carrier: 'x'.repeat(65) },
    { tracking: '' },
  ]
  for (const one of invalid) expect((await ship(one)).status, JSON.stringify(one)).toBe(422)
  const nested = `{"tracking":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const deep = { as: admin, body: nested }
  expect((await shop.call('POST', `/api/order/${order._id}/shipments`, deep)).status).toBe(422)
  expect((await cancelShipment('unknown')).status).toBe(404)
  expect((await cancelShipment(body.shipments[0]._id, unpaid)).status).toBe(404)
  const asCustomer = { as: customer, body: {} }
  expect((await shop.call('POST', `/api/order/${order._id}/shipments`, asCustomer)).status).toBe(403)
  expect(await digest()).toEqual(before)
})

test('a shipped order has nothing left, a cancelled or refunded one does not ship', async () => {
  await put('shipped')
  const cancelled = await place()
  await shop.call('DELETE', `/api/myorder/${cancelled._id}`, { as: customer })
  const refunded = await place()
  await shop.pay(customer, refunded)
  await shop.shop.db
    .updateTable('orders')
    .set((eb) => ({ refunded_cents: eb.ref('total_cents') }))
    .where('id', '=', refunded._id)
    .execute()
  const before = await digest()
  expect((await ship()).body).toMatchObject({ status: 409, code: 'exceeds_left', left: [] })
  expect((await ship({}, cancelled)).status).toBe(404)
  expect((await ship({}, refunded)).body).toMatchObject({ status: 409, code: 'refunded' })
  expect(await digest()).toEqual(before)
})

test('a list of orders gets a status where it can, and says of the others why not', async () => {
  const [unpaid, other] = [await place(), await place()]
  await shop.pay(customer, other)
  const ids = [other._id, unpaid._id, 'unknown', order._id, order._id]
  const changed = await putAll(ids, 'shipped')
  expect(changed.body).toEqual({
    modifiedCount: 2,
    refused: expect.arrayContaining([
      { id: unpaid._id, code: 'unpaid' },
      { id: 'unknown', code: 'not_found' },
    ]),
    shipments: [expect.any(String), expect.any(String)],
  })
  expect(changed.body.refused).toHaveLength(2)
  expect((await putAll([order._id, other._id], 'shipped')).body).toEqual({
    modifiedCount: 0,
    refused: [],
    shipments: [],
  })
  expect((await putAll([order._id], 'pending')).body).toMatchObject({ modifiedCount: 1, refused: [] })
  const before = await digest()
  expect((await putAll(Array(101).fill(order._id), 'shipped')).status).toBe(422)
  expect((await putAll([], 'shipped')).status).toBe(422)
  expect((await putAll([order._id], 'sent')).status).toBe(422)
  expect((await putAll([other._id], 'shipped', ['x'])).status).toBe(422)
  expect((await putAll([other._id], 'pending', [])).status).toBe(422)
  expect(await digest()).toEqual(before)
})

test('what one admin shipped of overlapping lists is cancelled, and nothing that another shipped', async () => {
  const [first, second] = [await place(), await place()]
  for (const one of [first, second]) await shop.pay(customer, one)
  await ship({ lines: [{ position: 1, quantity: 1 }] })
  const other = await shop.registerAdmin()
  const theirs = (await putAll([first._id], 'shipped', undefined, other)).body.shipments
  const ids = [order._id, first._id, second._id]
  const ours = (await putAll(ids, 'shipped')).body
  expect([ours.modifiedCount, ours.shipments.length]).toEqual([2, 2])
  const before = await digest()
  expect((await putAll([first._id], 'pending', ours.shipments)).body).toEqual({
    modifiedCount: 0,
    refused: [],
    shipments: [],
  })
  expect(await digest()).toEqual(before)
  const undone = (await putAll(ids, 'pending', ours.shipments)).body
  expect([undone.modifiedCount, undone.shipments.toSorted()]).toEqual([2, ours.shipments.toSorted()])
  const { body } = await shop.call('GET', '/api/orders', { as: admin })
  const left = new Map(body.map((one: Order) => [one._id, one]))
  expect(left.get(first._id)).toMatchObject({ status: 'shipped', shipments: [{ _id: theirs[0] }] })
  expect(left.get(second._id)).toMatchObject({ status: 'pending', shipments: [] })
  expect(left.get(order._id)).toMatchObject({
    progress: 'partly_shipped',
    shipments: [{ lines: [{ position: 1, quantity: 1 }] }],
  })
})

test('an order has a limited number of shipments, the last of all that is left', async () => {
  const ids = Array.from({ length: MAXIMUM_SHIPMENTS - 2 }, (_, index) => `0-${index}`)
  const shipment = { order_id: order._id, at: shop.shop.now(), carrier: null, tracking: null, mail_id: null }
  await shop.shop.db
    .insertInto('shipments')
    .values(ids.map((id) => ({ id, ...shipment })))
    .execute()
  await shop.shop.db
    .insertInto('shipment_lines')
    .values(ids.map((id) => ({ shipment_id: id, position: 1, quantity: 1 })))
    .execute()
  expect((await ship({ lines: [{ position: 1, quantity: 1 }] })).status).toBe(201)
  const before = await digest()
  expect((await ship({ lines: [{ position: 1, quantity: 1 }] })).body).toMatchObject({ code: 'conflict' })
  expect(await digest()).toEqual(before)
  expect((await ship()).body.status).toBe('shipped')
})

test('a customer cannot change an order of which a part is shipped', async () => {
  await ship({ lines: [{ position: 0, quantity: 1 }] })
  const before = await digest()
  const change = { as: customer, body: { note: 'A note.' } }
  expect((await shop.call('PATCH', `/api/myorder/${order._id}`, change)).status).toBe(409)
  expect(await digest()).toEqual(before)
})
