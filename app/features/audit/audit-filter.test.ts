import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Person } from '../../../tests/support/customer.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let app: TestApp
let admin: Person
let product: Product

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  product = await app.addProduct()
})
afterEach(() => app[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: object) =>
  app.call(method, `/api/${path}`, { as: admin, ...(body && { body }) })

const entries = async (query = '') => (await send('GET', `audit${query}`)).body

test('entries are found by words in what changed, and of the part or the order', async () => {
  const customer = await app.register()
  const order = await app.pay(customer, await app.order(customer, product))
  const [{ number }] = (await send('GET', 'orders?limit=1')).body
  await send('PUT', `order/${order._id}`, { status: 'shipped' })
  await send('POST', `product/${product._id}/stock`, {
    change: 5,
    reason: 'Found 100% more_behind the shelf',
  })
  const kindsOf = async (q: string) =>
    (await entries(`?q=${encodeURIComponent(q)}`)).map(({ kind }: { kind: string }) => kind)
  expect(await kindsOf('SHELF found')).toEqual(['product.stock'])
  expect(await kindsOf('100% more_')).toEqual(['product.stock'])
  expect(await kindsOf('shelf lost')).toEqual([])
  expect(await kindsOf(product.sku)).toEqual(['product.stock', 'order.shipped', 'product.created'])
  expect(await kindsOf(number)).toEqual(['order.shipped'])
  expect((await send('GET', `audit?q=${'x'.repeat(300)}`)).status).toBe(422)
  await send('DELETE', `product/${product._id}`)
  expect(await kindsOf(product.sku)).toContain('product.archived')
})

test('entries are found by quotation marks, and by letters that are not ASCII, in any case', async () => {
  const reason = 'Überschuss, GRÖSSE 3/8"'
  await send('POST', `product/${product._id}/stock`, { change: 5, reason })
  await send('PUT', 'category/bolts', { name: 'Болты 5/16"', attributes: [] })
  const subjectsOf = async (q: string) =>
    (await entries(`?q=${encodeURIComponent(q)}`)).map(({ subject }: { subject: string }) => subject)
  for (const q of ['Überschuss', 'überschuss', 'grösse', 'GRÖSSE', '3/8"'])
    expect([q, await subjectsOf(q)]).toEqual([q, [product._id]])
  for (const q of ['Болты', 'болты', '5/16"']) expect([q, await subjectsOf(q)]).toEqual([q, ['bolts']])
  expect(await subjectsOf('!!!')).toEqual([])
})

test('entries are found by days, both included', async () => {
  const by = { id: 'other', email: 'other@example.com' }
  for (const [subject, day] of [
    ['early', '2026-03-01T00:00:00Z'],
    ['late', '2026-03-02T23:59:59.999Z'],
    ['next', '2026-03-03T00:00:00Z'],
  ] as const)
    await app.shop.db
      .transaction()
      .execute((trx) => recordAudit(trx, { by, at: Date.parse(day), kind: 'category.created', subject }))
  const subjectsOf = async (days: string) =>
    (await entries(`?by=other@example.com&${days}`)).map(({ subject }: { subject: string }) => subject)
  expect(await subjectsOf('from=2026-03-01&to=2026-03-02')).toEqual(['late', 'early'])
  expect(await subjectsOf('from=2026-03-02')).toEqual(['next', 'late'])
  expect(await subjectsOf('to=2026-03-01')).toEqual(['early'])
  for (const days of ['from=2026-03-02&to=2026-03-01', 'from=yesterday'])
    expect((await send('GET', `audit?${days}`)).status).toBe(422)
})

test('an import is one entry with the name of its file, or one for each part', async () => {
  const uploaded = await app.call('POST', '/api/import', {
    as: admin,
    headers: { 'Content-Type': 'text/csv' },
    body: `sku,price\n${product.sku},2\n`,
  })
  const { _id } = uploaded.body
  await send('POST', `import/${_id}/apply`, {})
  const ofImports = async (query: string) =>
    (await entries(query)).filter(({ kind }: { kind: string }) => /import/.test(kind))
  await expect
    .poll(async () => (await ofImports('')).map(({ kind }: { kind: string }) => kind))
    .toEqual(['import.applied', 'product.imported', 'import.created'])
  const folded = await ofImports('?imports=folded')
  expect(folded.map(({ kind }: { kind: string }) => kind)).toEqual(['import.applied', 'import.created'])
  expect(folded[0]).toMatchObject({ subject: _id, name: expect.stringMatching(/./) })
  expect((await send('GET', 'audit?imports=all')).status).toBe(422)
})

test('a change of a category says what it was before', async () => {
  const attributes = [{ key: 'thread', label: 'Thread', kind: 'text' }]
  await send('PUT', 'category/nuts', { name: 'Nuts', attributes })
  await send('PUT', 'category/nuts', { name: 'Hex nuts', attributes: [] })
  const [created] = await entries('?kind=category.created')
  expect(created.changes).toEqual([
    { field: 'name', from: null, to: 'Nuts' },
    { field: 'attributes', from: [], to: attributes },
  ])
  const [changed] = await entries('?kind=category.changed')
  expect(changed.changes).toEqual([
    { field: 'name', from: 'Nuts', to: 'Hex nuts' },
    { field: 'attributes', from: attributes, to: [] },
  ])
})
