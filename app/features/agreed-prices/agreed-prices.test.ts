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

/** A request whose body or answer is no JSON. */
const send = (path: string, init: RequestInit) => app.app.fetch(new Request(`${ORIGIN}${path}`, init))

const pricesPath = () => `/companies/${company}/prices`

const put = (prices: readonly object[], more: object = {}) =>
  call(admin, 'PUT', pricesPath(), { prices, ...more })

const agreed = async () => (await call(admin, 'GET', pricesPath())).body.prices

const putCsv = (text: string, query = '') =>
  send(`/api${pricesPath()}${query}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'text/csv' },
    body: text,
  })

const ownPrices = async (as: Person, ...skus: string[]) =>
  (await call(as, 'GET', `/price?${skus.map((sku) => `sku=${sku}`).join('&')}`)).body

const unitPrice = async (as: Person | undefined, quantity: number, sku = 'BOLT-8') =>
  (await call(as, 'POST', '/quote', { lines: [{ sku, quantity }] })).body.lines[0].unitPrice

const day = (offset: number) => new Date(app.shop.now() + offset * 86_400_000).toISOString().slice(0, 10)

test('the list of a company is answered as it is put, replaced whole or by part, and only by its revision', async () => {
  expect((await call(admin, 'GET', pricesPath())).body).toEqual({ revision: 1, prices: [] })
  const rows = [
    { sku: 'BOLT-8', prices: AGREED, validFrom: '2026-01-01', validTo: '2026-06-30' },
    { sku: 'BOLT-8', prices: [{ from: 100, price: 3 }], validFrom: '2026-07-01' },
    { sku: 'NUT-8', prices: [{ from: 100, price: 0.4 }] },
  ]
  const answer = await put(rows)
  expect([answer.status, answer.body]).toEqual([200, { revision: 2, prices: rows }])
  expect(await agreed()).toEqual(rows)
  // The same again changes nothing, nor the revision.
  expect((await put(await agreed())).body.revision).toBe(2)
  const merged = await call(admin, 'PUT', `${pricesPath()}?merge=true`, {
    prices: [{ sku: 'nut-8', prices: [{ from: 100, price: 0.3 }] }],
    revision: 2,
  })
  expect(merged.body.prices).toEqual([
    ...rows.slice(0, 2),
    { sku: 'NUT-8', prices: [{ from: 100, price: 0.3 }] },
  ])
  expect((await put([], { revision: 2 })).body.code).toBe('conflict')
  expect(await agreed()).toHaveLength(3)
  expect((await put([], { revision: 3 })).body).toEqual({ revision: 4, prices: [] })
})

test('a file says the same as the JSON, and is downloaded as it is sent', async () => {
  const text =
    'sku;prices;validFrom;validTo\r\nbolt-8;100:1,5 1000:0,95;2026-01-01;\r\nNUT-8;100:0,4;;2026-12-31\r\n'
  expect((await putCsv(text)).status).toBe(200)
  expect(await agreed()).toEqual([
    {
      sku: 'BOLT-8',
      prices: [
        { from: 100, price: 1.5 },
        { from: 1000, price: 0.95 },
      ],
      validFrom: '2026-01-01',
    },
    { sku: 'NUT-8', prices: [{ from: 100, price: 0.4 }], validTo: '2026-12-31' },
  ])
  const file = await send(`/api${pricesPath()}`, {
    headers: { Authorization: `Bearer ${admin.token}`, Accept: 'text/csv' },
  })
  const csv = await file.text()
  expect(csv).toBe(
    'sku,prices,validFrom,validTo\r\nBOLT-8,100:1.5 1000:0.95,2026-01-01,\r\nNUT-8,100:0.4,,2026-12-31\r\n',
  )
  const { revision } = (await call(admin, 'GET', pricesPath())).body
  expect((await (await putCsv(csv)).json()).revision).toBe(revision)
})

test('what is wrong with a list is said by its place, and nothing of it is taken', async () => {
  await agreePrices(app, admin, company, [{ sku: 'BOLT-8', prices: AGREED }])
  const before = await call(admin, 'GET', pricesPath())
  const wrong = async (row: object, ...more: object[]) => {
    const { status, body } = await put([{ sku: 'NUT-8', prices: [{ from: 100, price: 0.1 }] }, row, ...more])
    return [status, ...body.errors.map(({ pointer }: { pointer: string }) => pointer)]
  }
  const ladder = [{ from: 100, price: 1 }]
  expect(await wrong({ sku: 'NONE-8', prices: ladder })).toEqual([422, '#/prices/1/sku'])
  // The rules of the list's price breaks: from the minimum on, cheaper with each.
  expect(await wrong({ sku: 'BOLT-8', prices: [{ from: 50, price: 1 }] })).toEqual([
    422,
    '#/prices/1/prices/0/from',
  ])
  expect(await wrong({ sku: 'BOLT-8', prices: [...ladder, { from: 200, price: 1 }] })).toEqual([
    422,
    '#/prices/1/prices/1/price',
  ])
  expect(await wrong({ sku: 'BOLT-8', prices: [{ from: 100, price: 0 }] })).toEqual([
    422,
    '#/prices/1/prices/0/price',
  ])
  expect(await wrong({ sku: 'BOLT-8', prices: [] })).toEqual([422, '#/prices/1/prices'])
  const days = { validFrom: '2026-02-02', validTo: '2026-02-01' }
  expect(await wrong({ sku: 'BOLT-8', prices: ladder, ...days })).toEqual([422, '#/prices/1/validTo'])
  expect(await wrong({ sku: 'BOLT-8', prices: ladder, validFrom: '1.2.2026' })).toEqual([
    422,
    '#/prices/1/validFrom',
  ])
  // Both hold on 1 March.
  const [one, other] = [
    { sku: 'BOLT-8', prices: ladder, validFrom: '2026-03-01' },
    { sku: 'bolt-8', prices: ladder, validTo: '2026-03-01' },
  ]
  expect(await wrong(one, other)).toEqual([422, '#/prices/1'])
  expect((await put(Array.from({ length: 20_001 }, () => ({ sku: 'BOLT-8', prices: ladder })))).status).toBe(
    422,
  )
  const file = async (text: string) => {
    const answer = await putCsv(text)
    return [answer.status, (await answer.json()).errors?.[0].pointer]
  }
  expect(await file('sku,prices\nBOLT-8,100:1\nNONE-8,100:1\n')).toEqual([422, '#/rows/3/sku'])
  expect(await file('sku,prices\nBOLT-8,cheap\n')).toEqual([422, '#/rows/2'])
  // 1.250 can be 1.25 and 1,250.
  expect(await file('sku,prices\nBOLT-8,100:1.250\n')).toEqual([422, '#/rows/2'])
  expect(await file('part,prices\nBOLT-8,100:1\n')).toEqual([422, '#/file'])
  expect(await file('')).toEqual([422, '#/file'])
  const other415 = await send(`/api${pricesPath()}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'text/plain' },
    body: 'sku,prices\n',
  })
  expect(other415.status).toBe(415)
  expect((await call(admin, 'PUT', '/companies/none/prices', { prices: [] })).status).toBe(404)
  expect((await call(admin, 'GET', '/companies/none/prices')).status).toBe(404)
  for (const as of [undefined, member])
    for (const method of ['GET', 'PUT'])
      expect(
        (await call(as, method, pricesPath(), method === 'PUT' ? { prices: [] } : undefined)).status,
      ).toBe(as ? 403 : 401)
  expect((await call(admin, 'GET', pricesPath())).body).toEqual(before.body)
})

