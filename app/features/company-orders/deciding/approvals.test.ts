import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { COMPANY, foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { orderFor, type Person, userIdOf } from '#tests/support/customer.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let part: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  // A piece costs a dollar.
  part = await app.addProduct({ name: 'Screw', quantity: 1_000_000, price: 1 })
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person, method: string, path: string, body?: object) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const place = (as: Person, quantity = 100) => app.order(as, part, quantity)

const decide = (as: Person, id: string, what: string, revision = 1, note?: string) =>
  call(as, 'POST', `/myorder/${id}/${what}`, { revision, ...(note !== undefined && { note }) })

const read = async (as: Person, id: string) => (await call(as, 'GET', `/myorder/${id}`)).body

const idsOf = async (as: Person, query = '') =>
  (await call(as, 'GET', `/company/orders${query}`)).body.map(({ _id }: { _id: string }) => _id)

/** All that a decision may write. */
async function readState() {
  const { db } = app.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    approvals: await db.selectFrom('order_approvals').selectAll().orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
  }
}

const mailsTo = async ({ email }: Person) => {
  await app.runJobs()
  const mails = await sandboxMailsIn(app.shop)
  return mails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
}

test('the order of a member is the company’s, billed to it unless the order says otherwise; nobody else’s has any of it', async () => {
  const manager = await foundCompany(app, { ...COMPANY, vatId: 'FR40303265045' })
  const buyer = await joinTo(app, manager, 'buyer')
  const company = (await call(buyer, 'GET', '/company')).body
  const order = await place(buyer)
  expect(order).toMatchObject({
    company: { _id: company._id, name: 'Sample Works' },
    placedBy: { _id: await userIdOf(app.shop, buyer), name: buyer.name },
    revision: 1,
    billingLines: company.billToLines,
  })
  expect(order).not.toHaveProperty('approval')
  expect((await call(buyer, 'GET', '/myorders')).body).toMatchObject([{ _id: order._id }])
  const billTo = { ...COMPANY.billTo, city: 'Paris', postcode: '75001' }
  const own = await call(buyer, 'POST', '/order', { ...orderFor(part), billTo })
  expect(own.body.billingLines).toContain('75001 PARIS')
  const stranger = await registerVerified(app)
  const plain = await place(stranger)
  for (const member of ['company', 'placedBy', 'approval', 'revision', 'billingLines'])
    expect(plain).not.toHaveProperty(member)
})

test('an order above the limit of a member waits: it is neither paid nor shipped, nor has it a link, until it is approved', async () => {
  const manager = await foundCompany(app)
  const [buyer, approver] = [
    await joinTo(app, manager, 'buyer', { order: 150 }),
    await joinTo(app, manager, 'approver'),
  ]
  expect(await place(buyer, 150)).not.toHaveProperty('approval')
  const order = await place(buyer, 151)
  expect(order).toMatchObject({ paid: false, approval: { state: 'waiting', orderLimit: 150 } })
  const before = await readState()
  const pay = { totalPrice: order.totalPrice, orderId: order._id }
  for (const [as, method, path, body] of [
    [buyer, 'POST', '/create-payment-intent', pay],
    [buyer, 'POST', `/myorder/${order._id}/payment-link`],
    [admin, 'PUT', `/order/${order._id}`, { status: 'shipped' }],
    [admin, 'POST', `/order/${order._id}/shipments`, {}],
  ] as const) {
    const refused = await call(as, method, path, body)
    expect([path, refused.status, refused.body.code]).toEqual([path, 409, 'approval_waiting'])
  }
  expect(await readState()).toEqual(before)
  const waiting = async () => (await call(admin, 'GET', '/orders?status=waiting')).body
  expect(await waiting()).toMatchObject([{ _id: order._id }])
  const asked = `An order of Some buyer waits for your approval: ${order.number}`
  for (const one of [manager, approver]) expect(await mailsTo(one)).toContain(asked)
  expect(await mailsTo(buyer)).not.toContain(asked)
  expect((await call(approver, 'GET', '/company/approvals')).body).toMatchObject([
    { _id: order._id, month: { others: 150 } },
  ])
  const approved = await decide(approver, order._id, 'approve', 1, 'For the pump.')
  expect([approved.status, approved.body.approval.state]).toEqual([200, 'approved'])
  expect(await waiting()).toEqual([])
  expect((await call(approver, 'GET', '/company/approvals')).body).toEqual([])
  const { events } = await read(buyer, order._id)
  expect(events).toMatchObject([
    { kind: 'placed' },
    { kind: 'held' },
    { kind: 'approval_asked', by: 'customer', who: 'Some buyer' },
    { kind: 'approved', by: 'approver', who: 'Some approver', detail: 'For the pump.' },
  ])
  expect((await mailsTo(buyer)).some((subject) => subject.startsWith('Your order is approved'))).toBe(true)
  expect((await app.pay(buyer, order)).paid).toBe(true)
  expect((await call(admin, 'PUT', `/order/${order._id}`, { status: 'shipped' })).status).toBe(200)
})

