import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { changeOwnOrder } from '#features/order-changes/contact/change-own-order.ts'
import type { Order } from '#features/orders/schema.ts'
import { noVatService } from '#features/tax/tax.ts'
import { GOOD_CARD, orderFor, PASSWORD, type Person, userIdOf, verifyEmail } from './support/customer.ts'
import { mailsIn } from './support/mailer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let admin: Person
/** Whoever registered the e-mail of the customer, and never showed that it is theirs. */
let stranger: Person
let product: Product
/** What an admin entered for that e-mail, with its payment link. */
let entered: Order
let link: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  stranger = await app.register({ name: 'A stranger' })
  product = await app.addProduct({ quantity: 100_000, price: 1 })
  entered = await enter()
  link = await app.createLink(admin, entered)
})
afterEach(() => app[Symbol.asyncDispose]())

const CONTACT = { phone: '+1 555 0142', address: '1 Customer Street', note: 'Ring twice', poNumber: 'PO-42' }

async function enter(body: object = {}): Promise<Order> {
  const order = { ...orderFor(product), ...CONTACT, customer: stranger.email, ...body }
  return (await app.call('POST', '/api/order', { as: admin, body: order })).body
}

async function payBy(token: string): Promise<void> {
  const path = `/api/payment-link/${token}/payment-intent`
  const { clientSecret } = (await app.call('POST', path, { body: {} })).body
  await app.confirmCard(clientSecret, GOOD_CARD)
  await app.runJobs()
}

const lines = (quantity: number) => [{ productId: product._id, quantity }]

async function stored() {
  const { db } = app.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    links: await db.selectFrom('payment_links').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    mails: (await mailsIn(app.shop)).length,
  }
}

async function firstReset(): Promise<Person> {
  await app.call('POST', '/api/auth/request-password-reset', { body: { email: stranger.email } })
  const mail = (await mailsIn(app.shop)).findLast(({ subject }) => subject === 'Reset your password')
  const token = /reset-password\/([^?]+)/.exec(mail?.text ?? '')?.[1]
  const newPassword = `${PASSWORD} of the owner`
  await app.call('POST', '/api/auth/reset-password', { body: { token, newPassword } })
  return app.signIn({ ...stranger, password: newPassword })
}

/** All calls by which a session reads or changes one order. */
const OF_ONE = [
  ['GET', ''],
  ['GET', '/again'],
  ['PATCH', '', { address: '6 Stranger Street' }],
  ['PATCH', '', { note: 'Leave it at 6 Stranger Street' }],
  ['DELETE', ''],
  ['PUT', '/lines', { lines: 'of 200', totalPrice: 200 }],
  ['POST', '/lines/quote', { lines: 'of 200' }],
  ['GET', '/payment-link'],
  ['POST', '/payment-link'],
  ['DELETE', '/payment-link'],
  ['GET', '/confirmation.pdf'],
  ['GET', '/invoice.pdf'],
  ['GET', '/invoice.xml?format=ubl'],
] as const

const callAs = (as: Person, [method, path, body]: (typeof OF_ONE)[number], { _id } = entered) =>
  app.call(method, `/api/myorder/${_id}${path}`, {
    as,
    ...(body && { body: 'lines' in body ? { ...body, lines: lines(200) } : body }),
  })

// attack: entered-for-a-stranger
test('until the e-mail is verified no session of the account reads or changes what an admin entered, unpaid or paid', async () => {
  const paid = await enter({ note: 'Another' })
  const token = await app.createLink(admin, paid)
  await payBy(token)
  expect((await callAs(admin, ['GET', ''], paid)).body.paid).toBe(true)
  const before = await stored()
  for (const order of [entered, paid])
    for (const call of OF_ONE) {
      const { status } = await callAs(stranger, call, order)
      expect([call[0], call[1], status]).toEqual([call[0], call[1], 404])
    }
  const pay = { totalPrice: entered.payable }
  for (const body of [pay, { ...pay, orderId: entered._id }])
    expect((await app.call('POST', '/api/create-payment-intent', { as: stranger, body })).status).toBe(
      'orderId' in body ? 404 : 422,
    )
  expect((await app.call('GET', '/api/myorders', { as: stranger })).body).toEqual([])
  expect(await stored()).toEqual(before)
})

