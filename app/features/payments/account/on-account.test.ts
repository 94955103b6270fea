import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { COMPANY, foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { GOOD_CARD, orderFor, type Person } from '#tests/support/customer.ts'
import { saveSettings, TRADE } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const DAY_MS = 86_400_000

let app: TestApp
let admin: Person
let part: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  const { revision: _, updatedAt: __, ...settings } = (await call(admin, 'GET', '/settings')).body
  await saveSettings(app, admin, { ...settings, seller: TRADE.seller })
  // A piece costs a dollar.
  part = await app.addProduct({ name: 'Screw', quantity: 1_000_000, price: 1 })
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person, method: string, path: string, body?: object, headers?: Record<string, string>) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }), ...(headers && { headers }) })

/** Runs a job as if so many days had passed: sessions would be over then. */
async function runLater(days: number, job: string): Promise<void> {
  app.shop.advance(days * DAY_MS)
  await app.runJobs(job)
  app.shop.advance(-days * DAY_MS)
}

const idOf = async (member: Person): Promise<string> => (await call(member, 'GET', '/company')).body._id

/** A company with terms; its manager. */
async function withTerms(credit = 10_000, days = 30): Promise<Person> {
  const manager = await foundCompany(app, COMPANY)
  expect((await setTerms(manager, { days, credit })).status).toBe(200)
  return manager
}

async function setTerms(member: Person, terms: object | null) {
  const id = await idOf(member)
  const { revision } = (await call(admin, 'GET', `/companies/${id}`)).body
  return call(admin, 'PUT', `/companies/${id}`, { terms, revision })
}

const place = (as: Person, quantity = 100) =>
  call(as, 'POST', '/order', { ...orderFor(part, quantity), payment: 'account' })

const read = async (as: Person, id: string) => (await call(as, 'GET', `/myorder/${id}`)).body

const ship = (id: string, lines?: object[]) =>
  call(admin, 'POST', `/order/${id}/shipments`, lines ? { lines } : {})

let keys = 0
const newKey = () => {
  keys += 1
  return `key ${keys}`
}
const receive = (id: string, amount: number, reference = 'Transfer', key = newKey()) =>
  call(
    admin,
    'POST',
    `/order/${id}/receipts`,
    { amount, at: '2026-11-02', reference },
    { 'Idempotency-Key': key },
  )

const credit = (id: string, body: object, key = newKey()) =>
  call(
    admin,
    'POST',
    `/order/${id}/refunds`,
    { reason: 'Not delivered', ...body },
    { 'Idempotency-Key': key },
  )

const creditOf = async (manager: Person) => (await call(manager, 'GET', '/company')).body.credit

/** All that a refusal may not change. */
async function readState() {
  const { db } = app.shop
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    receipts: await db.selectFrom('order_receipts').selectAll().orderBy('id').execute(),
    invoices: await db.selectFrom('invoices').select('number').execute(),
    notes: await db.selectFrom('credit_notes').select('number').execute(),
    sales: await db.selectFrom('sales_days').selectAll().orderBy('day').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
  }
}

/** The mails about an order, in their sequence. */
async function mailsAbout(orderId: string): Promise<string[]> {
  const rows = await app.shop.db
    .selectFrom('outbox')
    .select('payload')
    .where('about', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => JSON.parse(payload).template)
}

async function expectRefused(
  answer: { status: number; body: { code: string } },
  status: number,
  code: string,
) {
  expect([answer.status, answer.body.code]).toEqual([status, code])
}

