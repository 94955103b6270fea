import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { orderFor } from '#tests/support/customer.ts'
import { type AccountShop, expectRefusedAs, openAccountShop } from '#tests/support/on-account-shop.ts'

let shop: AccountShop

beforeAll(async () => {
  shop = await openAccountShop()
})
afterAll(() => shop.app[Symbol.asyncDispose]())

test('the staff sets terms, which want the right to money; approvers and managers read what is used of the credit', async () => {
  const { app, admin, call, place, idOf } = shop
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
  const { app, part, call, setTerms, place, readState } = shop
  const alone = await registerVerified(app)
  const manager = await foundCompany(app)
  const before = await readState()
  for (const one of [alone, manager]) expectRefusedAs(await place(one), 409, 'no_terms')
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
  expectRefusedAs(await place(manager, 100), 409, 'no_terms')
})

test('fifty orders at once never pass the credit', async () => {
  const { place, withTerms, creditOf } = shop
  const manager = await withTerms(1000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => place(manager, 100)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.code, body.available]).toEqual([409, 'over_credit', 0])
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 1000 })
})

test('an order on account is pending at once, no hold ends it, and it is cancelled until something ships', async () => {
  const { admin, call, place, ship, withTerms, read, credit, creditOf, readState, stockOf, runLater } = shop
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
  expectRefusedAs(await call(manager, 'POST', '/create-payment-intent', pay), 409, 'conflict')
  expectRefusedAs(await call(manager, 'POST', `/myorder/${order._id}/payment-link`), 409, 'conflict')
  expectRefusedAs(await credit(order._id, { amount: 5 }), 409, 'conflict')
  expect(await readState()).toEqual(before)
  const { body: other } = await place(manager)
  const stock = await stockOf()
  expect((await call(manager, 'DELETE', `/myorder/${order._id}`)).status).toBe(200)
  expect(await stockOf()).toBe(stock + 100)
  expect(await creditOf(manager)).toEqual({ limit: 1000, used: 100 })
  await ship(other._id, [{ position: 0, quantity: 50 }])
  expectRefusedAs(await call(manager, 'DELETE', `/myorder/${other._id}`), 409, 'conflict')
})

test('above the limit of a member it waits, held as any other; approved it has no end, and ships', async () => {
  const { app, call, place, ship, withTerms, read, receive, creditOf, runLater } = shop
  const manager = await withTerms(1000)
  const buyer = await joinTo(app, manager, 'buyer', { order: 50 })
  const { body: order } = await place(buyer)
  expect(order).toMatchObject({ payment: 'account', approval: { state: 'waiting' }, paid: false })
  expect(order).not.toHaveProperty('status')
  expect(order).toHaveProperty('holdUntil')
  expectRefusedAs(await ship(order._id), 409, 'approval_waiting')
  expectRefusedAs(await receive(order._id, 10), 409, 'conflict')
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
  const { part, call, place, ship, withTerms, creditOf, readState } = shop
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
  expectRefusedAs(await change(100), 409, 'conflict')
})