// attack: company-role
test('whoever may not decide is refused, and so is what is not as it was seen; nothing changes', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 0 })
  const colleague = await joinTo(app, manager, 'buyer')
  const small = await joinTo(app, manager, 'approver', { order: 199 })
  const order = await place(buyer, 200)
  const ofSmall = await place(small, 200)
  const fine = await place(colleague, 200)
  const strangers = [await foundCompany(app), await registerVerified(app), admin]
  const before = await readState()
  for (const what of ['approve', 'decline']) {
    const refusals = [
      [await decide(buyer, order._id, what), 403, 'own_order'],
      [await decide(small, ofSmall._id, what), 403, 'own_order'],
      [await decide(colleague, order._id, what), 404, 'not_found'],
      [await decide(manager, order._id, what, 2), 409, 'revision_changed'],
      [await decide(manager, fine._id, what), 409, 'conflict'],
      [await decide(manager, 'unknown', what), 404, 'not_found'],
      [await call(manager, 'POST', `/myorder/${order._id}/${what}`, {}), 422, 'invalid'],
    ] as const
    for (const [{ status, body }, wanted, code] of refusals)
      expect([status, body.code]).toEqual([wanted, code])
    for (const one of strangers) expect((await decide(one, order._id, what)).status).toBe(404)
  }
  expect((await decide(small, order._id, 'approve')).body.code).toBe('over_limit')
  expect(await readState()).toEqual(before)
  const both = await Promise.all([decide(manager, order._id, 'approve'), decide(small, order._id, 'decline')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a declined order ends as a cancelled one, and its company reads it', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 0 })
  const stockOf = async () =>
    (
      await app.shop.db
        .selectFrom('products')
        .select('quantity')
        .where('id', '=', part._id)
        .executeTakeFirst()
    )?.quantity
  const stock = await stockOf()
  const order = await place(buyer, 300)
  const declined = await decide(manager, order._id, 'decline', 1, 'Too many.')
  expect(declined.body).toMatchObject({ approval: { state: 'declined' }, cancelledAt: expect.any(String) })
  expect(declined.body.events.at(-1)).toMatchObject({ kind: 'declined', detail: 'Too many.' })
  expect(await stockOf()).toBe(stock)
  expect(await idsOf(manager)).toEqual([])
  for (const member of [manager, buyer]) expect(await idsOf(member, '?state=declined')).toEqual([order._id])
  expect((await read(buyer, order._id)).approval).toMatchObject({ state: 'declined' })
  expect((await decide(manager, order._id, 'approve')).status).toBe(409)
  expect((await mailsTo(buyer)).some((subject) => subject.startsWith('Your order was declined'))).toBe(true)
})

test('a month counts what waits, and gives back what is cancelled, declined, lapsed or refunded', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { month: 400 })
  const isAsked = async (quantity: number) => {
    const order = await place(buyer, quantity)
    return { order, asked: order.approval !== undefined }
  }
  const first = await isAsked(200)
  const second = await isAsked(201)
  expect([first.asked, second.asked]).toEqual([false, true])
  expect(second.order.approval).toMatchObject({ state: 'waiting', monthLimit: 400, monthBefore: 200 })
  // It waits, and counts.
  const third = await isAsked(100)
  expect(third.asked).toBe(true)
  await decide(manager, second.order._id, 'decline')
  expect((await call(buyer, 'DELETE', `/myorder/${third.order._id}`)).status).toBe(200)
  const fourth = await isAsked(200)
  expect(fourth.asked).toBe(false)
  const paid = await app.pay(buyer, fourth.order)
  expect((await isAsked(100)).asked).toBe(true)
  const refund = { amount: 150, reason: 'A sample' }
  const headers = { 'Idempotency-Key': 'a-refund' }
  await app.call('POST', `/api/order/${paid._id}/refunds`, { as: admin, body: refund, headers })
  await app.runJobs()
  expect((await read(admin, paid._id)).refundedAmount).toBe(150)
  // 200, 50 that were kept, and 100 that wait.
  expect((await isAsked(50 * 2)).asked).toBe(true)
  const waiting = await idsOf(buyer, '?state=waiting')
  for (const id of waiting) await decide(manager, id, 'decline')
  expect((await isAsked(150)).asked).toBe(false)
})

