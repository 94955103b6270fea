import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { agreePrices, companyIdOf, setDiscount } from '#tests/support/agreed-prices.ts'
import { orderLines, putLines, readRows } from '#tests/support/changed-lines.ts'
import { foundCompany, invitationOf, joinTo, registerVerified } from '#tests/support/company.ts'
import { ORIGIN, orderFor, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let member: Person
let stranger: Person
let company: string
let bolt: Product
let nut: Product

const LADDER = [
  { from: 100, price: 2 },
  { from: 500, price: 1 },
]

/** What is agreed with the company in most of these tests. */
const AGREED = [
  { from: 100, price: 1.5 },
  { from: 1000, price: 0.9 },
]

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  bolt = await app.addProduct({ sku: 'BOLT-8', quantity: 500_000, price: 2, prices: LADDER })
  nut = await app.addProduct({ sku: 'NUT-8', quantity: 500_000, price: 0.5 })
  stranger = await registerVerified(app)
})
beforeEach(async () => {
  member = await foundCompany(app)
  company = await companyIdOf(app, member)
})
afterAll(() => app[Symbol.asyncDispose]())

const call = (as: Person | undefined, method: string, path: string, body?: object) =>
  app.call(method, `/api${path}`, { as, ...(body && { body }) })

const ownPrices = async (as: Person, ...skus: string[]) =>
  (await call(as, 'GET', `/price?${skus.map((sku) => `sku=${sku}`).join('&')}`)).body

const unitPrice = async (as: Person | undefined, quantity: number, sku = 'BOLT-8') =>
  (await call(as, 'POST', '/quote', { lines: [{ sku, quantity }] })).body.lines[0].unitPrice

const day = (offset: number) => new Date(app.shop.now() + offset * 86_400_000).toISOString().slice(0, 10)

test('members pay what is agreed, dearer too, then the list less the discount; nobody else does', async () => {
  const buyer = await joinTo(app, member, 'buyer')
  await agreePrices(app, admin, company, [{ sku: 'BOLT-8', prices: AGREED }])
  for (const as of [member, buyer]) expect(await unitPrice(as, 500)).toBe(1.5)
  for (const as of [undefined, stranger, admin]) expect(await unitPrice(as, 500)).toBe(1)
  expect(await unitPrice(member, 100, 'NUT-8')).toBe(0.5)
  await setDiscount(app, admin, company, 12.5)
  // 0.5 × 0.875 = 0.4375; what is agreed is no part of the list.
  expect(await unitPrice(member, 100, 'NUT-8')).toBe(0.4375)
  expect(await unitPrice(member, 500)).toBe(1.5)
  expect(await ownPrices(member, 'nut-8', 'BOLT-8', 'NONE-1', 'NUT-8')).toEqual([
    { sku: 'NUT-8', prices: [{ from: 100, price: 0.4375 }], agreed: true },
    { sku: 'BOLT-8', prices: AGREED, agreed: true },
  ])
  expect(await ownPrices(stranger, 'BOLT-8')).toEqual([{ sku: 'BOLT-8', prices: LADDER, agreed: false }])
  expect((await call(member, 'GET', '/company')).body.discount).toBe(12.5)
  expect((await call(admin, 'GET', `/companies/${company}`)).body.discount).toBe(12.5)
  // Who leaves pays the list.
  await call(member, 'DELETE', `/company/member/${(await call(buyer, 'GET', '/company')).body.memberId}`)
  expect(await unitPrice(buyer, 500)).toBe(1)
})