test('the staff sets terms, which want the right to money; approvers and managers read what is used of the credit', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer')
  expect((await call(manager, 'GET', '/company')).body).not.toHaveProperty('credit')
  const id = await idOf(manager)
  const ofPeople = await registerVerified(app)
  const rights = (list: string[]) => call(admin, 'PUT', `/user/staff/${ofPeople.email}`, { rights: list })
  expect((await rights(['people'])).status).toBe(200)
  const { revision } = (await call(ofPeople, 'GET', `/companies/${id}`)).body
  const refused = await call(ofPeople, 'PUT', `/companies/${id}`, {
    terms: { days: 30, credit: 5 },
    revision,
  })
  expect([refused.status, refused.body.code, refused.body.right]).toEqual([403, 'right_required', 'money'])
  expect((await rights(['money'])).status).toBe(200)
  const other = await call(ofPeople, 'PUT', `/companies/${id}`, { blocked: true, revision })
  expect([other.status, other.body.right]).toEqual([403, 'people'])
  for (const terms of [
    { days: 0, credit: 5 },
    { days: 121, credit: 5 },
    { days: 30, credit: -1 },
    { days: 30 },
  ])
    expect((await call(ofPeople, 'PUT', `/companies/${id}`, { terms, revision })).status).toBe(422)
  const set = await call(ofPeople, 'PUT', `/companies/${id}`, { terms: { days: 30, credit: 500 }, revision })
  expect([set.status, set.body.terms, set.body.credit]).toEqual([
    200,
    { days: 30, credit: 500 },
    { limit: 500, used: 0 },
  ])
  await place(buyer, 200)
  expect((await call(manager, 'GET', '/company')).body).toMatchObject({
    terms: { days: 30, credit: 500 },
    credit: { limit: 500, used: 200 },
  })
  const ofBuyer = (await call(buyer, 'GET', '/company')).body
  expect(ofBuyer).toMatchObject({ onAccount: { days: 30 } })
  for (const hidden of ['terms', 'credit']) expect(ofBuyer).not.toHaveProperty(hidden)
  const [entry] = (await call(admin, 'GET', '/audit?kind=company.changed')).body
  expect(entry.changes).toMatchObject([{ field: 'terms', from: null, to: { days: 30, credit: 500 } }])
})

test('without terms nothing is ordered on account, and nothing above what is left of the credit', async () => {
  const alone = await registerVerified(app)
  const manager = await foundCompany(app)
  const before = await readState()
  for (const one of [alone, manager]) await expectRefused(await place(one), 409, 'no_terms')
  expect(await readState()).toEqual(before)
  await setTerms(manager, { days: 14, credit: 250.5 })
  expect((await place(manager, 200)).status).toBe(201)
  const full = await readState()
  const refused = await place(manager, 100)
  expect([refused.status, refused.body.code, refused.body.available]).toEqual([409, 'over_credit', 50.5])
  expect(await readState()).toEqual(full)
  // By card all is as ever.
  expect((await call(manager, 'POST', '/order', orderFor(part))).status).toBe(201)
  await setTerms(manager, null)
  await expectRefused(await place(manager, 100), 409, 'no_terms')
})

test('fifty orders at once never pass the credit', async () => {
  const manager = await withTerms(1000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => place(manager, 100)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.code, body.available]).toEqual([409, 'over_credit', 0])
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 1000 })
})

test('an order on account is pending at once, no hold ends it, and it is cancelled until something ships', async () => {
  const manager = await withTerms(1000)
  const { body: order } = await place(manager)
  expect(order).toMatchObject({
    payment: 'account',
    paid: false,
    status: 'pending',
    openAmount: 100,
    terms: { days: 30 },
  })
  for (const absent of ['holdUntil', 'dueAt', 'transactionId', 'paidAt'])
    expect(order).not.toHaveProperty(absent)
  await runLater(60, 'cancel lapsed orders')
  expect(await read(manager, order._id)).toMatchObject({ status: 'pending', paid: false })
  const listed = async (status: string) =>
    (await call(admin, 'GET', `/orders?status=${status}`)).body.map(({ _id }: { _id: string }) => _id)
  expect(await listed('pending')).toContain(order._id)
  expect(await listed('to_ship')).toContain(order._id)
  expect(await listed('unpaid')).not.toContain(order._id)
  const before = await readState()
  const pay = { totalPrice: 100, orderId: order._id }
  await expectRefused(await call(manager, 'POST', '/create-payment-intent', pay), 409, 'conflict')
  await expectRefused(await call(manager, 'POST', `/myorder/${order._id}/payment-link`), 409, 'conflict')
  await expectRefused(await credit(order._id, { amount: 5 }), 409, 'conflict')
  expect(await readState()).toEqual(before)
  const { body: other } = await place(manager)
  const stock = await stockOf()
  expect((await call(manager, 'DELETE', `/myorder/${order._id}`)).status).toBe(200)
  expect(await stockOf()).toBe(stock + 100)
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 100 })
  await ship(other._id, [{ position: 0, quantity: 50 }])
  await expectRefused(await call(manager, 'DELETE', `/myorder/${other._id}`), 409, 'conflict')
})

const stockOf = async () =>
  (
    await app.shop.db
      .selectFrom('products')
      .select('quantity')
      .where('id', '=', part._id)
      .executeTakeFirstOrThrow()
  ).quantity

