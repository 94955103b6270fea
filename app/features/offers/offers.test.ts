import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerVerified } from '#tests/support/company.ts'
import type { Person } from '#tests/support/customer.ts'
import { type OfferShop, openOfferShop } from '#tests/support/offer-setup.ts'

let shop: OfferShop

beforeAll(async () => {
  shop = await openOfferShop()
})
afterAll(() => shop.app[Symbol.asyncDispose]())

test('a customer without a company asks below the minimum, gets three versions, and orders by the last at exactly its prices', async () => {
  const { app, admin, part, call, ask, make, accept, expectRefused, subjectsTo } = shop
  const customer = await registerVerified(app, 'Ada Sample')
  const asked = await ask(customer)
  expect(asked).toMatchObject({ state: 'asked', revision: 1, name: 'Ada Sample', note: 'For the pump.' })
  expect(asked.lines).toMatchObject([{ productId: part._id, sku: part.sku, quantity: 7, wanted: 0.5 }])
  expect(asked.number).toMatch(/^OF-\d{6}$/)
  expect(await subjectsTo(admin)).toContain(`An offer is asked for: ${asked.number}`)
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
  await expectRefused(() => accept(customer, asked._id, 3), 409, 'revision_changed')

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
  await expectRefused(() => accept(customer, asked._id, 4), 409, 'conflict')
  await expectRefused(() => make(asked._id, 4), 409, 'conflict')
  await expectRefused(() => call(customer, 'POST', `/offer/${asked._id}/decline`, {}), 409, 'conflict')
  await expectRefused(() => call(admin, 'POST', `/offer/${asked._id}/withdraw`, {}), 409, 'conflict')
})

test('each version has a document with its number and its day, which a later version does not change', async () => {
  const { app, call, ask, make, expectRefused, subjectsTo } = shop
  const customer = await registerVerified(app)
  const { _id, number } = await ask(customer)
  await expectRefused(() => call(customer, 'GET', `/offer/${_id}/offer.pdf`), 404, 'not_found')
  await make(_id, 1, 0.9)
  const first = await call(customer, 'GET', `/offer/${_id}/offer.pdf`)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(first.headers.get('content-disposition')).toContain(`${number}-1.pdf`)
  await make(_id, 2, 0.8)
  const again = await call(customer, 'GET', `/offer/${_id}/offer.pdf?revision=2`)
  expect(again.body).toBe(first.body)
  const newest = await call(customer, 'GET', `/offer/${_id}/offer.pdf`)
  expect(newest.headers.get('content-disposition')).toContain(`${number}-2.pdf`)
  expect((await subjectsTo(customer)).at(-1)).toBe(`A new version of our offer ${number}`)
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
  const { app, part, call, inDays, ask, make, expectRefused } = shop
  const unverified = await app.register()
  const customer = await registerVerified(app)
  const line = { productId: part._id, quantity: 1 }
  await expectRefused(() => call(unverified, 'POST', '/offer', { lines: [line] }), 403, 'email_not_verified')
  await expectRefused(
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
    await expectRefused(() => call(customer, 'POST', '/offer', wrong), 422, 'invalid')
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
    await expectRefused(() => make(_id, 1, 1, 1, wrong), status, code)
  await expectRefused(() => call(customer, 'PUT', `/offer/${_id}`, {}), 403, 'right_required')
  await expectRefused(() => call(customer, 'POST', `/offer/${_id}/withdraw`, {}), 403, 'right_required')
})

// attack: other-offers
test('another’s offer is not found, and the staff accept and decline none for a customer', async () => {
  const { app, admin, call, accept, offered, expectRefused } = shop
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
    await expectRefused(() => call(stranger, method, `/offer/${id}${path}`, body), 404, 'not_found')
  expect((await call(stranger, 'GET', '/offer')).body).toEqual([])
  await expectRefused(() => accept(admin, id, 2), 403, 'forbidden')
  await expectRefused(() => call(admin, 'POST', `/offer/${id}/decline`, {}), 403, 'forbidden')
  const all = (await call(admin, 'GET', '/offer')).body.map(({ _id }: { _id: string }) => _id)
  expect(all).toContain(id)
  expect((await call(admin, 'GET', '/offer?own=true')).body).toEqual([])
})

test('messages reach the other side by mail, and what the customer wrote waits until it is answered', async () => {
  const { app, admin, call, offered, expectRefused, subjectsTo } = shop
  const customer = await registerVerified(app)
  const id = await offered(customer)
  const write = (as: Person, text: string, key = 'a') =>
    app.call('POST', `/api/offer/${id}/message`, { as, body: { text }, headers: { 'Idempotency-Key': key } })
  const sent = await write(customer, 'Is it A2?')
  expect([sent.status, sent.body.by]).toEqual([201, 'customer'])
  expect((await write(customer, 'Is it A2?')).body._id).toBe(sent.body._id)
  await expectRefused(() => write(customer, 'Is it A4?'), 422, 'key_reused')
  const waiting = async () =>
    (await call(admin, 'GET', '/offer?state=waiting')).body.map(({ _id }: { _id: string }) => _id)
  expect(await waiting()).toContain(id)
  const { number } = (await call(customer, 'GET', `/offer/${id}`)).body
  expect(await subjectsTo(admin)).toContain(`A message about offer ${number}`)
  expect((await write(admin, 'It is.', 'b')).body).toMatchObject({ by: 'shop', name: admin.email })
  expect(await waiting()).not.toContain(id)
  expect(await subjectsTo(customer)).toContain(`A message about our offer ${number}`)
  const { messages } = (await call(customer, 'GET', `/offer/${id}`)).body
  expect(messages).toMatchObject([{ text: 'Is it A2?' }, { by: 'shop', text: 'It is.' }])
  expect(messages[1]).not.toHaveProperty('name')
})
