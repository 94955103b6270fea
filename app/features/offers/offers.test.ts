import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { BILL_TO, foundCompany, joinTo, registerVerified } from '#tests/support/company.ts'
import { type Person, userIdOf } from '#tests/support/customer.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let part: Product
let nut: Product

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  // A piece costs a dollar; a thousand can be ordered in hundreds.
  part = await app.addProduct({ name: 'Screw', quantity: 1000, price: 1, minimum: 100, step: 100 })
  nut = await app.addProduct({ name: 'Nut', quantity: 1000, price: 1 })
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person, method: string, path: string, body?: object) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const inDays = (days: number): string => isoDay(app.shop.now() + days * DAY_MS)

async function ask(as: Person, quantity = 7, more = {}) {
  const lines = [{ productId: part._id, quantity, wanted: 0.5 }]
  const asked = await call(as, 'POST', '/offer', { lines, note: 'For the pump.', ...more })
  expect(asked.status).toBe(201)
  return asked.body
}

const make = (id: string, revision: number, price = 0.8, quantity = 7, more = {}) =>
  call(admin, 'PUT', `/offer/${id}`, {
    lines: [{ productId: part._id, quantity, price, leadDays: 3 }],
    ...{ validUntil: inDays(10), revision },
    ...more,
  })

const accept = (as: Person, id: string, revision: number, more = {}) =>
  call(as, 'POST', `/offer/${id}/accept`, { revision, ...more })

/** An offer of a first version, whose revision is 2. */
async function offered(as: Person, quantity = 7, price = 0.8): Promise<string> {
  const { _id, revision } = await ask(as, quantity)
  expect((await make(_id, revision, price, quantity)).status).toBe(200)
  return _id
}

/** All that an answer to an offer may write. */
async function readState() {
  const { db } = app.shop
  return {
    offers: await db.selectFrom('offers').selectAll().orderBy('id').execute(),
    versions: await db.selectFrom('offer_versions').selectAll().orderBy('issued_at').execute(),
    messages: await db.selectFrom('offer_messages').selectAll().orderBy('id').execute(),
    numbers: await db.selectFrom('row_counts').selectAll().where('name', '=', 'offers').execute(),
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    audit: await db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
  }
}

/** Nothing of the shop is changed by a call that is refused. */
const refusedOf = async (
  send: () => Promise<{ status: number; body: { code?: string } }>,
  status: number,
  code: string,
) => {
  const before = await readState()
  const { status: answered, body } = await send()
  expect([answered, body.code]).toEqual([status, code])
  expect(await readState()).toEqual(before)
}

const mailsTo = async ({ email }: Person) => {
  await app.runJobs()
  return (await sandboxMailsIn(app.shop)).filter(({ recipient }) => recipient === email)
}

test('a customer without a company asks below the minimum, gets three versions, and orders by the last at exactly its prices', async () => {
  const customer = await registerVerified(app, 'Ada Sample')
  const asked = await ask(customer)
  expect(asked).toMatchObject({ state: 'asked', revision: 1, name: 'Ada Sample', note: 'For the pump.' })
  expect(asked.lines).toMatchObject([{ productId: part._id, sku: part.sku, quantity: 7, wanted: 0.5 }])
  expect(asked.number).toMatch(/^OF-\d{6}$/)
  expect((await mailsTo(admin)).map(({ subject }) => subject)).toContain(
    `An offer is asked for: ${asked.number}`,
  )
  const seen = (await call(admin, 'GET', `/offer/${asked._id}`)).body
  expect(seen).toMatchObject({ waits: true, email: customer.email })
  expect(seen.lines).toMatchObject([{ available: 1000, listPrice: 1, agreedPrice: 1 }])
  for (const member of ['available', 'listPrice', 'agreedPrice'])
    expect(asked.lines[0]).not.toHaveProperty(member)

  const first = await make(asked._id, 1, 0.9)
  expect(first.body).toMatchObject({ state: 'offered', revision: 2, version: 1, totalPrice: 6.3 })
  await make(asked._id, 2, 0.8)
  const third = await make(asked._id, 3, 0.7123, 9, { note: 'Our best.' })
  expect(third.body).toMatchObject({ revision: 4, version: 3, totalPrice: 6.41, offerNote: 'Our best.' })
  expect(third.body.lines).toMatchObject([{ price: 0.7123, quantity: 9, lineTotal: 6.41, leadDays: 3 }])
  expect(third.body.versions.map(({ totalPrice }: { totalPrice: number }) => totalPrice)).toEqual([
    6.41, 5.6, 6.3,
  ])
  await refusedOf(() => accept(customer, asked._id, 3), 409, 'revision_changed')

  const order = await accept(customer, asked._id, 4, { payment: 'card' })
  expect(order.status).toBe(201)
  expect(order.body).toMatchObject({
    totalPrice: 6.41,
    paid: false,
    note: 'For the pump.',
    email: customer.email,
  })
  expect(order.body.lines).toMatchObject([
    { productId: part._id, quantity: 9, unitPrice: 0.7123, lineTotal: 6.41 },
  ])
  expect((await call(customer, 'GET', '/myorders')).body).toMatchObject([{ _id: order.body._id }])
  const after = (await call(customer, 'GET', `/offer/${asked._id}`)).body
  expect(after).toMatchObject({
    ...{ state: 'accepted', acceptedBy: 'Ada Sample' },
    order: { _id: order.body._id, number: order.body.number },
  })
  expect((await app.pay(customer, order.body)).paid).toBe(true)
  await refusedOf(() => accept(customer, asked._id, 4), 409, 'conflict')
  await refusedOf(() => make(asked._id, 4), 409, 'conflict')
  await refusedOf(() => call(customer, 'POST', `/offer/${asked._id}/decline`, {}), 409, 'conflict')
  await refusedOf(() => call(admin, 'POST', `/offer/${asked._id}/withdraw`, {}), 409, 'conflict')
})