test('above the limit of a member it waits, held as any other; approved it has no end, and ships', async () => {
  const manager = await withTerms(1000)
  const buyer = await joinTo(app, manager, 'buyer', { order: 50 })
  const { body: order } = await place(buyer)
  expect(order).toMatchObject({ payment: 'account', approval: { state: 'waiting' }, paid: false })
  expect(order).not.toHaveProperty('status')
  expect(order).toHaveProperty('holdUntil')
  await expectRefused(await ship(order._id), 409, 'approval_waiting')
  await expectRefused(await receive(order._id, 10), 409, 'conflict')
  const { body: approved } = await call(manager, 'POST', `/myorder/${order._id}/approve`, { revision: 1 })
  expect(approved).toMatchObject({ status: 'pending', approval: { state: 'approved' } })
  expect(approved).not.toHaveProperty('holdUntil')
  const { body: late } = await place(buyer)
  await runLater(10, 'cancel lapsed orders')
  expect(await read(buyer, order._id)).toMatchObject({ status: 'pending' })
  expect(await read(buyer, late._id)).toHaveProperty('cancelledAt')
  expect((await ship(order._id)).status).toBe(201)
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 100 })
})

test('its lines are changed within the credit until something ships', async () => {
  const manager = await withTerms(150)
  const { body: order } = await place(manager)
  const change = (quantity: number) =>
    call(manager, 'PUT', `/myorder/${order._id}/lines`, {
      lines: [{ productId: part._id, quantity }],
      totalPrice: quantity,
    })
  const before = await readState()
  const refused = await change(200)
  expect([refused.status, refused.body.code, refused.body.available]).toEqual([409, 'over_credit', 150])
  expect(await readState()).toEqual(before)
  expect((await change(150)).status).toBe(200)
  expect(await creditOf(manager)).toEqual({ limit: 150, used: 150 })
  await ship(order._id, [{ position: 0, quantity: 50 }])
  await expectRefused(await change(100), 409, 'conflict')
})

