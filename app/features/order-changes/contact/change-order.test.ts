import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { type Person, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { changeOrder } from './change-order.ts'

let shop: TestApp
let customer: Person
let admin: Person
let product: Product
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  product = await shop.addProduct({ name: 'Sample screw', quantity: 1000 })
  order = await shop.order(customer, product)
})
afterEach(() => shop[Symbol.asyncDispose]())

const change = (body: unknown, as: Person | undefined = customer) =>
  shop.call('PATCH', `/api/myorder/${order._id}`, { body, as })

const rows = async () => ({
  orders: await shop.shop.db.selectFrom('orders').selectAll().execute(),
  events: await shop.shop.db.selectFrom('order_events').selectAll().orderBy('id').execute(),
  mails: await shop.shop.db.selectFrom('outbox').select(['id', 'payload']).orderBy('id').execute(),
})

const found = async (q: string): Promise<string[]> => {
  const { body } = await shop.call('GET', `/api/orders?q=${encodeURIComponent(q)}`, { as: admin })
  return body.map(({ _id }: Order) => _id)
}

const CHANGES = {
  poNumber: 'PO-4711',
  note: 'Gate 3,\nafter 9.',
  phone: '+1 555 0199',
  address: '2 Other Street, Sample Town',
}

// attack: foreign-order-change
test('the customer changes an order, and the event names the fields without their text', async () => {
  shop.shop.advance(1000)
  const answer = await change({ ...CHANGES, poNumber: ' PO-4711 ' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ ...order, ...CHANGES, addressLines: [CHANGES.address] })
  expect(answer.body.events.at(-1)).toEqual({
    kind: 'changed',
    by: 'customer',
    at: expect.any(String),
    detail: 'poNumber, note, phone, address',
  })
})

test('fields that are absent or equal stay, and null removes PO number and note', async () => {
  await change(CHANGES)
  const before = await rows()
  for (const nothing of [{}, CHANGES, { phone: CHANGES.phone }]) {
    expect((await change(nothing)).status).toBe(200)
    expect(await rows()).toEqual(before)
  }
  shop.shop.advance(1000)
  const { body } = await change({ poNumber: null, note: null })
  expect(body).not.toHaveProperty('poNumber')
  expect(body).not.toHaveProperty('note')
  expect(body).toMatchObject({ phone: CHANGES.phone, address: CHANGES.address })
  expect(body.events.at(-1).detail).toBe('poNumber, note')
})

test('the search finds an order by its new PO number and address, and not by the old ones', async () => {
  await change({ poNumber: 'PO-1111', address: 'First Street' })
  await change(CHANGES)
  for (const q of ['po-4711', 'other street', 'sample screw', order.number])
    expect(await found(q), q).toEqual([order._id])
  for (const q of ['po-1111', 'first']) expect(await found(q), q).toEqual([])
})

