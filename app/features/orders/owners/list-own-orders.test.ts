import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../orders.ts'

let app: TestApp
let ada: Person
let paid: Order
let unpaid: Order
let cancelled: Order

const FORMULA = '=cmd|calc!A1'

beforeAll(async () => {
  app = await createTestApp()
  const admin = await app.registerAdmin()
  ;[ada] = [await app.register()]
  const parts = [
    await app.addProduct({ name: 'Nut', quantity: 10_000 }),
    await app.addProduct({ name: 'Bolt', quantity: 10_000 }),
  ]
  const lines = parts.map((product) => ({ product, quantity: 200 }))
  const place = async (as: Person, more = {}): Promise<Order> => {
    app.shop.advance(1000)
    return (await app.call('POST', '/api/order', { body: { ...orderOfLines(lines), ...more }, as })).body
  }
  paid = await app.pay(ada, await place(ada, { poNumber: FORMULA }))
  const shipment = {
    lines: [
      { position: 0, quantity: 200 },
      { position: 1, quantity: 50 },
    ],
  }
  await app.call('POST', `/api/order/${paid._id}/shipments`, { body: shipment, as: admin })
  unpaid = await place(ada)
  cancelled = await place(ada)
  await app.call('DELETE', `/api/myorder/${cancelled._id}`, { as: ada })
  const eve = await app.register()
  await app.pay(eve, await place(eve, { poNumber: 'of Eve' }))
})
afterAll(() => app[Symbol.asyncDispose]())

const list = async (query = ''): Promise<Order[]> =>
  (await app.call('GET', `/api/myorders${query}`, { as: ada })).body

const file = async (query = '', as = ada) => {
  const { status, headers, body } = await app.call('GET', `/api/myorders.csv${query}`, { as })
  return { status, type: headers.get('content-type'), rows: String(body).trimEnd().split('\r\n') }
}

test('the own orders have the number of their invoice, and how far one is that is shipped in part', async () => {
  const [newest, oldest] = await list()
  expect([newest?._id, oldest?._id]).toEqual([unpaid._id, paid._id])
  expect(oldest).toMatchObject({
    invoice: 'INV-000001',
    progress: 'partly_shipped',
    shipped: { lines: 1, pieces: 250 },
  })
  expect(newest).not.toHaveProperty('invoice')
  expect(newest).not.toHaveProperty('shipped')
  expect((await list('?state=cancelled')).map(({ _id }) => _id)).toEqual([cancelled._id])
})

// attack: csv-formula
test('the file has a row for each of the own orders alone, and runs no formula', async () => {
  const { status, type, rows } = await file()
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(rows[0]).toBe(
    'number,createdAt,poNumber,product,lines,quantity,shippedPieces,state,arrivesFrom,arrivesTo,payable,refundedAmount,paidAt,shippedAt,cancelledAt,invoice',
  )
  expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual([unpaid.number, paid.number])
  expect(rows[1]).toContain(',400,,unpaid,')
  expect(rows[2]).toContain(`,'${FORMULA},Nut and 1 more,`)
  expect(rows[2]).toContain(',400,250,partly_shipped,')
  expect(rows[2]).toMatch(new RegExp(`,${paid.payable},.*,INV-000001$`))
  expect((await file('?state=cancelled')).rows.slice(1).map((row) => row.split(',')[0])).toEqual([
    cancelled.number,
  ])
})

test('the file of another address is refused, and one without a session', async () => {
  expect((await file('?email=somebody@else.example')).status).toBe(403)
  expect((await file(`?email=${ada.email.toUpperCase()}`)).status).toBe(200)
  expect((await app.call('GET', '/api/myorders.csv')).status).toBe(401)
  expect((await file('?state=paid')).status).toBe(422)
})
