import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '#kit/time.ts'
import { orderFor, type Person, verifyEmail } from './support/customer.ts'
import { LYON, openTrade, orderTo, TRADED } from './support/delivery-shop.ts'
import { mailsIn, sandboxMailsIn } from './support/mailer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let customer: Person
/** Of the staff, with no right but that for orders. */
let admin: Person
let boss: Person
let product: Product
let order: Order

beforeEach(async () => {
  app = await createTestApp()
  await openTrade(app)
  customer = await app.register()
  await verifyEmail(app.shop, customer)
  boss = await app.registerAdmin()
  admin = await staffWith('orders')
  product = await app.addProduct(TRADED)
  order = await orderTo(app, customer, product, { delivery: 'standard' })
})
afterEach(() => app[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: object, as: Person = admin) =>
  app.call(method, `/api/${path}`, { as, ...(body && { body }) })

/** Whose own e-mail is not verified, which is no matter to the customer. */
async function staffWith(rights: string): Promise<Person> {
  const person = await app.register()
  await app.shop.db.updateTable('user').set({ rights }).where('email', '=', person.email).execute()
  return person
}

const audited = async () => (await call('GET', 'audit', undefined, boss)).body[0]

const lastEvent = async (as: Person) =>
  (await call('GET', `myorder/${order._id}`, undefined, as)).body.events.at(-1)

/** The last mail to the customer, once all are sent. */
async function lastMail() {
  await app.runJobs('mail')
  return (await sandboxMailsIn(app.shop)).findLast(({ recipient }) => recipient === customer.email)
}

test('an admin changes contact data for a customer: timeline, audit log and a mail say so', async () => {
  const deliverTo = { ...LYON, street: '14 rue de l’Exemple' }
  const { status, body } = await call('PATCH', `myorder/${order._id}`, { deliverTo, poNumber: 'PO-1' })
  expect([status, body.deliverTo]).toEqual([200, deliverTo])
  expect(await lastEvent(customer)).toMatchObject({
    kind: 'changed',
    by: 'admin',
    detail: 'poNumber, address',
  })
  expect((await lastEvent(admin)).detail).toBe(`poNumber, address: before ${order.address}`)
  expect(await audited()).toMatchObject({ kind: 'order.changed', by: admin.email, subject: order._id })
  expect((await lastMail())?.text).toContain(
    'the PO number and address of your order were changed by us, as you asked us to.',
  )
})

test('an admin changes lines for a customer, after a quote of them', async () => {
  const lines = [{ productId: product._id, quantity: 200 }]
  const quote = await call('POST', `myorder/${order._id}/lines/quote`, { lines })
  const { totalPrice, payable } = quote.body
  const { status, body } = await call('PUT', `myorder/${order._id}/lines`, { lines, totalPrice, payable })
  expect([status, body.payable]).toEqual([200, payable])
  expect(await lastEvent(customer)).toMatchObject({ kind: 'changed', by: 'admin' })
  expect(await audited()).toMatchObject({ kind: 'order.changed', by: admin.email, subject: order._id })
  expect((await lastMail())?.text).toContain(
    'the lines of your order were changed by us, as you asked us to.',
  )
})

test('other lines that staff save are bounded as those of a verified customer are', async () => {
  const lines = [{ productId: product._id, quantity: 5000 }]
  const { totalPrice, payable } = (await call('POST', `myorder/${order._id}/lines/quote`, { lines })).body
  const body = { lines, totalPrice, payable }
  expect((await call('PUT', `myorder/${order._id}/lines`, body)).status).toBe(200)
})

test('staff without the right for orders, and other customers, change nothing of an order', async () => {
  const rows = () => app.shop.db.selectFrom('orders').selectAll().execute()
  const before = await rows()
  const lines = [{ productId: product._id, quantity: 200 }]
  const totalPrice = 1
  const until = toIso(app.shop.now() + DAY_MS)
  for (const [as, ofStaff] of [
    [await staffWith('money'), 403],
    [await staffWith('products people settings'), 403],
    [await app.register(), 403],
  ] as const) {
    for (const [method, path, body, status] of [
      ['PATCH', `myorder/${order._id}`, { note: 'Mine' }, 404],
      ['DELETE', `myorder/${order._id}`, undefined, 404],
      ['PUT', `myorder/${order._id}/lines`, { lines, totalPrice }, 404],
      ['POST', `myorder/${order._id}/lines/quote`, { lines }, 404],
      ['POST', `myorder/${order._id}/payment-link`, undefined, 404],
      ['DELETE', `myorder/${order._id}/payment-link`, undefined, 404],
      ['POST', `order/${order._id}/hold`, { until }, ofStaff],
      ['POST', `order/${order._id}/payment-reminder`, undefined, ofStaff],
    ] as const)
      expect((await call(method, path, body, as)).status, `${method} ${path}`).toBe(status)
  }
  expect(await rows()).toEqual(before)
  expect(await app.shop.db.selectFrom('payment_links').selectAll().execute()).toEqual([])
})

test('staff remind of a payment once a day; the shop reminds before the end of the hold too', async () => {
  const remind = () => call('POST', `order/${order._id}/payment-reminder`)
  expect((await remind()).status).toBe(200)
  expect((await lastMail())?.subject).toMatch(/^Your order waits for its payment/)
  expect(await audited()).toMatchObject({ kind: 'order.payment_asked', by: admin.email, subject: order._id })
  const count = (await mailsIn(app.shop)).length
  expect((await remind()).status).toBe(409)
  await app.runJobs('mail')
  expect(await mailsIn(app.shop)).toHaveLength(count)
  app.shop.advance(DAY_MS)
  admin = await app.signIn(admin)
  expect((await remind()).status).toBe(200)
  app.shop.advance(DAY_MS + 12 * HOUR_MS)
  await app.runJobs()
  expect(await mailsIn(app.shop)).toHaveLength(count + 2)
  customer = await app.signIn(customer)
  await app.pay(customer, order)
  expect((await remind()).status).toBe(401)
  admin = await app.signIn(admin)
  expect((await remind()).body).toMatchObject({ status: 409, code: 'already_paid' })
})

test('an admin cancels an order for a customer, whose pieces are for sale again', async () => {
  expect((await call('DELETE', `myorder/${order._id}`)).body).toEqual({ deletedCount: 1 })
  expect(await lastEvent(admin)).toMatchObject({ kind: 'cancelled', by: 'admin' })
  expect(await audited()).toMatchObject({ kind: 'order.cancelled', by: admin.email, subject: order._id })
  expect((await lastMail())?.text).toContain('we have cancelled your order for you.')
  expect((await app.call('GET', `/api/order/${product._id}`)).body.quantity).toBe(TRADED.quantity)
})

test('what a customer does alone stays out of the audit log', async () => {
  const before = await audited()
  await call('PATCH', `myorder/${order._id}`, { note: 'Ring twice' }, customer)
  await call('DELETE', `myorder/${order._id}`, undefined, customer)
  expect(await audited()).toEqual(before)
  expect((await lastMail())?.text).toContain('your order is cancelled, as you asked.')
})

// attack: entered-for-a-stranger
test('an admin does not send an order to the address book of an account whose e-mail is not verified', async () => {
  const stranger = await app.register()
  const { _id: addressId } = (await call('POST', 'address', LYON, stranger)).body
  const { phone: _, address: __, ...line } = orderFor(product)
  const entered = (await call('POST', 'order', { ...line, customer: stranger.email, deliverTo: LYON })).body
  const refused = await call('PATCH', `myorder/${entered._id}`, { deliverTo: { addressId } })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/deliverTo/addressId'])
  await verifyEmail(app.shop, stranger)
  expect((await call('PATCH', `myorder/${entered._id}`, { deliverTo: { addressId } })).status).toBe(200)
})

test('every change of an order that was entered is mailed, and admins see what it was', async () => {
  const { phone: _, address: __, ...line } = orderFor(product)
  const body = { ...line, customer: customer.email, deliverTo: LYON, delivery: 'standard' }
  order = (await call('POST', 'order', body)).body
  await call('PATCH', `myorder/${order._id}`, { phone: '+33 1 99 00 77 77' }, customer)
  expect((await lastEvent(admin)).detail).toBe(`phone: before ${LYON.phone}`)
  expect((await lastMail())?.text).toContain('the phone number of your order was changed in your account.')
  const moved = await call(
    'PATCH',
    `myorder/${order._id}`,
    { deliverTo: { ...LYON, street: 'Quai 1' } },
    customer,
  )
  expect(moved.body.addressChangedAt).toBeDefined()
  // Changes that follow each other are one mail.
  app.shop.advance(5 * MINUTE_MS)
  await app.runJobs()
  app.shop.advance(5 * MINUTE_MS)
  const token = await app.createLink(admin, order)
  await app.call('PUT', `/api/payment-link/${token}`, { body: { poNumber: 'PO-2' } })
  expect((await lastMail())?.text).toContain(
    'the PO number of your order was changed by whoever has its payment link.',
  )
})

test('an admin changes until when pieces are held; a reminder comes before the new end', async () => {
  const until = toIso(app.shop.now() + 30 * DAY_MS)
  const held = await call('POST', `order/${order._id}/hold`, { until })
  expect([held.status, held.body.holdUntil]).toEqual([200, until])
  expect(await lastEvent(customer)).toMatchObject({ kind: 'held', by: 'admin', detail: `until ${until}` })
  expect(await audited()).toMatchObject({ kind: 'order.held', by: admin.email, subject: order._id })
  expect((await lastMail())?.subject).toMatch(/^Your order is held until another time/)
  const count = (await mailsIn(app.shop)).length
  expect((await call('POST', `order/${order._id}/hold`, { until })).status).toBe(200)
  expect(await mailsIn(app.shop)).toHaveLength(count)
  // It counts among the unpaid orders as long as it is held.
  app.shop.advance(5 * DAY_MS)
  customer = await app.signIn(customer)
  await app.runJobs()
  const limits = app.shop.config.maxUnpaidOrders
  for (let more = 1; more < limits; more += 1) await orderTo(app, customer, product)
  await expect(orderTo(app, customer, product)).rejects.toThrow('too_many_unpaid')
  const cancelledAt = async () =>
    (await app.shop.db.selectFrom('orders').select('cancelled_at').where('id', '=', order._id).execute())[0]
      ?.cancelled_at
  app.shop.advance(24 * DAY_MS)
  await app.runJobs()
  expect(await cancelledAt()).toBeNull()
  app.shop.advance(2 * DAY_MS)
  await app.runJobs()
  expect(await cancelledAt()).toBeGreaterThan(0)
})

test('a hold that is past, longer than 30 days, or of no unpaid order is refused, and nothing changes', async () => {
  const rows = () => app.shop.db.selectFrom('orders').selectAll().orderBy('id').execute()
  const at = (ms: number) => ({ until: toIso(app.shop.now() + ms) })
  const before = await rows()
  for (const body of [at(-1), at(0), at(31 * DAY_MS), { until: 'tomorrow' }, { until: 7 }, {}])
    expect((await call('POST', `order/${order._id}/hold`, body)).status).toBe(422)
  expect((await call('POST', 'order/unknown/hold', at(DAY_MS))).status).toBe(404)
  expect((await call('POST', `order/${order._id}/hold`, at(DAY_MS), customer)).status).toBe(403)
  expect(await rows()).toEqual(before)
  await app.pay(customer, order)
  expect((await call('POST', `order/${order._id}/hold`, at(DAY_MS))).status).toBe(409)
})