// attack: entered-for-a-stranger
test('once the session’s e-mail is verified it reads and changes what was entered', async () => {
  await verifyEmail(app.shop, stranger)
  expect((await app.call('GET', '/api/myorders', { as: stranger })).body).toMatchObject([
    { _id: entered._id },
  ])
  expect((await callAs(stranger, ['GET', ''])).body).toMatchObject(CONTACT)
  expect((await callAs(stranger, ['PATCH', '', { address: '6 Stranger Street' }])).status).toBe(200)
})

// attack: planted-account
test('a first reset gives the owner what was entered as it was, with its payment link alive, and ends what the stranger placed', async () => {
  const own = await app.order(stranger, product)
  const ownLink = await app.createLink(stranger, own)
  const before = await stored()
  const owner = await firstReset()
  const after = await stored()
  const ofEntered = ({ orders, links }: typeof before) => ({
    order: orders.find(({ id }) => id === entered._id),
    link: links.find(({ order_id }) => order_id === entered._id),
  })
  expect(ofEntered(after)).toEqual(ofEntered(before))
  expect((await callAs(owner, ['GET', ''])).body).toMatchObject({ ...CONTACT, payable: entered.payable })
  expect((await app.call('GET', '/api/myorders', { as: owner })).body).toMatchObject([{ _id: entered._id }])
  expect((await app.call('GET', `/api/payment-link/${link}`)).status).toBe(200)
  expect((await app.call('GET', `/api/payment-link/${ownLink}`)).status).toBe(404)
  // The stranger's session is over.
  expect((await callAs(stranger, ['GET', ''])).status).toBe(401)
})

// attack: planted-account
test('a payment link that the account made of an entered order, before that was refused, ends with the first reset', async () => {
  const { db } = app.shop
  const actor = await userIdOf(app.shop, stranger)
  await db.updateTable('order_events').set({ actor }).where('kind', '=', 'link_created').execute()
  await firstReset()
  expect((await app.call('GET', `/api/payment-link/${link}`)).status).toBe(404)
})

// attack: entered-for-a-stranger
test('a call that began before the first reset changes nothing after it', async () => {
  const id = await userIdOf(app.shop, stranger)
  const asRead = { id, ...stranger, emailVerified: false, sessionId: 'one that the reset ends' }
  await firstReset()
  const before = await stored()
  const late = changeOwnOrder({ shop: app.shop, vat: noVatService }, asRead, entered._id, { note: 'Mine' })
  await expect(late).rejects.toMatchObject({ status: 404 })
  expect(await stored()).toEqual(before)
})

// attack: entered-for-a-stranger
test('orders of the unverified account and those entered for it leave each other room, and tell nothing of each other', async () => {
  const { config } = app.shop
  for (let count = 0; count < 10; count += 1)
    expect((await app.call('POST', '/api/order', { as: stranger, body: orderFor(product) })).status).toBe(201)
  const refused = await app.call('POST', '/api/order', { as: stranger, body: orderFor(product) })
  expect(refused.body.code).toBe('too_many_unpaid')
  const room = config.maxUnpaidOrders - 1
  for (let count = 0; count < room; count += 1) expect((await enter())._id).toBeDefined()
  expect(await enter()).toMatchObject({ code: 'too_many_unpaid' })
  // Then it is one person's, and counts together.
  await verifyEmail(app.shop, stranger)
  expect(await enter()).toMatchObject({ code: 'too_many_unpaid' })
  const own = await app.call('POST', '/api/order', { as: stranger, body: orderFor(product) })
  expect(own.body.code).toBe('too_many_unpaid')
})

