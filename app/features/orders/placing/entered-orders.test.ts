import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { orderFor, orderOfLines, type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admin: Person
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  product = await shop.addProduct({ quantity: 10_000_000, price: 1 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const place = (as: Person, body: object, key?: string) =>
  shop.call('POST', '/api/order', { as, body, ...(key && { headers: { 'Idempotency-Key': key } }) })

const enter = (body: object = {}, key?: string) =>
  place(admin, { ...orderFor(product), customer: customer.email, ...body }, key)

const get = async (path: string, as: Person) => (await shop.call('GET', `/api/${path}`, { as })).body

/** All that placing an order writes. */
async function readState() {
  const { db } = shop.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    audit: await db.selectFrom('audit_entries').selectAll().orderBy('id').execute(),
  }
}

const ADDRESS = {
  name: 'Sample Name',
  street: '1 rue Exemple',
  postcode: '69001',
  city: 'Lyon',
  country: 'FR',
}

test('an order that an admin enters is the customer’s: held in full, said in timeline, audit log and mail', async () => {
  const other = await shop.addProduct({ quantity: 1000, price: 2 })
  const lines = [
    { product, quantity: 200 },
    { product: other, quantity: 100 },
  ]
  const { status, body: order } = await place(admin, {
    ...orderOfLines(lines),
    customer: ` ${customer.email.toUpperCase()} `,
    name: 'Another Name',
  })
  expect({ status, order }).toMatchObject({
    status: 201,
    order: { name: customer.name, email: customer.email, totalPrice: 400 },
  })
  // Until the e-mail is verified the customer's own orders are held for an hour.
  expect(Date.parse(order.holdUntil) - Date.parse(order.createdAt)).toBe(72 * 3_600_000)
  await verifyEmail(shop.shop, customer)
  expect(await get('myorders', customer)).toMatchObject([{ _id: order._id }])
  expect(await get('myorders', admin)).toEqual([])
  const [placed] = (await get(`myorder/${order._id}`, customer)).events
  expect(placed).toEqual({ kind: 'placed', by: 'admin', at: order.createdAt })
  const [seen] = (await get(`myorder/${order._id}`, admin)).events
  expect(seen).toMatchObject({ kind: 'placed', by: 'admin', email: admin.email })
  const [entry] = await get('audit', admin)
  expect(entry).toMatchObject({
    ...{ kind: 'order.placed', by: admin.email, subject: order._id, name: order.number },
  })
  await shop.runJobs()
  const mails = await shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } })
  const [mail] = mails.body.filter(({ to }: { to: string }) => to === customer.email)
  expect(mail.text).toContain('we have placed this order for you, as you asked us to.')
  expect((await shop.pay(customer, order)).paid).toBe(true)
})

// attack: order-for-others
test('nobody but an admin can name a customer, and nothing is changed', async () => {
  const before = await readState()
  for (const email of [admin.email, customer.email, customer.email.toUpperCase(), 'nobody@example.com'])
    expect((await place(customer, { ...orderFor(product), customer: email })).body.code).toBe(
      'right_required',
    )
  for (const wrong of ['', 'nobody', 7, null, `${'x'.repeat(250)}@example.com`])
    expect((await enter({ customer: wrong })).status).toBe(422)
  const unknown = await enter({ customer: 'nobody@example.com' })
  expect([unknown.status, unknown.body.code, unknown.body.errors[0].pointer]).toEqual([
    ...[404, 'unknown_customer', '#/customer'],
  ])
  // The e-mail of the order is that of its customer.
  expect((await enter({ email: admin.email })).status).toBe(403)
  for (const count of [0, 201]) {
    const lines = Array.from({ length: count }, (_, index) => ({ productId: `p${index}`, quantity: 100 }))
    expect((await place(admin, { ...orderOfLines([]), lines, customer: customer.email })).status).toBe(422)
  }
  // A quote has no customer: it asks nothing about anybody.
  const quote = { lines: [{ sku: product.sku, quantity: 100 }], customer: customer.email }
  expect((await shop.call('POST', '/api/quote', { as: customer, body: quote })).body).not.toHaveProperty(
    'customer',
  )
  const { db } = shop.shop
  await db.updateTable('user').set({ banned: 1 }).where('email', '=', customer.email).execute()
  expect((await enter()).body.code).toBe('unknown_customer')
  await db.updateTable('user').set({ banned: 0 }).where('email', '=', customer.email).execute()
  await db.updateTable('user').set({ role: null }).where('email', '=', admin.email).execute()
  expect((await enter()).status).toBe(403)
  expect(await readState()).toEqual(before)
})

test('the address book is that of the customer, and never the admin’s', async () => {
  const save = async (as: Person) => (await shop.call('POST', '/api/address', { as, body: ADDRESS })).body._id
  const [own, ofAdmin, ofOther] = [await save(customer), await save(admin), await save(await shop.register())]
  const { phone: _, address: __, ...order } = orderFor(product)
  const enterTo = (addressId: string) =>
    place(admin, { ...order, customer: customer.email, deliverTo: { addressId } })
  const before = await readState()
  for (const id of [ofAdmin, ofOther]) {
    const refused = await enterTo(id)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/deliverTo/addressId'])
  }
  // Until the e-mail is verified it may be that of somebody else.
  expect((await enterTo(own)).body.errors[0].pointer).toBe('#/deliverTo/addressId')
  expect(await readState()).toEqual(before)
  await verifyEmail(shop.shop, customer)
  expect((await enterTo(own)).body.deliverTo).toMatchObject(ADDRESS)
})

test('the key of a request is the admin’s: repeated it places once, for another customer it is refused', async () => {
  const [one, again] = await Promise.all([enter({}, 'a-key'), enter({}, 'a-key')])
  expect([one.status, again.status]).toEqual([201, 201])
  expect(again.body._id).toBe(one.body._id)
  const other = await shop.register()
  expect((await enter({ customer: other.email }, 'a-key')).body.code).toBe('key_reused')
  expect((await enter({ note: 'Another' }, 'a-key')).body.code).toBe('key_reused')
  // The customer's own keys, the admin's for an own order, and those of another admin are others.
  expect((await place(customer, orderFor(product), 'a-key')).body._id).not.toBe(one.body._id)
  expect((await place(admin, orderFor(product), 'a-key')).body._id).not.toBe(one.body._id)
  const colleague = await shop.registerAdmin()
  const third = await place(colleague, { ...orderFor(product), customer: customer.email }, 'a-key')
  expect([third.status, third.body._id === one.body._id]).toEqual([201, false])
})

test('the limits of an account that an admin vouches for are those of a verified e-mail, also at once', async () => {
  const big = (quantity: number) =>
    enter({ quantity, totalPrice: quantity, ...(quantity > 100 && { note: String(quantity) }) })
  // More than 5,000 dollars, which is the most until the e-mail is verified.
  const answers = await Promise.all([100_000, 100_001, 100_002, 100_003].map(big))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'too_much_held', maximum: 250_000 })
  expect(refused?.body.detail).toMatch(/^The unpaid orders of a customer can be worth \$250,000\.00 in all/)
  // What the shop entered counts for what the customer orders, once it is known to be the same person.
  const own = await place(customer, orderFor(product))
  expect(own.status).toBe(201)
  await verifyEmail(shop.shop, customer)
  expect(await get('myorders', customer)).toHaveLength(3)
  expect((await place(customer, { ...orderFor(product, 50_000), note: 'More' })).body.code).toBe(
    'too_much_held',
  )
})