test('50 orders at once against a month with room for ten: ten pass, and the others wait', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { month: 1099 })
  const orders = await Promise.all(Array.from({ length: 50 }, () => place(buyer, 100)))
  expect(orders.filter(({ approval }) => approval === undefined)).toHaveLength(10)
  expect(orders.filter(({ approval }) => approval?.state === 'waiting')).toHaveLength(40)
  const rows = await app.shop.db
    .selectFrom('orders')
    .select('approval')
    .where('user_id', '=', await userIdOf(app.shop, buyer))
    .execute()
  expect(rows.filter(({ approval }) => approval === null)).toHaveLength(10)
})

// attack: company-role
test('approvers and managers read all orders of the company, buyers their own, and whoever left the own ones alone', async () => {
  const manager = await foundCompany(app)
  const [one, two] = [await joinTo(app, manager, 'buyer'), await joinTo(app, manager, 'buyer')]
  const approver = await joinTo(app, manager, 'approver')
  const first = await place(one, 100)
  app.shop.advance(1000)
  const second = await place(two, 200)
  app.shop.advance(1000)
  const unpaid = await place(two, 300)
  const paid = await app.pay(two, second)
  for (const reader of [manager, approver]) {
    expect(await idsOf(reader)).toEqual([unpaid._id, second._id, first._id])
    expect((await call(reader, 'GET', `/myorder/${second._id}`)).status).toBe(200)
  }
  const idOfTwo = await userIdOf(app.shop, two)
  expect(await idsOf(manager, `?member=${idOfTwo}&state=open`)).toEqual([paid._id])
  expect(await idsOf(manager, '?state=unpaid')).toEqual([unpaid._id, first._id])
  expect(await idsOf(manager, `?q=${first.number}`)).toEqual([first._id])
  const page = await call(manager, 'GET', '/company/orders?limit=2')
  expect([page.body.length, page.headers.get('x-total-count')]).toEqual([2, '3'])
  expect(await idsOf(one)).toEqual([first._id])
  expect(await idsOf(one, `?member=${idOfTwo}`)).toEqual([])
  expect((await call(one, 'GET', `/myorder/${second._id}`)).status).toBe(404)
  expect((await call(one, 'GET', '/company/approvals')).status).toBe(403)
  expect((await call(manager, 'GET', '/company/orders?state=lost')).status).toBe(422)
  // What is a person's own stays so.
  expect((await call(approver, 'GET', '/myorders')).body).toEqual([])
  expect((await call(approver, 'GET', `/myorder/${second._id}/messages`)).status).toBe(404)
  const stranger = await foundCompany(app)
  expect((await call(stranger, 'GET', `/myorder/${second._id}`)).status).toBe(404)
  expect(await idsOf(stranger)).toEqual([])
  // Nobody changes or cancels what a colleague ordered.
  expect((await call(manager, 'DELETE', `/myorder/${unpaid._id}`)).status).toBe(404)
  for (const id of [idOfTwo, await userIdOf(app.shop, approver)])
    await call(manager, 'DELETE', `/company/member/${id}`)
  expect((await call(approver, 'GET', `/myorder/${second._id}`)).status).toBe(404)
  expect((await call(approver, 'GET', '/company/orders')).status).toBe(404)
  expect((await call(two, 'GET', `/myorder/${second._id}`)).status).toBe(200)
  expect((await call(two, 'GET', '/myorders')).body).toHaveLength(2)
  const before = await readState()
  const pay = { totalPrice: unpaid.totalPrice, orderId: unpaid._id }
  expect((await call(two, 'POST', '/create-payment-intent', pay)).status).toBe(404)
  expect((await call(two, 'DELETE', `/myorder/${unpaid._id}`)).status).toBe(404)
  expect(await readState()).toEqual(before)
  // What is ordered from then on is nobody's but the account's.
  expect(await place(two)).not.toHaveProperty('company')
})

test('an order that nobody answers lapses when its hold is over, and nobody can approve it then', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 0 })
  const order = await place(buyer)
  const past = { hold_until: app.shop.now() - 1 }
  await app.shop.db.updateTable('orders').set(past).where('id', '=', order._id).execute()
  expect((await decide(manager, order._id, 'approve')).status).toBe(409)
  expect((await call(manager, 'GET', '/company/approvals')).body).toEqual([])
  await app.runJobs()
  expect((await read(buyer, order._id)).events.at(-1).kind).toBe('lapsed')
})
