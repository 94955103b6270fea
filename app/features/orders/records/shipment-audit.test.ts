import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#kit/audit/audit.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../schema.ts'

let shop: TestApp
let admin: Person
let order: Order

/** A paid order of 100 and of 300 pieces. */
beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  const customer = await shop.register()
  const lines = [
    { product: await shop.addProduct(), quantity: 100 },
    { product: await shop.addProduct(), quantity: 300 },
  ]
  const placed = await shop.call('POST', '/api/order', { as: customer, body: orderOfLines(lines) })
  order = await shop.pay(customer, placed.body)
})
afterEach(() => shop[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  shop.call(method, `/api/order/${order._id}/${path}`, { as: admin, body, ...(headers && { headers }) })

/** The changes of the order in the audit log, newest first, by field. */
async function audit() {
  const { rows } = await listAudit(shop.shop.db, { subject: order._id }, { limit: 10, after: undefined })
  return rows.map(({ kind, changes }) => [
    kind,
    Object.fromEntries(changes.map(({ field, from, to }) => [field, [from, to]])),
  ])
}

test('the audit has what a shipment contained, also after it is cancelled', async () => {
  const lines = [{ position: 1, quantity: 120 }]
  const parcel = { carrier: 'UPS', tracking: '1Z999' }
  const { body } = await call('POST', 'shipments', { ...parcel, lines })
  await call('DELETE', `shipments/${body.shipmentId}`)
  expect(await audit()).toEqual([
    [
      'order.reverted',
      {
        shipment: [body.shipmentId, null],
        pieces: [120, null],
        lines: [lines, null],
        carrier: ['UPS', null],
        tracking: ['1Z999', null],
      },
    ],
    [
      'order.shipped',
      {
        shipment: [null, body.shipmentId],
        pieces: [null, 120],
        lines: [null, lines],
        carrier: [null, 'UPS'],
        tracking: [null, '1Z999'],
      },
    ],
  ])
})

test('the audit has how many pieces a refund put back to stock', async () => {
  await call('POST', 'shipments', { lines: [{ position: 1, quantity: 120 }] })
  const refund = (amount: number) =>
    call('POST', 'refunds', { amount, reason: 'A sample', restock: true }, { 'Idempotency-Key': `${amount}` })
  const rest = Number((order.totalPrice - 1).toFixed(2))
  expect([(await refund(1)).status, (await refund(rest)).status]).toEqual([201, 201])
  expect((await audit()).slice(0, 2)).toEqual([
    ['order.refunded', { refundedAmount: [1, order.totalPrice], restockedPieces: [0, 280] }],
    ['order.refunded', { refundedAmount: [0, 1] }],
  ])
})
