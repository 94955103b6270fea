import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { DAY_MS } from '#kit/time.ts'
import { orderFor, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
/** One order each: unpaid, pending, partly shipped, shipped, refunded; a day apart, the first at 0:00 of the first day. */
const orders: Record<string, Order> = {}
let days: string[]

beforeAll(async () => {
  shop = await createTestApp({ HOLD_HOURS: '1000' })
  const midnight = Math.ceil(shop.shop.now() / DAY_MS) * DAY_MS
  shop.shop.advance(midnight - shop.shop.now())
  days = Array.from({ length: 5 }, (_, day) => new Date(midnight + day * DAY_MS).toISOString().slice(0, 10))
  const buyer = await shop.register({ name: '=cmd|calc "A"' })
  admin = await shop.registerAdmin()
  const product = await shop.addProduct({ quantity: 10_000 })
  for (const state of ['unpaid', 'pending', 'partly_shipped', 'shipped', 'refunded']) {
    const [as, seller] = [await shop.signIn(buyer), await shop.signIn(admin)]
    const body = {
      ...orderFor(product, 200),
      poNumber: `PO-${state.toUpperCase()}-1`,
      address: '1 Street\n12345 Town',
    }
    const order = (await shop.call('POST', '/api/order', { as, body })).body
    orders[state] = order
    admin = seller
    if (state !== 'unpaid') await shop.pay(as, order)
    const ship = (json: object) =>
      shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: json })
    if (state === 'partly_shipped') await ship({ lines: [{ position: 0, quantity: 1 }] })
    if (state === 'shipped') await ship({ carrier: 'DHL', tracking: '-1' })
    if (state === 'refunded')
      await shop.shop.db
        .updateTable('orders')
        .set((eb) => ({ refunded_cents: eb.ref('total_cents') }))
        .where('id', '=', order._id)
        .execute()
    shop.shop.advance(DAY_MS)
  }
  admin = await shop.signIn(admin)
})
afterAll(() => shop[Symbol.asyncDispose]())

async function found(query: string): Promise<string[]> {
  const { status, body, headers } = await shop.call('GET', `/api/orders?${query}`, { as: admin })
  expect(status).toBe(200)
  expect(headers.get('x-total-count')).toBe(String(body.length))
  return body.map(({ _id }: Order) => Object.keys(orders).find((state) => orders[state]?._id === _id))
}

test.each([
  ['status=unpaid', ['unpaid']],
  ['status=pending', ['refunded', 'partly_shipped', 'pending']],
  ['status=to_ship', ['partly_shipped', 'pending']],
  ['status=partly_shipped', ['partly_shipped']],
  ['status=shipped', ['shipped']],
  ['status=refunded', ['refunded']],
  ['q=po-shipped-1', ['shipped']],
  ['q=po&status=refunded', ['refunded']],
])('orders are filtered by %s', async (query, states) => {
  expect(await found(query)).toEqual(states)
})

test('orders are listed the oldest first, or the largest sum first, page by page', async () => {
  expect(await found('sort=oldest')).toEqual(['unpaid', 'pending', 'partly_shipped', 'shipped', 'refunded'])
  expect(await found('sort=oldest&status=to_ship')).toEqual(['pending', 'partly_shipped'])
  const { db } = shop.shop
  const add = (state: string, cents: number) =>
    db
      .updateTable('orders')
      .set((eb) => ({ total_cents: eb('total_cents', '+', cents) }))
      .where('id', '=', orders[state]?._id ?? '')
      .execute()
  await add('pending', 500)
  await add('shipped', 100)
  expect(await found('sort=sum')).toEqual(['pending', 'shipped', 'refunded', 'partly_shipped', 'unpaid'])
  const first = await shop.call('GET', '/api/orders?sort=sum&limit=2', { as: admin })
  const [, next = ''] = /<([^>]+)>/.exec(first.headers.get('link') ?? '') ?? []
  const second = await shop.call('GET', next, { as: admin })
  expect(second.body.map(({ _id }: Order) => _id)).toEqual([orders.refunded?._id, orders.partly_shipped?._id])
  await add('pending', -500)
  await add('shipped', -100)
})

test('orders are filtered by days, both included, with every other filter', async () => {
  expect(await found(`from=${days[1]}&to=${days[2]}`)).toEqual(['partly_shipped', 'pending'])
  expect(await found(`from=${days[3]}`)).toEqual(['refunded', 'shipped'])
  expect(await found(`to=${days[0]}`)).toEqual(['unpaid'])
  expect(await found(`from=${days[2]}&status=pending`)).toEqual(['refunded', 'partly_shipped'])
  expect(await found(`from=${days[1]}&to=${days[3]}&status=pending&q=partly`)).toEqual(['partly_shipped'])
  expect(await found(`q=${orders.pending?.number}&from=${days[0]}`)).toEqual(['pending'])
  expect(await found(`to=${days[4]}&status=unpaid`)).toEqual(['unpaid'])
  expect(await found(`from=&to=${days[0]}`)).toEqual(['unpaid'])
  const paged = await shop.call('GET', `/api/orders?from=${days[1]}&limit=2`, { as: admin })
  expect([paged.body.length, paged.headers.get('x-total-count')]).toEqual([2, '4'])
})

test.each(['from=yesterday', 'to=2026-02-30', 'from=2026-11-24&to=2026-11-23', 'status=sent', 'sort=newest'])(
  'a filter that is none is refused: %s',
  async (query) => {
    for (const path of ['orders', 'orders.csv'])
      expect((await shop.call('GET', `/api/${path}?${query}`, { as: admin })).status).toBe(422)
  },
)

// attack: csv-formula
test('the export has the orders of the filters as CSV, and no cell that a spreadsheet runs', async () => {
  const { headers, body } = await shop.call('GET', `/api/orders.csv?from=${days[3]}&status=shipped`, {
    as: admin,
  })
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const shipped = orders.shipped as Order
  const read = await shop.readOrder(admin, shipped)
  expect(body.split('\r\n')).toEqual([
    '_id,number,createdAt,status,name,email,phone,address,poNumber,note,lines,quantity,totalPrice,refundedAmount,dispute,transactionId,paidAt,shippedAt,shipments,country,delivery,ships,weight,taxKind,taxPercent,taxAmount,payable,goods,deliveryPrice,tax,placedOn,paidOn,received,paidBack',
    [
      ...[shipped._id, shipped.number, shipped.createdAt, 'shipped', `"'=cmd|calc ""A"""`, shipped.email],
      ...[`'${shipped.phone}`, '"1 Street\n12345 Town"', 'PO-SHIPPED-1', '', `${shipped.lines[0]?.sku}:200`],
      ...['200', '8.5', '', '', read.transactionId, read.paidAt, read.shippedAt, 'DHL -1'],
      ...['US', '', '', '', 'none', '0', '0', '8.5', '8.5', '0', '0'],
      ...[shipped.createdAt.slice(0, 10), read.paidAt?.slice(0, 10), '8.5', '0'],
    ].join(','),
    '',
  ])
  const all = await shop.call('GET', '/api/orders.csv', { as: admin })
  expect(
    all.body
      .split('\r\n')
      .slice(1, -1)
      .map((line: string) => line.split(',')[0]),
  ).toEqual(
    Object.values(orders)
      .map(({ _id }) => _id)
      .reverse(),
  )
  expect((await shop.call('GET', '/api/orders.csv', { as: await shop.register() })).status).toBe(403)
})