test('each version has a document with its number and its day, which a later version does not change', async () => {
  const customer = await registerVerified(app)
  const { _id, number } = await ask(customer)
  await refusedOf(() => call(customer, 'GET', `/offer/${_id}/offer.pdf`), 404, 'not_found')
  await make(_id, 1, 0.9)
  const first = await call(customer, 'GET', `/offer/${_id}/offer.pdf`)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(first.headers.get('content-disposition')).toContain(`${number}-1.pdf`)
  await make(_id, 2, 0.8)
  const again = await call(customer, 'GET', `/offer/${_id}/offer.pdf?revision=2`)
  expect(again.body).toBe(first.body)
  const newest = await call(customer, 'GET', `/offer/${_id}/offer.pdf`)
  expect(newest.headers.get('content-disposition')).toContain(`${number}-2.pdf`)
  const [mail] = (await mailsTo(customer)).filter(({ subject }) => subject?.includes(number)).slice(-1)
  expect(mail?.subject).toBe(`A new version of our offer ${number}`)
  const paper = await app.shop.db
    .selectFrom('offer_versions')
    .select('paper')
    .where('offer_id', '=', _id)
    .where('version', '=', 1)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(paper.paper).facts.slice(0, 2)).toEqual([
    ['Offer number', number],
    ['Version', '1'],
  ])
})

test('what may not be asked for is refused, and nothing is written', async () => {
  const unverified = await app.register()
  const customer = await registerVerified(app)
  const line = { productId: part._id, quantity: 1 }
  await refusedOf(() => call(unverified, 'POST', '/offer', { lines: [line] }), 403, 'email_not_verified')
  await refusedOf(
    () => call(customer, 'POST', '/offer', { lines: [{ ...line, productId: 'x' }] }),
    404,
    'not_found',
  )
  for (const wrong of [
    { lines: [] },
    { lines: [{ ...line, quantity: 0 }] },
    { lines: [{ ...line, quantity: 1.5 }] },
    { lines: [line, line] },
    { lines: [line], deliverTo: { name: 'Ada', country: 'FR' } },
  ])
    await refusedOf(() => call(customer, 'POST', '/offer', wrong), 422, 'invalid')
  const { _id } = await ask(customer, 1_000_000)
  for (const [wrong, code, status] of [
    [{ revision: 2 }, 'revision_changed', 409],
    [{ validUntil: inDays(-1) }, 'invalid', 422],
    [{ validUntil: inDays(400) }, 'invalid', 422],
    [{ delivery: 'none' }, 'invalid', 422],
    [{ lines: [{ ...line, price: 0 }] }, 'invalid', 422],
    [{ lines: [{ ...line, price: 0.00001 }] }, 'invalid', 422],
    [{ lines: [{ ...line, productId: 'x', price: 1 }] }, 'not_found', 404],
  ] as const)
    await refusedOf(() => make(_id, 1, 1, 1, wrong), status, code)
  await refusedOf(() => call(customer, 'PUT', `/offer/${_id}`, {}), 403, 'right_required')
  await refusedOf(() => call(customer, 'POST', `/offer/${_id}/withdraw`, {}), 403, 'right_required')
})

// attack: other-offers
test('another’s offer is not found, and the staff accept and decline none for a customer', async () => {
  const customer = await registerVerified(app)
  const stranger = await registerVerified(app)
  const id = await offered(customer)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/offer.pdf', undefined],
    ['POST', '/accept', { revision: 2 }],
    ['POST', '/decline', {}],
    ['POST', '/message', { text: 'Hello.' }],
  ] as const)
    await refusedOf(() => call(stranger, method, `/offer/${id}${path}`, body), 404, 'not_found')
  expect((await call(stranger, 'GET', '/offer')).body).toEqual([])
  await refusedOf(() => accept(admin, id, 2), 403, 'forbidden')
  await refusedOf(() => call(admin, 'POST', `/offer/${id}/decline`, {}), 403, 'forbidden')
  const all = (await call(admin, 'GET', '/offer')).body.map(({ _id }: { _id: string }) => _id)
  expect(all).toContain(id)
  expect((await call(admin, 'GET', '/offer?own=true')).body).toEqual([])
})

