import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { DAY_MS } from '#kit/time.ts'
import { orderFor, PASSWORD, type Person, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { openTrade, TRADED } from '#tests/support/delivery-shop.ts'
import { mailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let product: Product

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  product = await app.addProduct({ quantity: 100_000 })
})
afterEach(() => app[Symbol.asyncDispose]())

const PLACE = { street: '1 rue Exemple', postcode: '69001', city: 'Lyon', country: 'FR' }

const ADA = {
  name: 'Ada Sample',
  email: 'Ada@Customer.example',
  company: 'Exemple SARL',
  phone: '+33 4 55 01 00 00',
  vatId: 'FR 40 303 265 045',
  address: PLACE,
  tags: ['Reseller', 'pays late', 'reseller'],
}

const enter = (body: object = ADA, as = admin) => app.call('POST', '/api/customer', { body, as })
const change = (id: string, body: object, as = admin) => app.call('PUT', `/api/customer/${id}`, { body, as })
const read = (id: string) => app.call('GET', `/api/customer/${id}`, { as: admin })

async function stored() {
  const { db } = app.shop
  return {
    users: await db.selectFrom('user').select(['id', 'name', 'email', 'updatedAt']).orderBy('id').execute(),
    cards: await db.selectFrom('customer_cards').selectAll().orderBy('user_id').execute(),
    tags: await db.selectFrom('customer_tags').selectAll().orderBy('user_id').orderBy('tag').execute(),
    sums: await db.selectFrom('customer_sums').selectAll().orderBy('user_id').execute(),
    audit: (await db.selectFrom('audit_entries').select('id').execute()).length,
  }
}

const resetLink = async (email: string) => {
  await app.call('POST', '/api/auth/request-password-reset', { body: { email } })
  const mail = (await mailsIn(app.shop)).findLast(({ subject }) => subject === 'Reset your password')
  return /reset-password\/([^?]+)/.exec(mail?.text ?? '')?.[1]
}

test('a customer who phones is entered, listed, changed by staff and ordered for', async () => {
  const entered = await enter()
  expect([entered.status, entered.body]).toEqual([
    201,
    expect.objectContaining({
      name: 'Ada Sample',
      email: 'ada@customer.example',
      company: 'Exemple SARL',
      orders: 0,
      paid: 0,
      namedByStaff: true,
      deliverCountry: 'FR',
      tags: ['pays late', 'reseller'],
      addresses: [],
      card: {
        ...{ revision: 1, company: 'Exemple SARL', phone: '+33 4 55 01 00 00', vatId: 'FR40303265045' },
        address: PLACE,
      },
    }),
  ])
  expect(entered.body.offered).toMatchObject([
    {
      name: 'Ada Sample',
      company: 'Exemple SARL',
      phone: '+33 4 55 01 00 00',
      vatId: 'FR40303265045',
      ...PLACE,
    },
  ])
  const { _id: id } = entered.body
  const changed = await change(id, { ...ADA, name: 'Ada B. Sample', tags: [], company: '', revision: 1 })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { name: 'Ada B. Sample', tags: [], card: { revision: 2 } },
  ])
  expect(changed.body).not.toHaveProperty('company')
  // The same once more changes nothing, and is not recorded.
  const same = await change(id, { ...ADA, name: 'Ada B. Sample', tags: [], company: '', revision: 2 })
  expect(same.body.card.revision).toBe(2)
  const { body: audited } = await app.call('GET', '/api/audit?limit=2', { as: admin })
  expect(audited).toMatchObject([
    {
      kind: 'customer.changed',
      subject: id,
      name: 'ada@customer.example',
      changes: [
        { field: 'name', from: 'Ada Sample', to: 'Ada B. Sample' },
        { field: 'company', from: 'Exemple SARL', to: null },
        { field: 'tags', from: 'pays late, reseller', to: null },
      ],
    },
    { kind: 'customer.created', subject: id },
  ])
  const order = { ...orderFor(product), customer: 'ada@customer.example' }
  expect((await app.call('POST', '/api/order', { body: order, as: admin })).status).toBe(201)
  expect((await read(id)).body).toMatchObject({ orders: 1 })
})

