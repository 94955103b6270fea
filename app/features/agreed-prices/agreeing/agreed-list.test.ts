import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { agreePrices, companyIdOf } from '#tests/support/agreed-prices.ts'
import { foundCompany } from '#tests/support/company.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let member: Person
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
  expect((await put([], { revision: 2 })).body.code).toBe('revision_changed')
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