test('what is declined, withdrawn, over or on account is not ordered', async () => {
  const customer = await registerVerified(app)
  const asked = await ask(customer)
  await refusedOf(() => accept(customer, asked._id, 1), 409, 'conflict')
  const declined = await offered(customer)
  const said = await call(customer, 'POST', `/offer/${declined}/decline`, {
    revision: 2,
    reason: 'Too dear.',
  })
  expect(said.body).toMatchObject({ state: 'declined', reason: 'Too dear.' })
  await refusedOf(() => accept(customer, declined, 2), 409, 'conflict')
  expect((await make(declined, 2, 0.5)).body).toMatchObject({ state: 'offered', version: 2 })
  const withdrawn = await offered(customer)
  expect((await call(admin, 'POST', `/offer/${withdrawn}/withdraw`)).body).toMatchObject({
    state: 'withdrawn',
  })
  await refusedOf(() => accept(customer, withdrawn, 2), 409, 'conflict')
  await refusedOf(() => make(withdrawn, 2), 409, 'conflict')
  const over = await offered(customer)
  await refusedOf(() => accept(customer, over, 2, { payment: 'account' }), 409, 'no_terms')
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
  await refusedOf(() => accept(customer, over, 2), 409, 'conflict')
})

// attack: offer-twice
test('an offer that is accepted by several at once is one order', async () => {
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

test('more than the stock can be offered, and is not ordered until it is there', async () => {
  const customer = await registerVerified(app)
  const id = await offered(customer, 100_000, 0.01)
  await refusedOf(() => accept(customer, id, 2), 409, 'out_of_stock')
})

test('messages reach the other side by mail, and what the customer wrote waits until it is answered', async () => {
  const customer = await registerVerified(app)
  const id = await offered(customer)
  const write = (as: Person, text: string, key = 'a') =>
    app.call('POST', `/api/offer/${id}/message`, { as, body: { text }, headers: { 'Idempotency-Key': key } })
  const sent = await write(customer, 'Is it A2?')
  expect([sent.status, sent.body.by]).toEqual([201, 'customer'])
  expect((await write(customer, 'Is it A2?')).body._id).toBe(sent.body._id)
  await refusedOf(() => write(customer, 'Is it A4?'), 422, 'key_reused')
  const waiting = async () =>
    (await call(admin, 'GET', '/offer?state=waiting')).body.map(({ _id }: { _id: string }) => _id)
  expect(await waiting()).toContain(id)
  const { number } = (await call(customer, 'GET', `/offer/${id}`)).body
  expect((await mailsTo(admin)).map(({ subject }) => subject)).toContain(`A message about offer ${number}`)
  expect((await write(admin, 'It is.', 'b')).body).toMatchObject({ by: 'shop', name: admin.email })
  expect(await waiting()).not.toContain(id)
  expect((await mailsTo(customer)).map(({ subject }) => subject)).toContain(
    `A message about our offer ${number}`,
  )
  const { messages } = (await call(customer, 'GET', `/offer/${id}`)).body
  expect(messages).toMatchObject([{ text: 'Is it A2?' }, { by: 'shop', text: 'It is.' }])
  expect(messages[1]).not.toHaveProperty('name')
})

test('approvers and managers of the company read and accept: the order of who asked, approved with that', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 1 })
  const other = await joinTo(app, manager, 'buyer')
  const approver = await joinTo(app, manager, 'approver')
  const id = await offered(buyer, 4)
  await refusedOf(() => call(other, 'GET', `/offer/${id}`), 404, 'not_found')
  await refusedOf(() => accept(other, id, 2), 404, 'not_found')
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
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer', { order: 1 })
  const order = await accept(buyer, await offered(buyer, 4), 2)
  expect([order.status, order.body.approval]).toEqual([201, { state: 'waiting', orderLimit: 1 }])
  const id = await offered(buyer, 4)
  const company = (await call(manager, 'GET', '/company')).body
  const { revision } = (await call(admin, 'GET', `/companies/${company._id}`)).body
  await call(admin, 'PUT', `/companies/${company._id}`, { blocked: true, revision })
  await refusedOf(() => accept(buyer, id, 2), 403, 'blocked')
  await refusedOf(
    () => call(buyer, 'POST', '/offer', { lines: [{ productId: nut._id, quantity: 1 }] }),
    403,
    'blocked',
  )
  expect((await call(buyer, 'GET', `/offer/${id}`)).status).toBe(200)
})

test('who has left the company reads and accepts its offers no more, nor does the company for who has left', async () => {
  const manager = await foundCompany(app)
  const buyer = await joinTo(app, manager, 'buyer')
  const id = await offered(buyer, 4)
  await call(manager, 'DELETE', `/company/member/${await userIdOf(app.shop, buyer)}`)
  await refusedOf(() => call(buyer, 'GET', `/offer/${id}`), 404, 'not_found')
  await refusedOf(() => accept(buyer, id, 2), 404, 'not_found')
  await refusedOf(() => accept(manager, id, 2), 409, 'conflict')
})
