import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderFor, type Person, verifyEmail } from '#tests/support/customer.ts'
import { openTrade, orderTo, TRADED, ZURICH } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person
let id: string

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  id = await idOf(customer)
})
afterEach(() => shop[Symbol.asyncDispose]())

const call = (method: string, path: string, as?: Person, body?: object) =>
  shop.call(method, `/api/${path}`, { ...(as && { as }), ...(body && { body }) })

async function idOf({ email }: Person): Promise<string> {
  const [found] = (await call('GET', `user?q=${encodeURIComponent(email)}`, admin)).body
  return found._id
}

const ADDRESS = {
  name: 'Sample Name',
  street: '1 rue Exemple',
  postcode: '69001',
  city: 'Lyon',
  country: 'FR',
}

const storedNotes = () => shop.shop.db.selectFrom('customer_notes').selectAll().execute()

test('a customer has the profile, the sums of the orders net of refunds, and the address book', async () => {
  await verifyEmail(shop.shop, customer)
  const product = await shop.addProduct({ quantity: 10_000 })
  const paid = await shop.pay(customer, await shop.order(customer, product))
  const open = await shop.order(customer, product)
  const cancelled = await shop.order(customer, product)
  await call('DELETE', `myorder/${cancelled._id}`, customer)
  await shop.call('POST', `/api/order/${paid._id}/refunds`, {
    as: admin,
    headers: { 'Idempotency-Key': 'a-refund' },
    body: { amount: 1, reason: 'A sample' },
  })
  await call('POST', 'address', customer, { ...ADDRESS, company: 'Exemple SARL', label: 'Works' })
  const { status, body } = await call('GET', `customer/${id}`, admin)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      _id: id,
      name: customer.name,
      email: customer.email,
      emailVerified: true,
      createdAt: expect.any(String),
      company: 'Exemple SARL',
      orders: 2,
      paid: paid.payable - 1,
      unpaid: open.payable,
      lastOrderAt: open.createdAt,
      deliverCountry: 'US',
      addresses: [expect.objectContaining({ label: 'Works', isDefault: true })],
      card: { revision: 0 },
      tags: [],
      offered: [],
      bought: [expect.objectContaining({ productId: product._id, pieces: 100, orders: 1 })],
    },
  })
  // By every word: of the name, the e-mail, or a company of the address book.
  for (const q of ['exemple sarl', `SARL ${customer.email}`])
    expect((await call('GET', `user?${new URLSearchParams({ q })}`, admin)).body).toMatchObject([{ _id: id }])
  expect((await call('GET', 'user?q=%25sarl', admin)).body).toEqual([])
})

test('the country of the next order is that of the last one, else of the address book, else of the seller', async () => {
  await openTrade(shop)
  const country = async () => (await call('GET', `customer/${id}`, admin)).body.deliverCountry
  const product = await shop.addProduct(TRADED)
  expect(await country()).toBe('DE')
  // What was stored before the e-mail was verified may be somebody else's.
  await call('POST', 'address', customer, ADDRESS)
  const swiss = await orderTo(shop, customer, product, { deliverTo: ZURICH, delivery: 'express' })
  expect(await country()).toBe('DE')
  const { phone: _, address: __, ...line } = orderFor(product)
  const austrian = { ...ADDRESS, postcode: '1010', city: 'Wien', country: 'AT' }
  await call('POST', 'order', admin, { ...line, customer: customer.email, deliverTo: austrian })
  expect(await country()).toBe('AT')
  await shop.shop.db.updateTable('orders').set({ cancelled_at: 1 }).where('id', '<>', swiss._id).execute()
  expect(await country()).toBe('DE')
  await verifyEmail(shop.shop, customer)
  expect(await country()).toBe('CH')
  await shop.shop.db.updateTable('orders').set({ cancelled_at: 1 }).execute()
  expect(await country()).toBe('FR')
})

test.each([
  ['all of an order', null, 0],
  ['a part of it', 100, -2],
])('a lost dispute of %s is not paid any more', async (_, disputed_cents, left) => {
  const paid = await shop.pay(customer, await shop.order(customer, await shop.addProduct()))
  await shop.shop.db
    .updateTable('orders')
    .set({ refunded_cents: 100, dispute: 'lost', disputed_cents })
    .where('id', '=', paid._id)
    .execute()
  const { body } = await call('GET', `customer/${id}`, admin)
  expect(body.paid).toBe(left === 0 ? 0 : paid.payable + left)
})

test('orders name the account to admins, and to nobody else', async () => {
  const order = await shop.order(customer, await shop.addProduct())
  expect(order).not.toHaveProperty('customerId')
  const path = `myorder/${order._id}`
  expect((await call('GET', path, customer)).body).not.toHaveProperty('customerId')
  expect((await call('GET', path, admin)).body.customerId).toBe(id)
  expect((await call('GET', 'orders', admin)).body).toMatchObject([{ customerId: id }])
})