// attack: entered-for-a-stranger
test('the key of an admin’s request finds nothing for a session of the account', async () => {
  const key = 'a-key-of-the-admin'
  const body = { ...orderFor(product), customer: stranger.email }
  const headers = { 'Idempotency-Key': key }
  const { body: order } = await app.call('POST', '/api/order', { as: admin, body, headers })
  const stolen = `${await userIdOf(app.shop, admin)} ${key}`
  const { customer: _, ...own } = body
  for (const request of [own, body]) {
    const answer = await app.call('POST', '/api/order', {
      ...{ as: stranger, body: request, headers: { 'Idempotency-Key': stolen } },
    })
    expect([answer.status, answer.body._id === order._id]).not.toEqual([201, true])
    expect(answer.body.code).not.toBe('key_reused')
  }
})

// attack: entered-for-a-stranger
test('a review of the unverified account is not of a verified buyer because of what was entered', async () => {
  await payBy(link)
  const review = { name: stranger.name, comment: 'Good parts.', rating: 5 }
  const { status } = await app.call('POST', '/api/rating', { as: stranger, body: review })
  expect(status).toBe(201)
  const isBuyer = async () => (await app.call('GET', '/api/rating')).body[0].verified
  expect(await isBuyer()).not.toBe(true)
  await firstReset()
  expect(await isBuyer()).toBe(true)
})

test('the mail to an e-mail that is not verified says how its owner gets at what was entered', async () => {
  await app.runJobs('mail')
  const sent = await app.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  const mail = sent.body.find(
    ({ to, subject }: { to: string; subject: string }) => to === stranger.email && /placed/.test(subject),
  )
  expect(mail.text).toContain('/forgotpass')
  for (const text of Object.values(CONTACT)) expect(mail.text).not.toContain(text)
})

/** Asks for another address; resolves to what confirming it answers. */
async function changeEmail(person: Person, email: string) {
  await app.call('POST', `/api/user/${person.email}/new-email`, { as: person, body: { email } })
  const mail = (await mailsIn(app.shop)).findLast(({ to }) => to === email)
  const token = /new-email\?token=(\w+)/.exec(mail?.text ?? '')?.[1]
  return app.call('POST', '/api/new-email/confirm', { as: person, body: { token } })
}

// attack: stolen-address, entered-for-a-stranger
test('nobody gets what was entered for another person’s address by changing it, before it is confirmed', async () => {
  const before = await stored()
  const refused = await changeEmail(stranger, 'stranger@example.com')
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect((await app.call('GET', '/api/myorders', { as: stranger })).body).toEqual([])
  expect({ ...(await stored()), mails: before.mails }).toEqual(before)
  expect((await app.call('GET', `/api/user/${stranger.email}`, { as: stranger })).status).toBe(200)
})

// attack: stolen-address, entered-for-a-stranger
test('an address that was never confirmed takes no change back once orders were entered for the new one', async () => {
  const customer = await app.register()
  const email = 'proved@example.com'
  expect((await changeEmail(customer, email)).status).toBe(200)
  const mail = (await mailsIn(app.shop)).findLast(({ to }) => to === customer.email)
  const token = /undo\?token=(\w+)/.exec(mail?.text ?? '')?.[1]
  await enter({ customer: email })
  const before = await stored()
  const refused = await app.call('POST', '/api/new-email/undo', { body: { token } })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(await stored()).toEqual(before)
  expect((await app.call('GET', `/api/user/${email}`, { as: customer })).status).toBe(200)
})

test('orders stay with the account whose address changes, and follow the new one; what was issued keeps the old one', async () => {
  const customer = await app.register()
  const order = await app.order(customer, product)
  const email = 'new@example.com'
  expect((await changeEmail(customer, email)).status).toBe(200)
  const mine = async (of: string) => app.call('GET', `/api/myorders?email=${of}`, { as: customer })
  expect((await mine(email)).body).toMatchObject([{ _id: order._id, email: customer.email }])
  expect((await mine(customer.email)).body.code).toBe('forbidden')
  const place = (of: string) =>
    app.call('POST', '/api/order', { as: customer, body: { ...orderFor(product), email: of } })
  expect((await place(email)).body).toMatchObject({ email })
  expect((await place(customer.email)).body.code).toBe('forbidden')
})
