import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  const attributes = [{ key: 'thread', label: 'Thread', kind: 'text' }]
  await app.call('PUT', '/api/category/screws', { body: { name: 'Screws', attributes }, as: admin })
})
afterEach(() => app[Symbol.asyncDispose]())

const FIELDS = samplePart({
  ...{ name: 'Unseenword screw', sku: 'UNSEEN-1', quantity: 5000 },
  ...{ category: 'screws', attributes: { thread: 'M8' } },
})

const add = (change: object = {}) =>
  app.call('POST', '/api/product', { body: { ...FIELDS, forSale: false, ...change }, as: admin })

/** What visitors and customers read, by path. None of it may name the part. */
const PUBLIC = [
  ...['product', 'product?q=unseenword', 'product?q=UNSEEN-1', 'product?category=screws&thread=M8'],
  ...['product?q=unseenwrod', 'suggestion?q=unseen', 'category', 'product/facets?category=screws'],
].map((path) => `/api/${path}`)

async function readAll(): Promise<string> {
  const answers = await Promise.all([...PUBLIC, '/sitemap.xml'].map((path) => app.call('GET', path)))
  return answers.map(({ body }) => JSON.stringify(body)).join('\n')
}

test('an unpublished part is in nothing that visitors read, and cannot be ordered', async () => {
  const before = await readAll()
  const { status, body: part } = await add()
  expect([status, part.unpublished, typeof part.archivedAt]).toEqual([201, true, 'string'])
  expect(await readAll()).toBe(before)
  const paths = [
    ...[`order/${part._id}`, 'part/UNSEEN-1', 'part/UNSEEN-1/data-sheet.pdf', 'part/UNSEEN-1/model.step'],
    ...['part/UNSEEN-1/model.glb', 'part/UNSEEN-1/neighbours'],
  ]
  for (const path of paths)
    expect([path, (await app.call('GET', `/api/${path}`)).status]).toEqual([path, 404])
  const customer = await app.register()
  const order = await app.call('POST', '/api/order', {
    body: {
      ...{ lines: [{ productId: part._id, quantity: 100 }], totalPrice: 5 },
      ...{ phone: '+1 555 0100', address: '1 Sample Street, Sample Town' },
    },
    as: customer,
  })
  expect(order.status).toBe(404)
  const { body: quote } = await app.call('POST', '/api/quote', {
    body: { lines: [{ sku: 'UNSEEN-1', quantity: 100 }] },
  })
  expect(quote.lines).toMatchObject([{ problem: 'unknown' }])
  expect(JSON.stringify(quote)).not.toContain('Unseenword')
  const lines = [{ productId: part._id, quantity: 100 }]
  const quoteById = await app.call('POST', '/api/quote', { body: { lines } })
  expect(JSON.stringify(quoteById.body)).not.toContain('UNSEEN-1')
  const cart = await app.call('PUT', '/api/cart', { body: { lines }, as: customer })
  expect(cart.status).toBe(422)
  expect((await app.call('GET', '/api/cart', { as: customer })).body.lines).toEqual([])
  const exported = await app.call('GET', '/api/product.csv', { as: admin })
  expect(exported.body).not.toContain('UNSEEN-1')
})

test('only admins read it; they change it and its stock, put it up for sale, and its history says so', async () => {
  const { body: part } = await add()
  const path = `/api/product/${part._id}`
  expect((await app.call('GET', path)).status).toBe(401)
  expect((await app.call('GET', path, { as: await app.register() })).status).toBe(403)
  const listed = await app.call('GET', '/api/archived-product?q=unseenword', { as: admin })
  expect(listed.body).toMatchObject([{ _id: part._id, unpublished: true }])
  const { forSale: _, quantity: __, ...fields } = { ...FIELDS, forSale: false }
  const changed = await app.call('PUT', path, {
    body: { ...fields, price: 0.06, revision: 1 },
    as: admin,
  })
  expect([changed.status, changed.body.price]).toEqual([200, 0.06])
  const stock = await app.call('POST', `${path}/stock`, { body: { change: 5, reason: 'Found.' }, as: admin })
  expect(stock.body).toEqual({ quantity: 5005 })
  expect((await app.call('GET', '/api/product?q=unseenword')).body).toEqual([])

  expect((await app.call('POST', `${path}/restore`, { as: admin })).status).toBe(200)
  const shown: Product = (await app.call('GET', '/api/part/UNSEEN-1')).body
  expect(shown).toMatchObject({ price: 0.06, quantity: 5005 })
  expect(shown).not.toHaveProperty('unpublished')
  for (const query of ['q=unseenword', 'q=unseenwrod', 'category=screws&thread=M8'])
    expect((await app.call('GET', `/api/product?${query}`)).body).toMatchObject([{ sku: 'UNSEEN-1' }])
  const history = await app.call('GET', `${path}/history`, { as: admin })
  expect(history.body.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['published', 'stock', 'changed', 'created'],
  ])

  // Once it was for sale for longer than that can be undone, it is archived like all others.
  app.shop.advance(60_000)
  expect((await app.call('DELETE', path, { as: admin })).status).toBe(200)
  const body = { ...fields, price: 0.07, revision: 5 }
  expect((await app.call('PUT', path, { body, as: admin })).status).toBe(404)
  const archived = (await app.call('GET', path, { as: admin })).body
  expect([archived.price, archived.unpublished]).toEqual([0.06, undefined])
})

test('after an undo of putting it up for sale it is unpublished and can be changed as before', async () => {
  const { body: part } = await add()
  const path = `/api/product/${part._id}`
  await app.call('POST', `${path}/restore`, { as: admin })
  expect((await app.call('DELETE', path, { as: admin })).status).toBe(200)
  expect((await app.call('GET', path, { as: admin })).body).toMatchObject({ unpublished: true, revision: 3 })
  const { quantity: _, ...fields } = FIELDS
  const body = { ...fields, price: 0.06, revision: 3 }
  expect((await app.call('PUT', path, { body, as: admin })).body.price).toBe(0.06)
  expect((await app.call('GET', '/api/part/UNSEEN-1')).status).toBe(404)
})

test('it may have the name of a part for sale, which it cannot be published with; its part number is its own', async () => {
  const taken: Product = await app.addProduct({ name: FIELDS.name, sku: 'SEEN-1' })
  const { status, body: part } = await add()
  expect(status).toBe(201)
  const path = `/api/product/${part._id}`
  const before = (await app.call('GET', path, { as: admin })).body
  const refused = await app.call('POST', `${path}/restore`, { as: admin })
  expect([refused.status, refused.body.code]).toEqual([409, 'name_taken'])
  expect((await app.call('GET', path, { as: admin })).body).toEqual(before)
  const again = await add({ name: 'Another screw', sku: taken.sku })
  expect([again.status, again.body.code]).toEqual([409, 'sku_taken'])
  const wrong = await add({ sku: 'UNSEEN-2', forSale: 'no' })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid'])
  expect((await app.call('GET', '/api/archived-product', { as: admin })).body).toHaveLength(1)
})