// attack: entered-customers
test('nobody can sign in as an entered customer until the mailbox is proved; then the order and nothing of the staff is theirs', async () => {
  const { _id: id, email } = (await enter()).body
  const order = { ...orderFor(product), customer: email }
  const placed = (await app.call('POST', '/api/order', { body: order, as: admin })).body
  const signUp = { name: 'Eve', email, password: PASSWORD }
  const headers = { Origin: 'http://localhost:3000' }
  expect((await app.call('POST', '/api/auth/sign-up/email', { body: signUp, headers })).status).toBe(422)
  expect((await app.call('POST', '/api/auth/sign-in/email', { body: signUp, headers })).status).toBe(401)
  const token = await resetLink(email)
  await app.call('POST', '/api/auth/reset-password', { body: { token, newPassword: PASSWORD } })
  const ada = await app.signIn({ name: 'Ada Sample', email, password: PASSWORD })
  expect((await app.call('GET', '/api/myorders', { as: ada })).body).toMatchObject([{ _id: placed._id }])
  const { body } = await app.call('GET', `/api/user/${email}`, { as: ada })
  expect(body).toEqual({ name: 'Ada Sample', email })
  const now = await read(id)
  expect(now.body).toMatchObject({ emailVerified: true, card: { revision: 1, phone: ADA.phone } })
  expect(now.body).not.toHaveProperty('namedByStaff')
  const before = await stored()
  const renamed = await change(id, { ...ADA, email: 'eve@else.example', revision: 1 })
  expect([renamed.status, renamed.body.code]).toEqual([409, 'conflict'])
  expect(await stored()).toEqual(before)
  expect((await change(id, { ...ADA, phone: '+33 4 55 01 99 99', revision: 1 })).status).toBe(200)
})

// attack: entered-customers
test('with another e-mail the link that was mailed to the former address is worth nothing', async () => {
  const { _id: id, email } = (await enter()).body
  const token = await resetLink(email)
  expect((await change(id, { ...ADA, email: 'right@customer.example', revision: 1 })).status).toBe(200)
  const body = { token, newPassword: PASSWORD }
  expect((await app.call('POST', '/api/auth/reset-password', { body })).status).toBe(400)
  expect((await read(id)).body).toMatchObject({ email: 'right@customer.example', namedByStaff: true })
})