test('two changes at once both count', async () => {
  const answers = await Promise.all([
    change({ poNumber: 'PO-1' }),
    change({ note: 'A note.' }),
    change({ phone: '555-0142' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { body } = await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })
  expect(body).toMatchObject({ poNumber: 'PO-1', note: 'A note.', phone: '555-0142' })
  expect(await found('po-1')).toEqual([order._id])
  const changed = body.events.filter(({ kind }: { kind: string }) => kind === 'changed')
  expect(changed.map(({ detail }: { detail: string }) => detail).sort()).toEqual([
    'note',
    'phone',
    'poNumber',
  ])
})

test.each([
  ['poNumber', ''],
  ['poNumber', 'x'.repeat(65)],
  ['poNumber', 'two\nlines'],
  ['poNumber', 4711],
  ['note', 'x'.repeat(501)],
  ['phone', null],
  ['phone', 'call me maybe'],
  ['address', null],
  ['address', '    1    '],
])('an invalid %s is refused and changes nothing', async (field, value) => {
  const before = await rows()
  const refused = await change({ ...CHANGES, [field]: value })
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(refused.body.errors).toContainEqual({ pointer: `#/${field}`, detail: expect.any(String) })
  expect(await rows()).toEqual(before)
})

// attack: foreign-order-change
test('other customers do not find the order to change', async () => {
  const before = await rows()
  expect((await change(CHANGES, await shop.register())).status).toBe(404)
  expect((await shop.call('PATCH', `/api/myorder/${order._id}`, { body: CHANGES })).status).toBe(401)
  expect((await shop.call('PATCH', '/api/myorder/unknown', { body: CHANGES, as: customer })).status).toBe(404)
  expect((await rows()).orders).toEqual(before.orders)
  expect((await rows()).events).toEqual(before.events)
})

// attack: foreign-order-change
test('a paid order can be changed; a shipped one not, until it is reverted', async () => {
  await shop.pay(customer, order)
  expect((await change({ note: 'Paid.' })).status).toBe(200)
  const put = (status: string) => shop.call('PUT', `/api/order/${order._id}`, { as: admin, body: { status } })
  await put('shipped')
  const before = await rows()
  const refused = await change(CHANGES)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(await rows()).toEqual(before)
  await put('pending')
  expect((await change(CHANGES)).status).toBe(200)
})

const read = async (as = customer) => (await shop.call('GET', `/api/myorder/${order._id}`, { as })).body

const mailsOfChange = async () =>
  (await mailsIn(shop.shop)).filter(({ template }) => template === 'order contact changed')

// attack: changed-address
test('a changed address of a paid order is mailed to its customer and kept for admins, and marked until it ships', async () => {
  await verifyEmail(shop.shop, customer)
  await shop.pay(customer, order)
  const answer = await change({ address: CHANGES.address, phone: CHANGES.phone })
  expect(answer.status).toBe(200)
  const { addressChangedAt, events } = answer.body
  expect(Date.parse(addressChangedAt)).toBe(Date.parse(events.at(-1).at))
  expect(events.at(-1).detail).toBe('phone, address')
  expect(JSON.stringify(answer.body)).not.toContain(order.address)
  expect((await read(admin)).events.at(-1)).toMatchObject({
    kind: 'changed',
    detail: `phone, address: before ${order.phone}, ${order.address}`,
  })
  const listed = await shop.call('GET', '/api/orders', { as: admin })
  expect(listed.body[0].addressChangedAt).toBe(addressChangedAt)
  expect(await mailsOfChange()).toMatchObject([{ to: customer.email, about: order._id }])
  await shop.runJobs('mail')
  const mail = (await sandboxMailsIn(shop.shop)).find(({ subject }) =>
    subject.startsWith('The delivery of your order was changed'),
  )
  expect(mail?.text).toContain(`Deliver to: ${CHANGES.address}`)
  expect(mail?.text).not.toContain(order.address)
  const put = (status: string) => shop.call('PUT', `/api/order/${order._id}`, { as: admin, body: { status } })
  await put('shipped')
  for (const reader of [customer, admin]) expect(await read(reader)).not.toHaveProperty('addressChangedAt')
  await put('pending')
  expect((await read()).addressChangedAt).toBe(addressChangedAt)
})

test('a changed phone number of a paid order is mailed too; nothing is mailed before the payment, or of a note', async () => {
  await change(CHANGES)
  expect(await read()).not.toHaveProperty('addressChangedAt')
  await shop.pay(customer, order)
  await change({ note: 'Another note.', poNumber: 'PO-2', address: CHANGES.address })
  expect([await mailsOfChange(), (await read()).addressChangedAt]).toEqual([[], undefined])
  await change({ phone: '+1 555 0111' })
  expect(await mailsOfChange()).toHaveLength(1)
  expect((await read(admin)).events.at(-1).detail).toBe(`phone: before ${CHANGES.phone}`)
  expect(await read()).not.toHaveProperty('addressChangedAt')
})

// attack: mail-bomb
test('of many changes of a paid order at once one mail waits at most', async () => {
  await shop.pay(customer, order)
  for (let n = 0; n < 9; n++) expect((await change({ phone: `+1 555 012${n}` })).status).toBe(200)
  expect(await mailsOfChange()).toHaveLength(1)
  await shop.runJobs('mail')
  for (let n = 0; n < 9; n++) expect((await change({ phone: `+1 555 013${n}` })).status).toBe(200)
  expect(await mailsOfChange()).toHaveLength(1)
})

// attack: changed-address
test('a change of a paid order is written with its mail, or not at all', async () => {
  await shop.pay(customer, order)
  const before = await rows()
  const db = shop.shop.db
  const owner = await userIdOf(shop.shop, customer)
  const failing = db.transaction().execute(async (trx) => {
    const by = { ...customer, id: owner, emailVerified: false, sessionId: '' }
    await changeOrder(trx, shop.shop, { orderId: order._id, by, actor: owner, changes: CHANGES })
    throw new Error('The process ended.')
  })
  await expect(failing).rejects.toThrow('The process ended.')
  expect(await rows()).toEqual(before)
})

test('a cancelled order cannot be changed', async () => {
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  const before = await rows()
  expect((await change(CHANGES)).status).toBe(404)
  expect(await rows()).toEqual(before)
})

test('of a change and a shipment at the same time the change is first or refused', async () => {
  await shop.pay(customer, order)
  const [changed] = await Promise.all([
    change(CHANGES),
    shop.call('PUT', `/api/order/${order._id}`, { as: admin, body: { status: 'shipped' } }),
  ])
  const { body } = await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })
  expect(body.status).toBe('shipped')
  expect([200, 409]).toContain(changed.status)
  expect(body.poNumber).toBe(changed.status === 200 ? 'PO-4711' : undefined)
})