// attack: notes-shown
test('notes are kept, removed and restored, each in the audit log, and no answer to the customer has them', async () => {
  const text = '<img src=x onerror=alert(1)>\nPays late.'
  const { status, body: note } = await call('POST', `customer/${id}/notes`, admin, { text: ` ${text} ` })
  expect({ status, note }).toEqual({
    status: 201,
    note: { _id: expect.any(String), at: expect.any(String), by: admin.email, text },
  })
  const path = `customer/${id}/notes/${note._id}`
  expect((await call('DELETE', path, admin)).body).toEqual({ deletedCount: 1 })
  expect((await call('DELETE', path, admin)).body).toEqual({ deletedCount: 0 })
  expect((await call('GET', `customer/${id}/notes`, admin)).body).toEqual([])
  expect((await call('POST', `${path}/restore`, admin)).body).toEqual(note)
  expect((await call('POST', `${path}/restore`, admin)).status).toBe(404)
  expect((await call('GET', `customer/${id}/notes`, admin)).body).toEqual([note])
  const audit = (await call('GET', 'audit', admin)).body
  expect(audit.slice(0, 3)).toMatchObject(
    ['customer.note_restored', 'customer.note_removed', 'customer.noted'].map((kind) => ({
      ...{ kind, subject: id, name: customer.email, by: admin.email },
    })),
  )
  const order = await shop.order(customer, await shop.addProduct())
  for (const own of ['myorders', `myorder/${order._id}`, `user/${customer.email}`, 'address', 'cart']) {
    const answer = await call('GET', own, customer)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.not.stringMatching('late')])
  }
})

test('visitors and customers are refused, an unknown customer is 404, and nothing is written', async () => {
  const calls = [
    ['GET', ''],
    ['GET', '/notes'],
    ['POST', '/notes', { text: 'A note' }],
    ['POST', '/notes/unknown/restore'],
  ] as const
  for (const [method, rest, body] of calls) {
    expect((await call(method, `customer/${id}${rest}`, undefined, body)).status).toBe(401)
    expect((await call(method, `customer/${id}${rest}`, customer, body)).status).toBe(403)
    expect((await call(method, `customer/unknown${rest}`, admin, body)).status).toBe(404)
  }
  for (const text of ['', ' \n', 'x'.repeat(2001)])
    expect((await call('POST', `customer/${id}/notes`, admin, { text })).status).toBe(422)
  expect((await call('POST', `customer/${id}/notes`, admin, { text: 'x'.repeat(100_000) })).status).toBe(413)
  expect(await storedNotes()).toEqual([])
})

test('of the notes at once that would be too many only a hundred are written; they go with the account', async () => {
  const at = shop.shop.now()
  const rows = Array.from({ length: 98 }, (_, index) => ({
    ...{ id: `0-${index}`, user_id: id, author_email: admin.email, text: 'A', at, removed_at: null },
  }))
  await shop.shop.db.insertInto('customer_notes').values(rows).execute()
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((text) => call('POST', `customer/${id}/notes`, admin, { text })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  expect(await storedNotes()).toHaveLength(100)
  await shop.shop.db.deleteFrom('user').where('id', '=', id).execute()
  expect(await storedNotes()).toEqual([])
})

test('what a customer paid and owes is answered to staff who may see money only', async () => {
  const ADA = { name: 'Ada Sample', email: 'ada@customer.example' }
  const enter = (as: Person, more: object = {}) =>
    shop.call('POST', '/api/customer', { as, body: { ...ADA, ...more } })
  const { _id } = (await enter(admin)).body
  const desk = await shop.register()
  await verifyEmail(shop.shop, desk)
  await shop.call('PUT', `/api/user/staff/${desk.email}`, { body: { rights: ['orders'] }, as: admin })
  const change = (body: object) =>
    shop.call('PUT', `/api/customer/${_id}`, { as: desk, body: { ...ADA, ...body } })
  expect((await shop.call('GET', `/api/customer/${_id}`, { as: admin })).body).toMatchObject({
    paid: 0,
    unpaid: 0,
  })
  const answers = [
    await shop.call('GET', `/api/customer/${_id}`, { as: desk }),
    await change({ name: 'Other', revision: 0 }),
    await change({ name: ADA.name, revision: 1, phone: '+49 30 1234567' }),
    await enter(desk, { email: 'd@customer.example' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 201])
  for (const { body } of answers) {
    const customer = body.customer ?? body
    expect(customer).toMatchObject({ orders: 0 })
    for (const member of ['paid', 'unpaid']) expect(customer).not.toHaveProperty(member)
  }
})