test('GET /price wants a token, and 1 to 100 parts; it is kept by nobody', async () => {
  expect((await call(undefined, 'GET', '/price?sku=BOLT-8')).status).toBe(401)
  expect((await app.call('GET', '/api/price?sku=BOLT-8', { cookie: member.cookie })).status).toBe(401)
  expect((await call(member, 'GET', '/price')).status).toBe(422)
  const many = (count: number) => Array.from({ length: count }, (_, at) => `sku=P-${at}`).join('&')
  expect((await call(member, 'GET', `/price?${many(101)}`)).status).toBe(422)
  expect((await call(member, 'GET', `/price?${many(100)}`)).body).toEqual([])
  const asked = new Request(`${ORIGIN}/api/price?sku=BOLT-8`, {
    headers: { Authorization: `Bearer ${member.token}` },
  })
  const { headers } = await app.app.fetch(asked)
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('prices hold from the first to the last day, both included', async () => {
  const row = (validFrom: string | undefined, validTo: string | undefined, price: number) => ({
    sku: 'BOLT-8',
    prices: [{ from: 100, price }],
    ...(validFrom && { validFrom }),
    ...(validTo && { validTo }),
  })
  await agreePrices(app, admin, company, [
    row(undefined, day(-1), 9),
    row(day(0), day(0), 8),
    row(day(1), undefined, 7),
  ])
  expect(await unitPrice(member, 100)).toBe(8)
  await agreePrices(app, admin, company, [row(undefined, day(-1), 9), row(day(1), undefined, 7)])
  expect(await unitPrice(member, 100)).toBe(2)
})

test('the discount is a percent from 0 to 90 with four decimals at most, saved by the revision', async () => {
  const path = `/companies/${company}`
  const { revision } = (await call(admin, 'GET', path)).body
  for (const discount of [-1, 90.1, 0.00001, '10'])
    expect((await call(admin, 'PUT', path, { discount, revision })).status).toBe(422)
  expect((await call(admin, 'PUT', path, { discount: 5, revision: revision + 1 })).status).toBe(409)
  expect((await call(admin, 'GET', path)).body).toMatchObject({ revision })
  expect((await call(admin, 'GET', path)).body.discount).toBeUndefined()
  expect((await call(admin, 'PUT', path, { discount: 33.3333, revision })).body.discount).toBe(33.3333)
  // Blocking it leaves the discount.
  const blocked = await call(admin, 'PUT', path, { blocked: true, revision: revision + 1 })
  expect(blocked.body).toMatchObject({ blocked: true, discount: 33.3333 })
  const cleared = await call(admin, 'PUT', path, { blocked: false, discount: 0, revision: revision + 2 })
  expect(cleared.body.discount).toBeUndefined()
})

const place = (as: Person, quantity: number, totalPrice: number, more: object = {}) =>
  call(as, 'POST', '/order', { ...orderFor(bolt, quantity, totalPrice), ...more })

test('an order is placed at what is agreed, also by the staff, keeps it, and is refused when it was changed meanwhile', async () => {
  await agreePrices(app, admin, company, [{ sku: 'BOLT-8', prices: AGREED }])
  const first = await readRows(app)
  expect((await place(member, 200, 400)).body).toMatchObject({ code: 'price_changed', totalPrice: 300 })
  expect(await readRows(app)).toEqual(first)
  const own = await place(member, 200, 300)
  const entered = await place(admin, 200, 300, { customer: member.email })
  for (const { status, body } of [own, entered]) {
    expect(status).toBe(201)
    expect(body.lines).toMatchObject([{ unitPrice: 1.5, lineTotal: 300 }])
  }
  await agreePrices(app, admin, company, [{ sku: 'BOLT-8', prices: [{ from: 100, price: 1.75 }] }])
  const before = await readRows(app)
  expect((await place(member, 200, 300)).body).toMatchObject({ code: 'price_changed', totalPrice: 350 })
  expect(await readRows(app)).toEqual(before)
  expect((await call(member, 'GET', `/myorder/${own.body._id}`)).body.totalPrice).toBe(300)
  const again = (await call(member, 'GET', `/myorder/${own.body._id}/again`)).body
  expect([again.totalPrice, again.lines[0].then.lineTotal]).toEqual([350, 300])
})

test('staff who enter an order are quoted the prices of its customer, and nobody else is', async () => {
  await agreePrices(app, admin, company, [{ sku: 'BOLT-8', prices: AGREED }])
  const quote = (as: Person | undefined, customer = member.email) =>
    call(as, 'POST', `/quote?customer=${encodeURIComponent(customer)}`, {
      lines: [{ sku: 'BOLT-8', quantity: 200 }],
    })
  expect((await quote(admin)).body).toMatchObject({ totalPrice: 300, lines: [{ agreed: true }] })
  expect((await quote(admin, stranger.email)).body.totalPrice).toBe(400)
  expect((await quote(admin, 'nobody@example.com')).status).toBe(422)
  expect([
    (await quote(undefined)).status,
    (await quote(stranger)).status,
    (await quote(member)).status,
  ]).toEqual([401, 403, 403])
})

test('other lines of an order cost what its company pays today; those that stay keep their price', async () => {
  await agreePrices(app, admin, company, [{ sku: 'BOLT-8', prices: AGREED }])
  const order = (await place(member, 200, 300)).body
  await agreePrices(app, admin, company, [
    { sku: 'BOLT-8', prices: [{ from: 100, price: 1.75 }] },
    { sku: 'NUT-8', prices: [{ from: 100, price: 0.25 }] },
  ])
  const kept = [
    { productId: bolt._id, quantity: 200 },
    { productId: nut._id, quantity: 400 },
  ]
  for (const as of [member, admin]) {
    const quote = await call(as, 'POST', `/myorder/${order._id}/lines/quote`, { lines: kept })
    expect(quote.body.totalPrice).toBe(400)
  }
  expect((await putLines(app, admin, order, { lines: kept, totalPrice: 500 })).body.code).toBe(
    'price_changed',
  )
  expect((await putLines(app, admin, order, { lines: kept, totalPrice: 400 })).status).toBe(200)
  const more = [{ productId: bolt._id, quantity: 300 }, kept[1]]
  expect((await putLines(app, member, order, { lines: more, totalPrice: 625 })).body.totalPrice).toBe(625)
})

test('an order from before its customer joined a company has the prices of the list', async () => {
  const person = await registerVerified(app)
  const order = await orderLines(app, person, [{ product: bolt, quantity: 100 }])
  const manager = await foundCompany(app)
  const other = await companyIdOf(app, manager)
  await agreePrices(app, admin, other, [{ sku: 'BOLT-8', prices: AGREED }])
  const body = { email: person.email, role: 'buyer' }
  await call(manager, 'POST', '/company/invitation', body)
  await call(person, 'POST', '/company/join', { token: await invitationOf(app, person) })
  expect(await unitPrice(person, 200)).toBe(1.5)
  const lines = [{ productId: bolt._id, quantity: 200 }]
  expect((await putLines(app, person, order, { lines, totalPrice: 400 })).body.totalPrice).toBe(400)
})