test('a list is compared before it is saved, which changes nothing', async () => {
  await agreePrices(app, admin, company, [{ sku: 'BOLT-8', prices: AGREED }])
  const before = (await call(admin, 'GET', pricesPath())).body
  const given = [{ sku: 'NUT-8', prices: [{ from: 100, price: 0.4 }] }]
  const compared = async (query: string) =>
    (await call(admin, 'POST', `${pricesPath()}/comparison${query}`, { prices: given })).body
  expect(await compared('')).toEqual({
    revision: before.revision,
    unchanged: 0,
    changes: [
      { sku: 'BOLT-8', name: bolt.name, list: LADDER, from: [{ sku: 'BOLT-8', prices: AGREED }], to: [] },
      { sku: 'NUT-8', name: nut.name, list: nut.prices, from: [], to: given },
    ],
  })
  expect((await compared('?merge=true')).changes).toHaveLength(1)
  expect((await call(admin, 'GET', pricesPath())).body).toEqual(before)
})

test('20,000 prices are written at once', async () => {
  // One part, by day: parts are expensive to create.
  const dayOf = (at: number) => new Date(Date.UTC(2100, 0, 1) + at * 86_400_000).toISOString().slice(0, 10)
  const prices = Array.from({ length: 20_000 }, (_, at) => ({
    sku: 'NUT-8',
    prices: [{ from: 100, price: (at + 1) / 10_000 }],
    validFrom: dayOf(at),
    validTo: dayOf(at),
  }))
  expect((await put(prices)).status).toBe(200)
  expect(await agreed()).toEqual(prices)
})

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
  const { headers } = await send('/api/price?sku=BOLT-8', {
    headers: { Authorization: `Bearer ${member.token}` },
  })
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
  expect([(await quote(undefined)).status, (await quote(stranger)).status, (await quote(member)).status]).toEqual([
    401, 403, 403,
  ])
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
