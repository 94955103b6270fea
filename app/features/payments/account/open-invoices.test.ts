import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import { GOOD_CARD } from '#tests/support/customer.ts'
import { type AccountShop, expectRefusedAs, openAccountShop } from '#tests/support/on-account-shop.ts'

let shop: AccountShop

beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.app[Symbol.asyncDispose]())

const dayBefore = (days: number): string =>
  new Date(shop.app.shop.now() - days * DAY_MS).toISOString().slice(0, 10)

test('its invoice is issued when all of it is shipped, with the day until which it is to be paid', async () => {
  const { app, admin, call, setTerms, place, ship, idOf, withTerms, read, readState, mailsAbout } = shop
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
  expectRefusedAs(await call(manager, 'DELETE', `/myorder/${order._id}`), 409, 'conflict')
  await call(admin, 'PUT', `/order/${order._id}`, { status: 'shipped' })
  expect((await readState()).invoices).toHaveLength(invoices)
})

test('money is received in parts, by a key once; the last part pays the order, and a mistake is taken back', async () => {
  const {
    admin,
    call,
    withTerms,
    read,
    receive,
    credit,
    creditOf,
    invoiced,
    readState,
    mailsAbout,
    salesOf,
  } = shop
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
  expectRefusedAs(await receive(order._id, 41, 'First', 'a key'), 422, 'key_reused')
  const refused = await receive(order._id, 59.51)
  expect([refused.status, refused.body.code, refused.body.open]).toEqual([409, 'too_much', 59.5])
  for (const amount of [0, -1, 1.001]) expect((await receive(order._id, amount)).status).toBe(422)
  expect((await receive('unknown', 1)).status).toBe(404)
  expect(await readState()).toEqual(before)
  const sales = await salesOf()
  const { body: paid } = await receive(order._id, 59.5, 'Second')
  expect(paid).toMatchObject({ paid: true, transactionId: 'Second', status: 'shipped', openAmount: 0 })
  expect(await salesOf()).toEqual({ orders: sales.orders + 1, cents: sales.cents + 10_000 })
  expectRefusedAs(await receive(order._id, 1), 409, 'too_much')
  expect(await mailsAbout(order._id)).toContain('order paid')
  expectRefusedAs(await credit(order._id, { amount: 5 }), 409, 'conflict')
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

test('only who has the right to money records it', async () => {
  const { call, withTerms, invoiced, readState } = shop
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
  const { admin, withTerms, read, receive, invoiced } = shop
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  const answers = await Promise.all(Array.from({ length: 6 }, () => receive(order._id, 30)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await read(admin, order._id)).toMatchObject({ openAmount: 10, paid: false })
})

test('a credit note lowers what is open, and no money moves', async () => {
  const { admin, call, withTerms, read, receive, credit, creditOf, invoiced, salesOf } = shop
  const manager = await withTerms(1000)
  const order = await invoiced(manager)
  const { status, body } = await credit(order._id, { lines: [{ position: 0, quantity: 30 }] }, 'credit')
  expect([status, body.openAmount, body.refundedAmount]).toEqual([201, 70, 30])
  expect(body.creditNotes).toMatchObject([{ amount: 30 }])
  expect(
    (await credit(order._id, { lines: [{ position: 0, quantity: 30 }] }, 'credit')).body.creditNotes,
  ).toHaveLength(1)
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 70 })
  expectRefusedAs(await credit(order._id, { amount: 70.01 }), 409, 'conflict')
  const sales = await salesOf()
  expect((await receive(order._id, 70)).body).toMatchObject({ paid: true, refundedAmount: 30 })
  expect(await salesOf()).toEqual({ orders: sales.orders + 1, cents: sales.cents + 7000 })
  const [{ _id }] = (await read(admin, order._id)).receipts
  await call(admin, 'DELETE', `/order/${order._id}/receipts/${_id}`)
  expect(await salesOf()).toEqual(sales)
})

test('what is credited of an order that is shipped in part is invoiced with it; pieces return to stock', async () => {
  const { place, ship, withTerms, receive, credit, stockOf } = shop
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
  const { app, admin, call, withTerms, read, receive, credit, invoiced } = shop
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
  expectRefusedAs(await call(admin, 'DELETE', `/order/${order._id}/receipts/${_id}`), 409, 'conflict')
  expectRefusedAs(await credit(order._id, { amount: 75.01 }), 409, 'conflict')
  expect((await credit(order._id, { amount: 75 })).status).toBe(201)
  expect(await read(admin, order._id)).toMatchObject({ refundedAmount: 75 })
})

test('a receipt ends the card payment that is open; a card that was faster pays, and nothing twice', async () => {
  const { app, admin, call, withTerms, read, receive, invoiced } = shop
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
  expectRefusedAs(await receive(order._id, 90), 409, 'too_much')
  expect(await read(admin, order._id)).toMatchObject({ paid: true, receipts: [{ amount: 10 }] })
})

test('its customer is reminded of an open invoice four times, each once, and not of a paid one', async () => {
  const { app, withTerms, receive, invoiced, runLater } = shop
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
