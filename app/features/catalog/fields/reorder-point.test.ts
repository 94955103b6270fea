import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ManagedProduct, Product } from '#features/catalog/schema.ts'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let part: ManagedProduct

/** A number that stands nowhere else. */
const REORDER_POINT = 3217

const FIELDS = samplePart({
  ...{ name: 'Low screw', sku: 'LOW-1', quantity: 5000, category: 'screws', attributes: { thread: 'M8' } },
})

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  const attributes = [{ key: 'thread', label: 'Thread', kind: 'text' }]
  await app.call('PUT', '/api/category/screws', { body: { name: 'Screws', attributes }, as: admin })
  const body = { ...FIELDS, reorderPoint: REORDER_POINT }
  part = (await app.call('POST', '/api/product', { body, as: admin })).body
})
afterEach(() => app[Symbol.asyncDispose]())

const read = async (): Promise<ManagedProduct> =>
  (await app.call('GET', `/api/product/${part._id}`, { as: admin })).body

const change = async (fields: object) => {
  const { revision } = await read()
  const { quantity: _, ...kept } = FIELDS
  return app.call('PUT', `/api/product/${part._id}`, { body: { ...kept, revision, ...fields }, as: admin })
}

const historyOf = async () =>
  (await app.call('GET', `/api/product/${part._id}/history`, { as: admin })).body[0].changes

test('admins set it, and an absent one stays: who reads a part where visitors do does not know it', async () => {
  expect(part.reorderPoint).toBe(REORDER_POINT)
  const [shown]: Product[] = (await app.call('GET', '/api/product')).body
  const renamed = await change({ ...shown, attributes: FIELDS.attributes, name: 'Lower screw' })
  expect(renamed.body).toMatchObject({ name: 'Lower screw', reorderPoint: REORDER_POINT })
  expect((await change({ reorderPoint: 0 })).body.reorderPoint).toBe(0)
  expect(await historyOf()).toEqual([
    { field: 'name', from: 'Lower screw', to: 'Low screw' },
    { field: 'reorderPoint', from: REORDER_POINT, to: 0 },
  ])
  expect((await change({ reorderPoint: null })).body).not.toHaveProperty('reorderPoint')
  expect(await historyOf()).toEqual([{ field: 'reorderPoint', from: 0, to: null }])
  expect((await change({ reorderPoint: null })).body.revision).toBe((await read()).revision)
})

test.each([-1, 1.5, '5', 1_000_000_001, {}])('%j is refused and changes nothing', async (reorderPoint) => {
  const before = await read()
  const { status, body } = await change({ reorderPoint })
  expect([status, body.errors[0].pointer]).toEqual([422, '#/reorderPoint'])
  expect(await read()).toEqual(before)
  const added = await app.call('POST', '/api/product', {
    body: { ...FIELDS, sku: 'LOW-2', name: 'Another', reorderPoint },
    as: admin,
  })
  expect(added.status).toBe(422)
  expect((await app.call('GET', '/api/part/LOW-2')).status).toBe(404)
})

test('visitors and customers never receive it', async () => {
  const customer = await app.register()
  const lines = [{ productId: part._id, quantity: 100 }]
  await app.call('PUT', '/api/cart', { body: { lines }, as: customer })
  const list = { name: 'A list', lines: [{ productId: part._id, quantity: 100 }] }
  await app.call('POST', '/api/list', { body: list, as: customer })
  const order = await app.order(customer, part as Product)
  const paths = [
    ...['product', 'product?category=screws&sort=price', 'product?q=low', 'suggestion?q=low', 'category'],
    ...['product/facets?category=screws', `order/${part._id}`, 'part/LOW-1', 'part/LOW-1/neighbours'],
    ...['cart', 'list', 'myorders', `myorder/${order._id}`, `myorder/${order._id}/again`],
  ]
  const { body: lists } = await app.call('GET', '/api/list', { as: customer })
  const answers = [
    await app.call('POST', '/api/quote', { body: { lines } }),
    await app.call('POST', '/api/quote', { body: { text: 'LOW-1 100' } }),
    await app.call('GET', `/api/list/${lists[0]._id}`, { as: customer }),
  ]
  for (const as of [undefined, customer, admin])
    for (const path of paths) answers.push(await app.call('GET', `/api/${path}`, as && { as }))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(30)
  const text = JSON.stringify(answers.map(({ body }) => body))
  expect(text).toContain('Low screw')
  expect(text).not.toContain('reorder')
  expect(text).not.toContain(String(REORDER_POINT))
  for (const path of [`product/${part._id}`, `product/${part._id}/history`, 'low-stock', 'product.csv'])
    expect((await app.call('GET', `/api/${path}`, { as: customer })).status).toBe(403)
})

test('it is exported, an import sets it or takes it away, and an undo puts it back', async () => {
  const exported = await app.call('GET', '/api/product.csv', { as: admin })
  const [head = '', row = ''] = String(exported.body).split('\r\n')
  const at = head.split(',').indexOf('reorderPoint')
  expect(row.split(',')[at]).toBe(String(REORDER_POINT))
  const importFile = async (file: string) => {
    const headers = { 'Content-Type': 'text/csv' }
    const { body } = await app.call('POST', '/api/import', { body: file, as: admin, headers })
    if (body.counts.wrong === 0)
      await app.call('POST', `/api/import/${body._id}/apply`, { body: {}, as: admin })
    return body
  }
  expect((await importFile(String(exported.body))).counts).toMatchObject({ unchanged: 1 })
  await importFile('sku,name\nLOW-1,Renamed screw')
  expect((await read()).reorderPoint).toBe(REORDER_POINT)
  const { _id } = await importFile('sku,reorderPoint\nLOW-1,')
  expect(await read()).not.toHaveProperty('reorderPoint')
  await app.call('POST', `/api/import/${_id}/undo`, { body: {}, as: admin })
  expect((await read()).reorderPoint).toBe(REORDER_POINT)
  await importFile('sku,REORDERPOINT\nLOW-1,"1,250"')
  expect((await read()).reorderPoint).toBe(1250)
  expect((await importFile('sku,reorderPoint\nLOW-1,-5')).counts).toMatchObject({ wrong: 1 })
  expect((await read()).reorderPoint).toBe(1250)
})