test('an e-mail that is taken names its customer, but not one of the staff; nothing is written', async () => {
  const known = await app.register()
  const id = await userIdOf(app.shop, known)
  const { _id: entered } = (await enter()).body
  const before = await stored()
  const taken = await enter({ ...ADA, email: known.email })
  expect([taken.status, taken.body.code, taken.body.customerId]).toEqual([409, 'email_taken', id])
  const ofStaff = await enter({ ...ADA, email: admin.email })
  expect([ofStaff.status, ofStaff.body.code, ofStaff.body.customerId]).toEqual([
    409,
    'email_taken',
    undefined,
  ])
  const moved = await change(entered, { ...ADA, email: known.email, revision: 1 })
  expect([moved.status, moved.body.customerId]).toEqual([409, id])
  expect(await stored()).toEqual(before)
  // Of many at once one is entered.
  const many = await Promise.all(
    Array.from({ length: 5 }, () => enter({ ...ADA, email: 'b@customer.example' })),
  )
  expect(many.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
})

test('what is wrong is refused at its field, and another revision with the customer as it is; nothing is written', async () => {
  const { _id: id } = (await enter()).body
  const before = await stored()
  const wrong = [
    ['#/name', { name: '' }],
    ['#/email', { email: 'no address' }],
    ['#/phone', { phone: 'call me' }],
    ['#/vatId', { vatId: 'FR1' }],
    ['#/address/postcode', { address: { ...PLACE, postcode: '1' } }],
    ['#/address/street', { address: { ...PLACE, street: '' } }],
    ['#/tags/0', { tags: ['a,b'] }],
    ['#/tags/0', { tags: ['x'.repeat(41)] }],
    ['#/tags', { tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }],
  ] as const
  for (const [pointer, part] of wrong) {
    for (const answer of [
      await enter({ ...ADA, ...part }),
      await change(id, { ...ADA, revision: 1, ...part }),
    ])
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  }
  const old = await change(id, { ...ADA, name: 'Other', revision: 0 })
  expect([old.status, old.body.code, old.body.customer.card.revision]).toEqual([409, 'revision_changed', 1])
  expect((await change('unknown', { ...ADA, revision: 0 })).status).toBe(404)
  expect(await stored()).toEqual(before)
})

test('reading wants orders or money, writing orders; customers and visitors get nothing', async () => {
  const { _id: id } = (await enter()).body
  const customer = await app.register()
  const books = await app.register()
  await verifyEmail(app.shop, books)
  await app.call('PUT', `/api/user/staff/${books.email}`, { body: { rights: ['money'] }, as: admin })
  const before = await stored()
  for (const [as, status] of [
    [undefined, 401],
    [customer, 403],
  ] as const) {
    for (const path of ['customers', 'customers.csv', 'customer-tags', `customer/${id}/messages`])
      expect((await app.call('GET', `/api/${path}`, { as })).status).toBe(status)
    expect((await app.call('POST', '/api/customer', { body: ADA, as })).status).toBe(status)
    expect((await app.call('PUT', `/api/customer/${id}`, { body: ADA, as })).status).toBe(status)
  }
  expect((await app.call('GET', '/api/customers', { as: books })).status).toBe(200)
  expect((await app.call('GET', `/api/customer/${id}/messages`, { as: books })).status).toBe(403)
  expect((await enter({ ...ADA, email: 'c@customer.example' }, books)).status).toBe(403)
  expect((await change(id, { ...ADA, revision: 1 }, books)).status).toBe(403)
  expect(await stored()).toEqual(before)
})

test('an entered customer without an order is no abandoned account', async () => {
  const { _id: id } = (await enter()).body
  const abandoned = await userIdOf(app.shop, await app.register())
  // The sign-in library has a clock of its own: what it made is as old as the session is over.
  app.shop.advance(200 * DAY_MS)
  await app.runJobs('delete abandoned accounts')
  const ids = (await stored()).users.map((user) => user.id)
  expect([ids.includes(id), ids.includes(abandoned)]).toEqual([true, false])
})

test('an owner who leaves takes along what staff wrote, but for what the audit log has', async () => {
  const { _id: id, email } = (await enter()).body
  const token = await resetLink(email)
  await app.call('POST', '/api/auth/reset-password', { body: { token, newPassword: PASSWORD } })
  const ada = await app.signIn({ name: 'Ada', email, password: PASSWORD })
  expect((await app.call('DELETE', `/api/user/${email}`, { as: ada })).status).toBe(200)
  const { cards, tags } = await stored()
  expect([cards, tags]).toEqual([[], []])
  expect((await change(id, { ...ADA, revision: 0 })).status).toBe(409)
  expect((await app.call('GET', '/api/customers', { as: admin })).body).toEqual([])
})

test('addresses of past orders are offered once each, of an account that nobody verified only those that staff entered', async () => {
  await openTrade(app)
  const part = await app.addProduct(TRADED)
  const customer = await app.register()
  const id = await userIdOf(app.shop, customer)
  const { phone: _, address: __, ...line } = orderFor(part)
  const to = (name: string) => ({ ...PLACE, name })
  const place = (body: object, as: Person) =>
    app.call('POST', '/api/order', { as, body: { ...line, ...body } })
  expect((await place({ deliverTo: to('Typed by whoever registered') }, customer)).status).toBe(201)
  for (const name of ['First', 'Second', 'First'])
    expect((await place({ customer: customer.email, deliverTo: to(name) }, admin)).status).toBe(201)
  const names = async () => (await read(id)).body.offered.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['First', 'Second'])
  await verifyEmail(app.shop, customer)
  expect(await names()).toEqual(['First', 'Second', 'Typed by whoever registered'])
  // What is in the address book is offered by it.
  await app.call('POST', '/api/address', { as: customer, body: to('Second') })
  expect(await names()).toEqual(['First', 'Typed by whoever registered'])
})

test('messages about all orders are listed newest first, page by page, and what was paid for most', async () => {
  const customer = await app.register()
  const id = await userIdOf(app.shop, customer)
  const other = await app.addProduct({ quantity: 100_000 })
  const orders = [
    await app.pay(customer, await app.order(customer, product, 100)),
    await app.pay(customer, await app.order(customer, other, 300)),
    await app.order(customer, product, 5000),
  ]
  for (const [at, order] of orders.entries()) {
    app.shop.advance(1000)
    await app.call('POST', `/api/myorder/${order._id}/messages`, {
      as: customer,
      body: { text: `No. ${at}` },
    })
  }
  const path = `/api/customer/${id}/messages`
  const first = await app.call('GET', `${path}?limit=2`, { as: admin })
  expect(first.body).toMatchObject([
    { text: 'No. 2', orderId: orders[2]?._id, number: orders[2]?.number, by: 'customer', waits: true },
    { text: 'No. 1' },
  ])
  expect(first.headers.get('X-Total-Count')).toBe('3')
  const [, next = ''] = /after=([^>&]+)/.exec(first.headers.get('Link') ?? '') ?? []
  const second = await app.call('GET', `${path}?limit=2&after=${next}`, { as: admin })
  expect(second.body.map(({ text }: { text: string }) => text)).toEqual(['No. 0'])
  expect((await app.call('GET', '/api/customer/unknown/messages', { as: admin })).status).toBe(404)
  expect((await read(id)).body.bought).toEqual([
    { productId: other._id, sku: other.sku, name: other.name, pieces: 300, orders: 1 },
    { productId: product._id, sku: product.sku, name: product.name, pieces: 100, orders: 1 },
  ])
})
