import { afterEach, beforeEach, expect, test } from 'vitest'
import { arrivesText } from '#features/delivery/texts.ts'
import { isoDay, MAIL_AFTER_MS } from '#kit/time.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { openTrade, orderTo, promiseEarlier, TRADED } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order, OrderDetails } from '../schema.ts'
import { arrivesIfShippedOn } from './shipped-arrival.ts'

let shop: TestApp
let customer: Person
let admin: Person
let order: Order

/** A paid order that was promised to ship three weeks ago. */
beforeEach(async () => {
  shop = await createTestApp()
  await openTrade(shop)
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  admin = await shop.registerAdmin()
  const product = await shop.addProduct(TRADED)
  const paid = await shop.pay(customer, await orderTo(shop, customer, product, { delivery: 'express' }))
  await promiseEarlier(shop.shop, paid, 21)
  order = await shop.readOrder(customer, paid)
})
afterEach(() => shop[Symbol.asyncDispose]())

const read = async (as = customer): Promise<OrderDetails> =>
  (await shop.call('GET', `/api/myorder/${order._id}`, { as })).body

const ship = (body: object = {}) =>
  shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body })

const promised = () => order.delivery as NonNullable<Order['delivery']>

test('the mail and the pages count the days from the day of shipping, not from the promised one', async () => {
  await ship()
  const today = isoDay(shop.shop.now())
  const now = await read()
  const arrives = now.delivery?.arrives ?? { from: '', to: '' }
  expect(arrives).toEqual(arrivesIfShippedOn(today, order))
  expect(arrives.from >= today).toBe(true)
  expect(promised().arrives.to < today).toBe(true)
  expect(now.shipments).toMatchObject([{ arrives }])
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toMatchObject([
    { delivery: { ships: promised().ships, arrives } },
  ])
  shop.shop.advance(MAIL_AFTER_MS)
  await shop.runJobs('mail')
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  const mail = body.find(({ subject }: { subject: string }) => subject.startsWith('Your order is shipped'))
  expect(mail.text).toContain(arrivesText(arrives))
  expect(mail.text).not.toContain(arrivesText(promised().arrives))
})

test('an order whose shipment is cancelled has its promise again, and a restored shipment its own days', async () => {
  await ship()
  const shipped = await read()
  const [shipment] = shipped.shipments
  await shop.call('DELETE', `/api/order/${order._id}/shipments/${shipment?._id}`, { as: admin })
  expect((await read()).delivery).toEqual(promised())
  const body = { shipments: [shipment?._id] }
  await shop.call('POST', `/api/order/${order._id}/restored-shipments`, { as: admin, body })
  expect((await read()).delivery).toEqual(shipped.delivery)
})

test('of several parcels each has its days, and the order those of the last', async () => {
  await ship({ lines: [{ position: 0, quantity: 1 }] })
  const earlier = { from: '2026-01-05', to: '2026-01-06' }
  await shop.shop.db
    .updateTable('shipments')
    .set({ arrives: JSON.stringify(earlier), at: Date.parse('2026-01-02') })
    .execute()
  expect((await read()).delivery).toEqual(promised())
  await shop.call('PUT', '/api/orders', { as: admin, body: { ids: [order._id], status: 'shipped' } })
  const { shipments, delivery } = await read()
  const last = arrivesIfShippedOn(isoDay(shop.shop.now()), order)
  expect(shipments.map(({ arrives }) => arrives)).toEqual([earlier, last])
  expect(delivery?.arrives).toEqual(last)
})

test('what ships on the promised day or before arrives as promised, later after as many working days', () => {
  for (const day of [promised().ships, '2026-01-01'])
    expect(arrivesIfShippedOn(day, order)).toEqual(promised().arrives)
  const of = (ships: string, from: string, to: string, day: string) =>
    arrivesIfShippedOn(day, {
      delivery: { ...promised(), ships, arrives: { from, to } },
      deliverTo: {
        ...(order.deliverTo as NonNullable<Order['deliverTo']>),
        country: 'FR',
        region: undefined,
      },
    })
  // From Friday 4 December one to three working days; from Wednesday 23 December with Christmas between.
  expect(of('2026-12-04', '2026-12-07', '2026-12-09', '2026-12-08')).toEqual({
    from: '2026-12-09',
    to: '2026-12-11',
  })
  expect(of('2026-12-04', '2026-12-07', '2026-12-09', '2026-12-23')).toEqual({
    from: '2026-12-24',
    to: '2026-12-29',
  })
  expect(arrivesIfShippedOn('2026-12-08', {})).toBeUndefined()
})

test('the mail of an order that is paid after its day counts the days from then', async () => {
  const product = await shop.addProduct(TRADED)
  const unpaid = await orderTo(shop, customer, product, { delivery: 'express' })
  await promiseEarlier(shop.shop, unpaid, 21)
  const former = await shop.readOrder(customer, unpaid)
  await shop.pay(customer, unpaid)
  await shop.runJobs('mail')
  const { body } = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  const mail = body.find(
    ({ subject, text }: { subject: string; text: string }) =>
      subject.startsWith('Your order is paid') && text.includes(unpaid._id),
  )
  const arrives = arrivesIfShippedOn(isoDay(shop.shop.now()), former) ?? { from: '', to: '' }
  expect(mail.text).toContain(arrivesText(arrives))
  expect(mail.text).not.toContain(arrivesText(former.delivery?.arrives ?? { from: '', to: '' }))
})
