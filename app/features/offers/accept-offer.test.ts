import { afterAll, beforeAll, expect, test } from 'vitest'
import { BILL_TO, foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { userIdOf } from '#tests/support/customer.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { type OfferShop, openOfferShop } from '#tests/support/offer-setup.ts'
import { setTerms } from '#tests/support/on-account-shop.ts'

let shop: OfferShop

beforeAll(async () => {
  shop = await openOfferShop()
})
afterAll(() => shop.app[Symbol.asyncDispose]())

test('what is declined, withdrawn, over or on account is not ordered', async () => {
  const { app, admin, call, inDays, ask, make, accept, offered, expectRefused } = shop
  const customer = await registerVerified(app)
  const asked = await ask(customer)
  await expectRefused(() => accept(customer, asked._id, 1), 409, 'conflict')
  const declined = await offered(customer)
  const said = await call(customer, 'POST', `/offer/${declined}/decline`, {
    revision: 2,
    reason: 'Too dear.',
  })
  expect(said.body).toMatchObject({ state: 'declined', reason: 'Too dear.' })
  await expectRefused(() => accept(customer, declined, 2), 409, 'conflict')
  expect((await make(declined, 2, 0.5)).body).toMatchObject({ state: 'offered', version: 2 })
  const withdrawn = await offered(customer)
  expect((await call(admin, 'POST', `/offer/${withdrawn}/withdraw`)).body).toMatchObject({
    state: 'withdrawn',
  })
  await expectRefused(() => accept(customer, withdrawn, 2), 409, 'conflict')
  await expectRefused(() => make(withdrawn, 2), 409, 'conflict')
  const over = await offered(customer)
  await expectRefused(() => accept(customer, over, 2, { payment: 'account' }), 409, 'no_terms')
  await app.shop.db
    .updateTable('offers')
    .set({ valid_until: inDays(0) })
    .where('id', '=', over)
    .execute()
  expect((await call(customer, 'GET', `/offer/${over}`)).body).toMatchObject({ mayAccept: true })
  await app.shop.db
    .updateTable('offers')
    .set({ valid_until: inDays(-1) })
    .where('id', '=', over)
    .execute()
  expect((await call(customer, 'GET', `/offer/${over}`)).body).toMatchObject({ expired: true })
  await expectRefused(() => accept(customer, over, 2), 409, 'conflict')
})

test('on account it is ordered up to the credit of the company, and ships before it is paid', async () => {
  const { app, admin, call, accept, offered, expectRefused } = shop
  const manager = await foundCompany(app)
  await setTerms(app, admin, manager, { days: 30, credit: 5 })
  // 7 pieces at 0.8.
  const id = await offered(manager)
  await expectRefused(() => accept(manager, id, 2, { payment: 'account' }), 409, 'over_credit')
  await setTerms(app, admin, manager, { days: 30, credit: 5.6 })
  const order = await accept(manager, id, 2, { payment: 'account' })
  expect([order.status, order.body]).toMatchObject([
    201,
    { payment: 'account', paid: false, status: 'pending', openAmount: 5.6, terms: { days: 30 } },
  ])
  expect((await call(manager, 'GET', '/company')).body.credit).toEqual({ limit: 5.6, used: 5.6 })
})

test('one on account that lacks pieces ships them when they come, and is invoiced with the last', async () => {
  const { app, admin, call, accept, inDays, subjectsTo } = shop
  const manager = await foundCompany(app)
  await setTerms(app, admin, manager, { days: 30, credit: 100 })
  const { _id: productId } = await app.addProduct({ quantity: 40, price: 1 })
  const { _id } = (await call(manager, 'POST', '/offer', { lines: [{ productId, quantity: 100 }] })).body
  const lines = [{ productId, quantity: 100, price: 1 }]
  await call(admin, 'PUT', `/offer/${_id}`, { lines, validUntil: inDays(10), revision: 1 })
  const { body: order } = await accept(manager, _id, 2, { payment: 'account' })
  expect(order).toMatchObject({ status: 'pending', lines: [{ backordered: 60 }] })
  const ship = (body: object) => call(admin, 'POST', `/order/${order._id}/shipments`, body)
  expect((await ship({})).body.code).toBe('backordered')
  expect((await ship({ lines: [{ position: 0, quantity: 40 }] })).status).toBe(201)
  const read = async () => (await call(manager, 'GET', `/myorder/${order._id}`)).body
  expect(await read()).toMatchObject({ status: 'pending', progress: 'partly_shipped' })
  expect(await read()).not.toHaveProperty('dueAt')
  await call(admin, 'POST', `/product/${productId}/stock`, { change: 60, reason: 'Delivered' })
  expect((await read()).lines[0]).not.toHaveProperty('backordered')
  expect(await subjectsTo(manager)).toContainEqual(
    expect.stringContaining('Pieces of your order are in stock'),
  )
  const mails = await sandboxMailsIn(app.shop)
  const [mail] = mails.filter(({ subject }) => subject.includes('Pieces of your order are in stock'))
  expect(mail?.text).toContain('A mail tells you when they leave.')
  expect((await ship({})).status).toBe(201)
  expect(await read()).toMatchObject({ status: 'shipped', paid: false, openAmount: 100 })
  expect(await read()).toHaveProperty('dueAt')
})

// attack: offer-twice
test('an offer that is accepted by several at once is one order', async () => {
  const { app, part, call, accept, offered, readState } = shop
  const customer = await registerVerified(app)
  const id = await offered(customer, 3)
  const before = (await readState()).stock
  const answers = await Promise.all(Array.from({ length: 6 }, () => accept(customer, id, 2)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  const orders = (await call(customer, 'GET', '/myorders')).body
  expect(orders).toHaveLength(1)
  const left = (rows: typeof before) => rows.find((row) => row.id === part._id)?.quantity ?? 0
  expect(left(before) - left((await readState()).stock)).toBe(3)
})

test('more than the stock can be offered: what it does not cover is on backorder', async () => {
  const { app, part, accept, offered } = shop
  const customer = await registerVerified(app)
  const stock = (await app.call('GET', `/api/order/${part._id}`)).body.quantity
  expect(stock).toBeGreaterThan(0)
  const { status, body } = await accept(customer, await offered(customer, 100_000, 0.01), 2)
  expect([status, body.lines]).toMatchObject([201, [{ quantity: 100_000, backordered: 100_000 - stock }]])
  expect((await app.call('GET', `/api/order/${part._id}`)).body.quantity).toBe(0)
})

test('approvers and managers of the company read and accept: the order of who asked, approved with that', async () => {
  const { app, call, accept, offered, expectRefused } = shop
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 1 })
  const other = await joinTo(app, manager, 'buyer')
  const approver = await joinTo(app, manager, 'approver')
  const id = await offered(buyer, 4)
  await expectRefused(() => call(other, 'GET', `/offer/${id}`), 404, 'not_found')
  await expectRefused(() => accept(other, id, 2), 404, 'not_found')
  const [seen] = (await call(approver, 'GET', '/offer')).body
  expect(seen).toMatchObject({ _id: id, mayAccept: true, company: { name: 'Sample Works' } })
  expect(seen.deliverTo).toMatchObject(BILL_TO)
  const order = await accept(approver, id, 2)
  expect([order.status, order.body.approval?.state]).toEqual([201, 'approved'])
  expect(order.body).toMatchObject({
    placedBy: { _id: await userIdOf(app.shop, buyer) },
    company: { name: 'Sample Works' },
    totalPrice: 3.2,
  })
  expect((await call(buyer, 'GET', `/offer/${id}`)).body).toMatchObject({ acceptedBy: approver.name })
})

test('above the limit of who asked and accepts, the order waits; a blocked company asks for nothing and orders nothing', async () => {
  const { app, admin, part, call, accept, offered, expectRefused } = shop
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 1 })
  const order = await accept(buyer, await offered(buyer, 4), 2)
  expect([order.status, order.body.approval.state]).toEqual([201, 'waiting'])
  const id = await offered(buyer, 4)
  const company = (await call(manager, 'GET', '/company')).body
  const { revision } = (await call(admin, 'GET', `/companies/${company._id}`)).body
  await call(admin, 'PUT', `/companies/${company._id}`, { blocked: true, revision })
  await expectRefused(() => accept(buyer, id, 2), 403, 'blocked')
  await expectRefused(
    () => call(buyer, 'POST', '/offer', { lines: [{ productId: part._id, quantity: 1 }] }),
    403,
    'blocked',
  )
  expect((await call(buyer, 'GET', `/offer/${id}`)).status).toBe(200)
})

test('who has left the company reads and accepts its offers no more, nor does the company for who has left', async () => {
  const { app, call, accept, offered, expectRefused } = shop
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer')
  const id = await offered(buyer, 4)
  await call(manager, 'DELETE', `/company/member/${await userIdOf(app.shop, buyer)}`)
  await expectRefused(() => call(buyer, 'GET', `/offer/${id}`), 404, 'not_found')
  await expectRefused(() => accept(buyer, id, 2), 404, 'not_found')
  await expectRefused(() => accept(manager, id, 2), 409, 'conflict')
})
