import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { createPlaceOrder } from '#features/orders/orders.ts'
import { postReview } from '#features/reviews/reviews.ts'
import { noVatService } from '#features/tax/tax.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { ORIGIN, orderFor, type Person, sessionOf, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { orderTalkedAbout, storeData } from '#tests/support/stored-data.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let admin: Person
let ada: Person
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  ada = await shop.register({ name: 'Ada Sample', email: 'ada@example.com' })
  product = await shop.addProduct({ quantity: 1_000_000 })
  // Without the admin who has added it.
  await shop.shop.db.updateTable('user').set({ role: null }).where('email', '<>', admin.email).execute()
})
afterEach(() => shop[Symbol.asyncDispose]())

const fill = (as: Person) => storeData(shop, product, as)

const paidOrder = (as: Person) => orderTalkedAbout(shop, product, admin, as)

async function ship({ _id }: { _id: string }): Promise<void> {
  const answer = await shop.call('PUT', `/api/order/${_id}`, { as: admin, body: { status: 'shipped' } })
  expect(answer.status).toBe(200)
}

const remove = (as: Person, email = as.email) => shop.call('DELETE', `/api/user/${email}`, { as })

const isAlive = async (as: Person) => (await shop.call('GET', '/api/session', { as })).status === 200

/** All that a deletion changes. */
async function readState() {
  const { db } = shop.shop
  return {
    users: await db.selectFrom('user').selectAll().orderBy('id').execute(),
    sessions: await db.selectFrom('session').select(['id', 'userId']).orderBy('id').execute(),
    accounts: await db.selectFrom('account').select(['id', 'userId']).orderBy('id').execute(),
    addresses: await db.selectFrom('addresses').selectAll().orderBy('id').execute(),
    lists: await db.selectFrom('saved_lists').selectAll().orderBy('id').execute(),
    cart: await db.selectFrom('cart_lines').selectAll().orderBy('user_id').execute(),
    reviews: await db.selectFrom('ratings').selectAll().orderBy('id').execute(),
    notes: await db.selectFrom('customer_notes').selectAll().orderBy('id').execute(),
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    audit: await db.selectFrom('audit_entries').select('kind').orderBy('id').execute(),
  }
}

// attack: deleted-account
test('a deleted account is gone at once, its orders stay without it, and a new one with its e-mail sees nothing of it', async () => {
  await fill(ada)
  await verifyEmail(shop.shop, ada)
  const there = await shop.signIn(ada)
  const order = await paidOrder(ada)
  await ship(order)
  const id = await userIdOf(shop.shop, ada)
  const invoices = (await shop.call('GET', '/api/invoice', { as: admin })).body
  const answer = await remove(ada)
  expect([answer.status, answer.body]).toEqual([200, { deletedCount: 1 }])
  expect([await isAlive(ada), await isAlive(there)]).toEqual([false, false])
  expect((await remove(there)).status).toBe(401)

  const { db } = shop.shop
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ phone: null, address: null, designation: null, image: null, role: null })
  expect(JSON.stringify(row)).not.toMatch(/ada/i)
  for (const table of [
    'addresses',
    'saved_lists',
    'cart_lines',
    'customer_notes',
    'security_events',
  ] as const)
    expect(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute(), table).toEqual([])
  expect((await shop.call('GET', '/api/rating')).body).toMatchObject([
    { comment: `Said by ${ada.email}`, name: 'A customer', verified: true },
  ])

  const users = (await shop.call('GET', '/api/user', { as: admin })).body
  expect(users.map(({ email }: Person) => email).sort()).not.toContain(ada.email)
  expect(JSON.stringify(users)).not.toContain('deleted.invalid')
  const customer = await shop.call('GET', `/api/customer/${id}`, { as: admin })
  expect(customer.body).toMatchObject({ name: 'Deleted account', deleted: true, orders: 1, addresses: [] })
  const listed = (await shop.call('GET', `/api/orders?q=${order.number}`, { as: admin })).body
  expect(listed).toMatchObject([{ _id: order._id, email: ada.email, status: 'shipped' }])
  expect((await shop.call('GET', '/api/orders.csv', { as: admin })).body).toContain(order.number)
  expect((await shop.call('GET', `/api/myorder/${order._id}`, { as: admin })).status).toBe(200)
  expect((await shop.call('GET', `/api/order/${order._id}/messages`, { as: admin })).body).toHaveLength(2)
  expect((await shop.call('GET', '/api/invoice', { as: admin })).body).toEqual(invoices)
  expect((await shop.call('GET', `/api/myorder/${order._id}/invoice.pdf`, { as: admin })).status).toBe(200)

  const old = { body: { email: ada.email, password: ada.password }, headers: { Origin: ORIGIN } }
  expect((await shop.call('POST', '/api/auth/sign-in/email', old)).status).toBe(401)
  const entered = { ...orderFor(product), customer: ada.email }
  expect((await shop.call('POST', '/api/order', { as: admin, body: entered })).status).toBe(404)
  const again = await shop.register({ name: 'Somebody New', email: ada.email })
  await verifyEmail(shop.shop, again)
  for (const path of ['myorders', 'myorders?state=cancelled', 'address', 'list', 'myinvoices'])
    expect((await shop.call('GET', `/api/${path}`, { as: again })).body, path).toEqual([])
  expect((await shop.call('GET', `/api/myorder/${order._id}`, { as: again })).status).toBe(404)
  expect((await shop.call('GET', '/api/cart', { as: again })).body.lines).toEqual([])
  expect((await shop.call('GET', `/api/user/${ada.email}`, { as: again })).body).toEqual({
    name: 'Somebody New',
    email: ada.email,
  })
})

