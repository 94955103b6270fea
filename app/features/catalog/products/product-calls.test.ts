import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Product } from '../schema.ts'

let shop: TestApp
let admin: Person

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
})
afterEach(() => shop[Symbol.asyncDispose]())

const valid = samplePart({ name: 'Hexagon nut M8' })

const add = (change: object = {}, as: Person | undefined = admin) =>
  shop.call('POST', '/api/product', { body: { ...valid, ...change }, as })

const names = (products: Product[]): string[] => products.map((product) => product.name)

const list = (query = '') => shop.call('GET', `/api/product${query}`)

// spec: product-fields, visitor-rights, get-order
test('a product is added with exactly the fields of a product, and with a generated part number', async () => {
  const added = await add()
  expect(added.status).toBe(201)
  expect(added.body).toEqual({
    ...valid,
    _id: expect.any(String),
    sku: expect.stringMatching(/^P-/),
    minimum: 100,
    step: 1,
    prices: [{ from: 100, price: valid.price }],
    images: [{ image: valid.image }],
    attributes: [],
    model: { reason: 'No shape is set for this kind of part.' },
    files: [],
    revision: 1,
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect((await list()).body).toEqual([added.body])
  expect((await shop.call('GET', `/api/order/${added.body._id}`)).body).toEqual(added.body)
})

// spec: product-required
test.each([
  ['name', { name: ' ' }],
  ['price', { price: 0 }],
  ['price', { price: -1 }],
  ['price', { price: 0.00001 }],
  ['price', { price: '1' }],
  ['quantity', { quantity: 1.5 }],
  ['quantity', { quantity: -1 }],
  ['description', { description: '' }],
  ['image', { image: 'http://example.com/nut.png' }],
  ['image', { image: '//example.com/nut.png' }],
  ['image', { image: '/.//example.com/nut.png' }],
  ['image', { image: '/a/..//example.com/nut.png' }],
  ['image', { image: 'javascript:alert(1)' }],
  ['sku', { sku: 'a  b' }],
  ['sku', { sku: 'A-1.Data' }],
])('an invalid %s is refused and named', async (field, change) => {
  const refused = await add(change)
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toContainEqual({ pointer: `#/${field}`, detail: expect.any(String) })
  expect((await list()).body).toEqual([])
})

// spec: admin-products
test('only admins add and delete', async () => {
  const customer = await shop.register()
  expect((await add({}, customer)).status).toBe(403)
  expect((await shop.call('POST', '/api/product', { body: valid })).status).toBe(401)
  const { _id } = (await add()).body
  expect((await shop.call('DELETE', `/api/product/${_id}`, { as: customer })).status).toBe(403)
  expect((await list()).body).toHaveLength(1)
})

test('names are unique among products for sale, part numbers among all products, both without regard to case', async () => {
  const { _id } = (await add({ sku: 'NUT-8' })).body
  expect((await add({ name: 'HEXAGON NUT M8' })).body.code).toBe('name_taken')
  expect((await add({ name: 'Another', sku: 'nut-8' })).body.code).toBe('sku_taken')
  expect((await list()).body).toHaveLength(1)
  const removed = await shop.call('DELETE', `/api/product/${_id}`, { as: admin })
  expect([removed.status, removed.body]).toEqual([200, { deletedCount: 1 }])
  expect((await shop.call('DELETE', `/api/product/${_id}`, { as: admin })).status).toBe(404)
  expect((await list()).body).toEqual([])
  expect((await shop.call('GET', `/api/order/${_id}`)).status).toBe(404)
  expect((await add({ name: 'Another', sku: 'NUT-8' })).body.code).toBe('sku_taken')
  expect((await add()).status).toBe(201)
})

// spec: get-product
test('the list sorts, pages to its end, and searches every word', async () => {
  const prices = [0.3, 0.1, 0.2, 0.2, 0.5]
  for (const [index, price] of prices.entries()) {
    shop.shop.advance(1000)
    await add({ name: `Part ${'edcba'[index]}`, price, description: `Ø${index} mm, 100% steel` })
  }
  const walk = async (sort: string): Promise<string[]> => {
    const seen: string[] = []
    let path: string | undefined = `?sort=${sort}&limit=2`
    while (path) {
      const page: Awaited<ReturnType<typeof list>> = await list(path)
      expect(page.headers.get('x-total-count')).toBe('5')
      seen.push(...names(page.body))
      path = /product(\?[^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    return seen
  }
  expect(await walk('name')).toEqual(['Part a', 'Part b', 'Part c', 'Part d', 'Part e'])
  expect(await walk('newest')).toEqual(['Part a', 'Part b', 'Part c', 'Part d', 'Part e'])
  expect((await walk('price')).at(0)).toBe('Part d')
  expect(new Set(await walk('price')).size).toBe(5)
  expect((await walk('-price')).at(0)).toBe('Part a')
  expect(names((await list('?q=PART%20%C3%B83')).body)).toEqual(['Part b'])
  expect((await list('?q=100%25')).body).toHaveLength(5)
  expect((await list('?q=1_0')).body).toEqual([])
  for (const nonsense of ['limit=0', 'limit=101', 'limit=1e1', 'sort=size', 'after=x', 'after=W10']) {
    expect((await list(`?${nonsense}`)).status, nonsense).toBe(422)
  }
})

test('the list has a strong ETag that changes with it', async () => {
  await add()
  const first = await list()
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  const again = await shop.call('GET', '/api/product', { headers: { 'If-None-Match': etag } })
  expect([again.status, again.body]).toEqual([304, ''])
  await add({ name: 'Another' })
  expect((await list()).headers.get('etag')).not.toBe(etag)
})

test('unknown calls are 404, wrong methods 405 with the allowed methods, wrong bodies 400, 413 and 415', async () => {
  expect((await shop.call('GET', '/api/nothing')).body.code).toBe('not_found')
  const wrong = await shop.call('PATCH', '/api/product')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD'])
  const post = (body: string, type = 'application/json') =>
    shop.call('POST', '/api/product', { body, as: admin, headers: { 'Content-Type': type } })
  expect((await post('{')).status).toBe(400)
  expect((await post('name=x', 'application/x-www-form-urlencoded')).status).toBe(415)
  expect((await post(JSON.stringify({ ...valid, description: 'x'.repeat(100_001) }))).status).toBe(413)
  expect((await list()).body).toEqual([])
})