test('its invoice is issued when all of it is shipped, with the day until which it is to be paid', async () => {
  const manager = await withTerms(1000)
  const { body: order } = await place(manager)
  await setTerms(manager, { days: 7, credit: 1000 })
  await ship(order._id, [{ position: 0, quantity: 40 }])
  expect((await call(manager, 'GET', `/myorder/${order._id}/invoice.xml`)).status).toBe(409)
  expect((await ship(order._id)).status).toBe(201)
  const shipped = await read(manager, order._id)
  const due = new Date(app.shop.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  expect(shipped).toMatchObject({ status: 'shipped', paid: false, dueAt: due, openAmount: 100 })
  for (const [format, ...texts] of [
    ['cii', `<udt:DateTimeString format="102">${due.replaceAll('-', '')}`, '<ram:Description>Pay by '],
    ['ubl', `<cbc:DueDate>${due}</cbc:DueDate>`, '<cbc:PaymentTerms>'.replace('cbc', 'cac'), 'Pay by '],
  ] as const) {
    const request = new Request(
      `http://localhost:3000/api/myorder/${order._id}/invoice.xml?format=${format}`,
      {
        headers: { Authorization: `Bearer ${manager.token}` },
      },
    )
    const answer = await app.app.fetch(request)
    const xml = await answer.text()
    expect([format, answer.status]).toEqual([format, 200])
    for (const text of texts) expect(xml).toContain(text)
  }
  expect(await mailsAbout(order._id)).toContain('order invoiced')
  const open = (await call(admin, 'GET', '/invoice?open=true')).body
  expect(open).toContainEqual(expect.objectContaining({ orderId: order._id, due, open: 100, overdueDays: 0 }))
  const now = dayBefore(3)
  await app.shop.db.updateTable('orders').set({ due_on: now }).where('id', '=', order._id).execute()
  await app.shop.db
    .updateTable('invoices')
    .set((eb) => ({ document: eb.fn('replace', ['document', eb.val(due), eb.val(now)]) }))
    .where('order_id', '=', order._id)
    .execute()
  const late = (await call(admin, 'GET', '/invoice?open=true')).body
  expect(late).toContainEqual(expect.objectContaining({ orderId: order._id, overdueDays: 3 }))
  for (const [as, path] of [
    [manager, '/company/open-items'],
    [admin, `/companies/${await idOf(manager)}/open-items`],
  ] as const)
    expect((await call(as, 'GET', path)).body).toMatchObject([
      { orderId: order._id, due: now, open: 100, overdueDays: 3, age: 'to_30' },
    ])
  // Shipping it again after a mistake issues no other one.
  const invoices = (await readState()).invoices.length
  await call(admin, 'PUT', `/order/${order._id}`, { status: 'pending' })
  expect(await read(manager, order._id)).toMatchObject({ status: 'pending', dueAt: now })
  await expectRefused(await call(manager, 'DELETE', `/myorder/${order._id}`), 409, 'conflict')
  await call(admin, 'PUT', `/order/${order._id}`, { status: 'shipped' })
  expect((await readState()).invoices).toHaveLength(invoices)
})

const dayBefore = (days: number): string =>
  new Date(app.shop.now() - days * DAY_MS).toISOString().slice(0, 10)

async function invoiced(manager: Person, quantity = 100) {
  const { body: order } = await place(manager, quantity)
  expect((await ship(order._id)).status).toBe(201)
  return order
}

test('money is received in parts, by a key once; the last part pays the order, and a mistake is taken back', async () => {
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  const { body: first, status } = await receive(order._id, 40.5, 'First', 'a key')
  expect(status).toBe(201)
  expect(first).toMatchObject({
    paid: false,
    openAmount: 59.5,
    receipts: [{ amount: 40.5, at: '2026-11-02', reference: 'First' }],
  })
  expect((await receive(order._id, 40.5, 'First', 'a key')).body.receipts).toHaveLength(1)
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 59.5 })
  const before = await readState()
  await expectRefused(await receive(order._id, 41, 'First', 'a key'), 422, 'key_reused')
  const refused = await receive(order._id, 59.51)
  expect([refused.status, refused.body.code, refused.body.open]).toEqual([409, 'too_much', 59.5])
  for (const amount of [0, -1, 1.001]) expect((await receive(order._id, amount)).status).toBe(422)
  expect((await receive('unknown', 1)).status).toBe(404)
  expect(await readState()).toEqual(before)
  const sales = await salesOf()
  const { body: paid } = await receive(order._id, 59.5, 'Second')
  expect(paid).toMatchObject({ paid: true, transactionId: 'Second', status: 'shipped', openAmount: 0 })
  expect(await salesOf()).toEqual({ orders: sales.orders + 1, cents: sales.cents + 10_000 })
  await expectRefused(await receive(order._id, 1), 409, 'too_much')
  expect(await mailsAbout(order._id)).toContain('order paid')
  await expectRefused(await credit(order._id, { amount: 5 }), 409, 'conflict')
  const [one, two] = paid.receipts
  expect((await call(admin, 'DELETE', `/order/${order._id}/receipts/${two._id}`)).body).toEqual({
    deletedCount: 1,
  })
  expect(await salesOf()).toEqual(sales)
  const back = await read(admin, order._id)
  expect(back).toMatchObject({
    paid: false,
    status: 'shipped',
    openAmount: 59.5,
    receipts: [{ _id: one._id }],
  })
  expect(back).not.toHaveProperty('transactionId')
  expect((await call(admin, 'DELETE', `/order/${order._id}/receipts/${two._id}`)).status).toBe(404)
  expect((await receive(order._id, 59.5, 'Third')).body).toMatchObject({ paid: true, transactionId: 'Third' })
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 0 })
})

const salesOf = async () => {
  const rows = await app.shop.db.selectFrom('sales_days').selectAll().execute()
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    cents: rows.reduce((sum, { revenue_cents }) => sum + revenue_cents, 0),
  }
}

test('only who has the right to money records it', async () => {
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  const before = await readState()
  for (const [method, path, body] of [
    ['POST', `/order/${order._id}/receipts`, { amount: 1, at: '2026-11-02', reference: 'x' }],
    ['DELETE', `/order/${order._id}/receipts/some`],
  ] as const)
    expect((await call(manager, method, path, body, { 'Idempotency-Key': 'k' })).status).toBe(403)
  expect(await readState()).toEqual(before)
})

