import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { MAIL_AFTER_MS } from '#kit/time.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person
let order: Order
let shipment: string

/** A paid order that was shipped with a wrong tracking number. */
beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  admin = await shop.registerAdmin()
  order = await shop.pay(customer, await shop.order(customer, await shop.addProduct()))
  const body = { carrier: 'DHL', tracking: 'WRONG 1' }
  shipment = (await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body })).body
    .shipmentId
})
afterEach(() => shop[Symbol.asyncDispose]())

const change = (body: object, { id = order._id, of = shipment, as = admin } = {}) =>
  shop.call('PATCH', `/api/order/${id}/shipments/${of}`, { as, body })

/** The mails about shipping, the oldest first. */
async function mails(): Promise<{ subject: string; text: string }[]> {
  await shop.runJobs('mail')
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  return body.filter(({ subject }: { subject: string }) => /shipped|tracking/.test(subject)).reverse()
}

async function digest() {
  const { db } = shop.shop
  return {
    shipments: await db.selectFrom('shipments').selectAll().execute(),
    events: await db.selectFrom('order_events').select('id').execute(),
    audit: await db.selectFrom('audit_entries').select('id').execute(),
    mails: await db.selectFrom('outbox').select('id').execute(),
  }
}

test('tracking is mended after shipping: what the customer was told wrongly is told again', async () => {
  shop.shop.advance(MAIL_AFTER_MS)
  expect((await mails()).map(({ text }) => text.includes('WRONG 1'))).toEqual([true])
  const { status, body } = await change({ tracking: 'JD 42' })
  expect([status, body.status]).toEqual([200, 'shipped'])
  expect(body.shipments).toMatchObject([{ _id: shipment, carrier: 'DHL', tracking: 'JD 42' }])
  expect(body.events.at(-1)).toMatchObject({ kind: 'changed', by: 'admin', detail: 'tracking' })
  const [, told, ...more] = await mails()
  expect(more).toEqual([])
  expect(told?.subject).toContain('The tracking of your order changed')
  expect(told?.text).toContain('DHL JD 42')
  const audit = (await shop.call('GET', '/api/audit', { as: admin })).body[0]
  expect(audit).toMatchObject({ kind: 'order.tracked', by: admin.email, subject: order._id })
  expect(audit.changes).toEqual([
    { field: 'shipment', from: null, to: shipment },
    { field: 'tracking', from: 'WRONG 1', to: 'JD 42' },
  ])
  expect((await change({ carrier: null })).body.shipments[0]).not.toHaveProperty('carrier')
})

test('before its mail leaves, that mail has the new number, and no other leaves', async () => {
  await change({ carrier: 'UPS', tracking: '1Z 999' })
  shop.shop.advance(MAIL_AFTER_MS)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.text).toContain('1Z 999')
  expect(mail?.text).not.toContain('WRONG 1')
})

test('what cannot be changed is refused or left alone, and nothing changes', async () => {
  const before = await digest()
  expect((await change({ tracking: 'WRONG 1' })).status).toBe(200)
  expect((await change({ tracking: 'x'.repeat(65) })).status).toBe(422)
  expect((await change({ tracking: 'a' }, { of: 'unknown' })).status).toBe(404)
  expect((await change({ tracking: 'a' }, { id: 'unknown' })).status).toBe(404)
  expect((await change({ tracking: 'a' }, { as: customer })).status).toBe(403)
  expect(await digest()).toEqual(before)
})