// attack: old-session
test('open orders, an old sign-in, the last admin and another’s account are refused, and nothing changes', async () => {
  await fill(ada)
  const unpaid = await shop.order(ada, product)
  const paid = await paidOrder(ada)
  const refused = async (answer: Awaited<ReturnType<typeof remove>>, status: number, code: string) =>
    expect([answer.status, answer.body.code]).toEqual([status, code])
  const before = await readState()
  const open = await remove(ada)
  await refused(open, 409, 'open_orders')
  const named = ({ _id, number }: typeof paid) => ({ _id, number })
  expect(open.body.orders).toEqual([named(paid), named(unpaid)])
  await refused(await remove(admin), 409, 'conflict')
  await refused(await remove(admin, ada.email), 403, 'forbidden')
  await refused(await shop.call('DELETE', `/api/user/${ada.email}`), 401, 'not_signed_in')
  expect(await readState()).toEqual(before)

  expect((await shop.call('DELETE', `/api/myorder/${unpaid._id}`, { as: ada })).status).toBe(200)
  expect((await remove(ada)).body.orders).toEqual([named(paid)])
  const lines = [{ position: 0, quantity: 1 }]
  const headers = { 'Idempotency-Key': 'a-part-of-this' }
  const part = { as: admin, headers, body: { carrier: 'DHL', lines } }
  expect((await shop.call('POST', `/api/order/${paid._id}/shipments`, part)).status).toBe(201)
  expect((await remove(ada)).body.orders).toEqual([named(paid)])
  await ship(paid)
  shop.shop.advance(16 * MINUTE_MS)
  const closed = await readState()
  await refused(await remove(ada), 401, 'sign_in_again')
  expect(await readState()).toEqual(closed)
  expect(await isAlive(ada)).toBe(true)
  const again = { as: ada, body: { password: ada.password } }
  expect((await shop.call('POST', '/api/sign-in-again', again)).status).toBe(200)
  expect((await remove(ada)).body).toEqual({ deletedCount: 1 })
})

test('an admin who is not the last one goes, which the audit log says', async () => {
  const other = await shop.registerAdmin()
  expect((await remove(other)).body).toEqual({ deletedCount: 1 })
  expect((await shop.call('GET', '/api/audit', { as: other })).status).toBe(401)
  const [entry] = (await shop.call('GET', '/api/audit', { as: admin })).body
  expect(entry).toMatchObject({ kind: 'user.deleted', by: other.email, subject: other.email })
  expect((await remove(admin)).status).toBe(409)
})

const sessionUserOf = async (person: Person) => {
  const id = await userIdOf(shop.shop, person)
  return {
    id,
    ...(await sessionOf(shop.shop, { id })),
    name: person.name,
    email: person.email,
    emailVerified: true,
  }
}

// attack: deleted-account
test('what is placed or written while the account is deleted is refused, with nothing of it stored', async () => {
  await verifyEmail(shop.shop, ada)
  const caller = await sessionUserOf(ada)
  const { db } = shop.shop
  const racing = { ...shop.shop, db: beforeTransaction(db, () => remove(ada)) }
  const placed = createPlaceOrder(racing, noVatService)(caller, orderFor(product))
  await expect(placed).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
  expect(await isAlive(ada)).toBe(false)

  const bob = await shop.register({ name: 'Bob Other' })
  const writing = { ...shop.shop, db: beforeTransaction(db, () => remove(bob)) }
  const review = postReview(writing, await sessionUserOf(bob), { comment: 'Good.', rating: '4' })
  await expect(review).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await db.selectFrom('ratings').selectAll().execute()).toEqual([])
})

test('of an order and the deletion at once only one happens, whatever comes first; the same with a payment', async () => {
  for (let round = 0; round < 8; round += 1) {
    const person = await shop.register()
    const place = () => shop.call('POST', '/api/order', { as: person, body: orderFor(product) })
    const both = round % 2 === 0 ? [remove(person), place()] : [place(), remove(person)]
    const answers = await Promise.all(both)
    const [deleted, placed] = round % 2 === 0 ? answers : answers.toReversed()
    expect([
      [200, 401],
      [409, 201],
    ]).toContainEqual([deleted?.status, placed?.status])
  }
  const order = await shop.order(ada, product)
  const [paid, deleted] = await Promise.all([shop.pay(ada, order), remove(ada)])
  expect([paid.paid, deleted.status, deleted.body.code]).toEqual([true, 409, 'open_orders'])
})

test('of two admins who delete themselves at once one stays', async () => {
  const other = await shop.registerAdmin()
  const answers = await Promise.all([remove(admin), remove(other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const admins = await shop.shop.db.selectFrom('user').select('id').where('role', '=', 'admin').execute()
  expect(admins).toHaveLength(1)
})