test('two receipts at once never come to more than is open', async () => {
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  const answers = await Promise.all(Array.from({ length: 6 }, () => receive(order._id, 30)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await read(admin, order._id)).toMatchObject({ openAmount: 10, paid: false })
})

test('a credit note lowers what is open, and no money moves', async () => {
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  const { status, body } = await credit(order._id, { lines: [{ position: 0, quantity: 30 }] }, 'credit')
  expect([status, body.openAmount, body.refundedAmount]).toEqual([201, 70, 30])
  expect(body.creditNotes).toMatchObject([{ amount: 30 }])
  expect(
    (await credit(order._id, { lines: [{ position: 0, quantity: 30 }] }, 'credit')).body.creditNotes,
  ).toHaveLength(1)
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 70 })
  await expectRefused(await credit(order._id, { amount: 70.01 }), 409, 'conflict')
  const sales = await salesOf()
  expect((await receive(order._id, 70)).body).toMatchObject({ paid: true, refundedAmount: 30 })
  expect(await salesOf()).toEqual({ orders: sales.orders + 1, cents: sales.cents + 7000 })
  const [{ _id }] = (await read(admin, order._id)).receipts
  await call(admin, 'DELETE', `/order/${order._id}/receipts/${_id}`)
  expect(await salesOf()).toEqual(sales)
})

test('what is credited of an order that is shipped in part is invoiced with it; pieces return to stock', async () => {
  const manager = await withTerms(1000)
  const { body: order } = await place(manager)
  await ship(order._id, [{ position: 0, quantity: 60 }])
  const stock = await stockOf()
  const { body } = await credit(order._id, { lines: [{ position: 0, quantity: 40 }], restock: true })
  expect(body).toMatchObject({ status: 'shipped', openAmount: 60, creditNotes: [{ amount: 40 }] })
  expect(body).toHaveProperty('dueAt')
  expect(await stockOf()).toBe(stock + 40)
  expect((await receive(order._id, 60)).body).toMatchObject({ paid: true })
})

test('the customer pays what is open of an invoice by card', async () => {
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  await receive(order._id, 25)
  const started = await call(manager, 'POST', '/create-payment-intent', {
    totalPrice: 75,
    orderId: order._id,
  })
  expect(started.status).toBe(200)
  const secret: string = started.body.clientSecret
  expect((await app.confirmCard(secret, GOOD_CARD)).status).toBe(200)
  const intentId = secret.slice(0, secret.indexOf('_secret_'))
  const settled = await app.settle(manager, order, intentId)
  expect(settled.body).toMatchObject({ paid: true, transactionId: intentId, status: 'shipped' })
  const [{ _id }] = (await read(admin, order._id)).receipts
  await expectRefused(await call(admin, 'DELETE', `/order/${order._id}/receipts/${_id}`), 409, 'conflict')
  await expectRefused(await credit(order._id, { amount: 75.01 }), 409, 'conflict')
  expect((await credit(order._id, { amount: 75 })).status).toBe(201)
  expect(await read(admin, order._id)).toMatchObject({ refundedAmount: 75 })
})

test('a receipt ends the card payment that is open; a card that was faster pays, and nothing twice', async () => {
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  const start = async () =>
    (await call(manager, 'POST', '/create-payment-intent', { totalPrice: 100, orderId: order._id })).body
      .clientSecret
  const secret = await start()
  expect((await receive(order._id, 10)).status).toBe(201)
  expect((await app.confirmCard(secret, GOOD_CARD)).status).not.toBe(200)
  const again = await call(manager, 'POST', '/create-payment-intent', { totalPrice: 90, orderId: order._id })
  expect(again.status).toBe(200)
  await app.confirmCard(again.body.clientSecret, GOOD_CARD)
  await expectRefused(await receive(order._id, 90), 409, 'too_much')
  expect(await read(admin, order._id)).toMatchObject({ paid: true, receipts: [{ amount: 10 }] })
})

test('its customer is reminded of an open invoice four times, each once, and not of a paid one', async () => {
  const manager = await withTerms(1000, 10)
  const [order, paid] = [await invoiced(manager), await invoiced(manager)]
  await receive(paid._id, 100)
  const reminders = async () => {
    const rows = await app.shop.db.selectFrom('outbox').select(['about', 'payload']).execute()
    return rows
      .filter(({ payload }) => JSON.parse(payload).template === 'order due')
      .map(({ about }) => about)
  }
  const counts: number[] = []
  for (let day = 0; day <= 26; day += 1) {
    await runLater(day, 'remind of open invoices')
    await runLater(day, 'remind of open invoices')
    counts.push((await reminders()).filter((about) => about === order._id).length)
  }
  const steps = counts.flatMap((count, day) => (count > (counts[day - 1] ?? 0) ? [[day, count]] : []))
  expect(steps).toEqual([
    [7, 1],
    [10, 2],
    [17, 3],
    [24, 4],
  ])
  expect(await reminders()).not.toContain(paid._id)
})
