import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Product, ProductEvent } from '../schema.ts'

/** Weight, lead time, origin and customs code, which a product may have. */

const ENTERED = { weight: 4.7, leadDays: 3, origin: 'de', customsCode: '7318.15.20' }

const KEPT = { ...ENTERED, origin: 'DE', customsCode: '73181520' }

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const put = ({ _id, ...product }: Product, change: object) =>
  shop.call('PUT', `/api/product/${_id}`, { body: { ...product, attributes: {}, ...change }, as: admin })

/** The product as every public call answers it, which are the same. */
async function read({ _id, sku }: Product): Promise<Product> {
  const answers = [
    (await shop.call('GET', `/api/part/${sku}`)).body,
    (await shop.call('GET', `/api/order/${_id}`)).body,
    ...(await shop.call('GET', '/api/product')).body.filter((other: Product) => other._id === _id),
  ]
  expect(answers).toEqual([answers[0], answers[0], answers[0]])
  return answers[0]
}

test('a product has them as they are stored, and no trace of those that are not set', async () => {
  const product = await shop.addProduct(ENTERED)
  expect(product).toMatchObject(KEPT)
  expect(await read(product)).toEqual(product)
  const bare = await shop.addProduct({ name: 'Bare part' })
  for (const field of Object.keys(KEPT)) expect(await read(bare)).not.toHaveProperty(field)
})

test('a change that leaves them out takes them away, in one revision with its history', async () => {
  const product = await shop.addProduct(ENTERED)
  const { weight, leadDays, origin, customsCode, ...bare } = product
  expect((await put(product, {})).body).toEqual(product)
  const changed = (await put(bare as Product, { weight: 0.0001 })).body
  expect(changed).toEqual({ ...bare, weight: 0.0001, revision: 2, updatedAt: expect.any(String) })
  expect(await read(product)).toEqual(changed)
  expect((await put(changed, KEPT)).body).toMatchObject({ ...KEPT, revision: 3 })
  const { body } = await shop.call('GET', `/api/product/${product._id}/history`, { as: admin })
  expect(body.map(({ kind }: ProductEvent) => kind)).toEqual(['changed', 'changed', 'created'])
  expect(body[1].changes).toEqual([
    { field: 'weight', from: weight, to: 0.0001 },
    { field: 'leadDays', from: leadDays, to: null },
    { field: 'origin', from: origin, to: null },
    { field: 'customsCode', from: customsCode, to: null },
  ])
})

test.each([
  [{ weight: 0.0001, leadDays: 0, origin: ' us ', customsCode: '073181' }, { origin: 'US' }],
  [{ weight: 1_000_000, leadDays: 365, customsCode: '7318 15 20 95 0' }, { customsCode: '73181520950' }],
])('%j are stored', async (entered, kept) => {
  const product = await shop.addProduct({ ...entered, name: 'Extreme part' })
  expect(product).toMatchObject({ ...entered, ...kept })
  expect(await read(product)).toEqual(product)
})

const WRONG = [
  ...[0, -1, 0.00001, 1.23456, 1_000_000.1, '4.7', null].map((weight) => ['weight', weight] as const),
  ...[-1, 366, 1.5, '3', null].map((leadDays) => ['leadDays', leadDays] as const),
  ...['XK', 'EU', 'ZZ', 'DEU', 'Germany', '', 49, null].map((origin) => ['origin', origin] as const),
  ...['12345', '123456789012', '7318-15', '７３１８１５', 'abcdef', '', 731815, null].map(
    (code) => ['customsCode', code] as const,
  ),
]

test('wrong ones are refused with their pointer, and nothing is changed', async () => {
  const product = await shop.addProduct(ENTERED)
  for (const [field, value] of WRONG) {
    const change = { [field]: value }
    const { _id, sku, ...again } = product
    const added = { ...again, name: 'Another part', attributes: {}, ...change }
    for (const refused of [
      await put(product, change),
      await shop.call('POST', '/api/product', { body: added, as: admin }),
    ]) {
      expect([refused.status, refused.body.code], JSON.stringify(change)).toEqual([422, 'invalid'])
      expect(refused.body.errors, JSON.stringify(change)).toEqual([
        { pointer: `#/${field}`, detail: expect.any(String) },
      ])
    }
  }
  expect((await shop.call('GET', '/api/product')).body).toEqual([product])
})

test('a row with wrong ones is wrong, and a right one adds a product that has them', async () => {
  const body = fileOfParts([
    { sku: 'OK-1', ...ENTERED },
    { sku: 'NO-1', weight: 0, leadDays: 400, origin: 'XK', customsCode: 123 },
    { sku: 'NO-2', weight: 'heavy', leadDays: 'soon' },
  ])
  const headers = { 'Content-Type': 'text/csv' }
  const { _id, counts } = (await shop.call('POST', '/api/import', { body, as: admin, headers })).body
  expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0, wrong: 2 })
  const { rows } = (await shop.call('GET', `/api/import/${_id}?kind=wrong`, { as: admin })).body
  const columns = rows.map(({ errors }: { errors: { column: string }[] }) =>
    errors.map(({ column }) => column),
  )
  expect(columns).toEqual([
    ['weight', 'leadDays', 'origin', 'customsCode'],
    ['weight', 'leadDays'],
  ])
  await shop.call('POST', `/api/import/${_id}/apply`, { body: {}, as: admin })
  expect((await shop.call('GET', '/api/part/ok-1')).body).toMatchObject(KEPT)
  expect((await shop.call('GET', '/api/part/no-1')).status).toBe(404)
})

test('the document of the API has them in what is sent and what is answered', async () => {
  const { schemas } = (await shop.call('GET', '/api/openapi.json')).body.components
  expect(schemas.Product.properties).toMatchObject({
    weight: { type: 'number' },
    leadDays: { type: 'integer' },
    origin: { type: 'string' },
    customsCode: { type: 'string' },
  })
  expect(schemas.Product.required).not.toEqual(expect.arrayContaining(['weight']))
})
