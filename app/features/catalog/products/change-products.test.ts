import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Product } from '../schema.ts'

let shop: TestApp
let admin: Person
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  product = await shop.addProduct({ name: 'Sample screw', sku: 'SC-1', price: 0.0425, quantity: 1000 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: unknown, as = admin) =>
  shop.call(method, `/api/product/${product._id}${path}`, { as, ...(body !== undefined && { body }) })

/** The attributes of a request are values by key. */
const put = (change: object) => call('PUT', '', { ...product, attributes: {}, ...change })

const read = async (): Promise<Product> => (await shop.call('GET', `/api/order/${product._id}`)).body

const found = async (q: string): Promise<{ names: string[]; total: number }> => {
  const list = await shop.call('GET', `/api/product?q=${encodeURIComponent(q)}`)
  const names = list.body.map(({ name }: Product) => name)
  return { names, total: Number((await shop.call('GET', '/api/product')).headers.get('x-total-count')) }
}

const history = async (): Promise<{ kind: string; by: string; changes: unknown[]; reason?: string }[]> =>
  (await call('GET', '/history')).body

test('a product is changed as a whole: what is left out has its default, and the stock stays', async () => {
  const { _id, quantity: _, updatedAt: __, ...rest } = product
  await put({ minimum: 200, step: 50, price: undefined, prices: [{ from: 200, price: 0.04 }] })
  const { price: ___, attributes, prices, minimum, step, sku, ...left } = { ...rest, revision: 2 }
  shop.shop.advance(5000)
  const changed = await call('PUT', '', { ...left, name: 'Sample bolt', price: 0.05 })
  expect(changed.status).toBe(200)
  expect(changed.body).toEqual({
    ...product,
    name: 'Sample bolt',
    price: 0.05,
    prices: [{ from: 100, price: 0.05 }],
    revision: 3,
    updatedAt: expect.any(String),
  })
  expect([attributes, prices, minimum, step, sku]).toEqual([[], product.prices, 100, 1, 'SC-1'])
  expect(Date.parse(changed.body.updatedAt)).toBeGreaterThan(Date.parse(product.updatedAt))
  expect(await read()).toEqual(changed.body)
  expect((await shop.call('GET', '/api/part/sc-1')).body).toEqual(changed.body)
  expect(await found('bolt')).toEqual({ names: ['Sample bolt'], total: 1 })
  expect((await found('screw')).names).toEqual([])
})

test('admins read a product for sale and an archived one', async () => {
  expect((await call('GET', '')).body).toEqual(product)
  await call('DELETE', '')
  const [updatedAt, archivedAt] = [expect.any(String), expect.any(String)]
  expect((await call('GET', '')).body).toEqual({ ...product, revision: 2, updatedAt, archivedAt })
  expect((await call('GET', '', undefined, await shop.register())).status).toBe(403)
  expect((await shop.call('GET', '/api/product/unknown', { as: admin })).status).toBe(404)
})

test('the same product again changes nothing', async () => {
  expect((await put({ quantity: 5 })).body).toEqual(product)
  expect(await history()).toHaveLength(1)
})

test('an order at the old price is refused after the change', async () => {
  const customer = await shop.register()
  await put({ price: 0.05, prices: undefined })
  const body = { product: product.name, productId: product._id, quantity: 100, totalPrice: 4.25 }
  const contact = { phone: '+1 555 0100', address: '1 Sample Street, Sample Town' }
  const refused = await shop.call('POST', '/api/order', { body: { ...body, ...contact }, as: customer })
  expect([refused.status, refused.body.code, refused.body.totalPrice]).toEqual([409, 'price_changed', 5])
  expect((await read()).quantity).toBe(1000)
})

test('the stock is changed by some pieces or to the counted ones, and concurrent changes all count', async () => {
  expect((await call('POST', '/stock', { change: 250, reason: 'Delivery' })).body).toEqual({ quantity: 1250 })
  expect((await call('POST', '/stock', { change: -50, reason: 'Broken' })).body).toEqual({ quantity: 1200 })
  const many = Array.from({ length: 10 }, () => call('POST', '/stock', { change: 10, reason: 'Delivery' }))
  for (const { status } of await Promise.all(many)) expect(status).toBe(200)
  expect((await call('POST', '/stock', { counted: 1290, reason: 'Stocktaking' })).body.quantity).toBe(1290)
  expect(await read()).toMatchObject({ quantity: 1290, revision: 14 })
  expect((await history())[0]).toEqual({
    at: expect.any(String),
    by: admin.email,
    kind: 'stock',
    changes: [{ field: 'quantity', from: 1300, to: 1290 }],
    reason: 'Stocktaking',
  })
})

test('an archived product is restored: found, counted and orderable again, under its part number', async () => {
  await shop.addProduct({ name: 'Other part' })
  for (let round = 0; round < 2; round += 1) {
    expect((await call('DELETE', '')).status).toBe(200)
    expect(await found('screw')).toEqual({ names: [], total: 1 + round })
    expect((await shop.call('GET', '/api/part/SC-1')).status).toBe(404)
    await shop.addProduct({ name: `Newer part ${round}` })
    const restored = await call('POST', '/restore')
    expect(restored.status).toBe(200)
    expect(restored.body).toMatchObject({ _id: product._id, sku: 'SC-1', name: 'Sample screw' })
    expect(await found('screw')).toEqual({ names: ['Sample screw'], total: 3 + round })
    await call('DELETE', '')
    await call('POST', '/restore')
  }
  const customer = await shop.register()
  expect((await shop.order(customer, await read())).productId).toBe(product._id)
})

test('the history leaves out changes of other things that have the same name as the id of the product', async () => {
  const before = await history()
  const view = { name: product._id, filter: {} }
  expect((await shop.call('POST', '/api/order-views', { as: admin, body: view })).status).toBe(201)
  expect(await history()).toEqual(before)
})

test('the history has every change by its admin, newest first, page by page', async () => {
  await put({ name: 'Sample bolt' })
  await call('DELETE', '')
  await call('POST', '/restore')
  const all = await history()
  expect(all.map(({ kind }) => kind)).toEqual(['restored', 'archived', 'changed', 'created'])
  expect(all[2]?.changes).toEqual([{ field: 'name', from: 'Sample screw', to: 'Sample bolt' }])
  const first = await call('GET', '/history?limit=3')
  expect(first.body).toEqual(all.slice(0, 3))
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect((await shop.call('GET', next, { as: admin })).body).toEqual(all.slice(3))
})

test('the audit log has shipped and reverted orders, and new admins', async () => {
  const customer = await shop.register()
  const order = await shop.order(customer, product)
  await shop.pay(customer, order)
  for (const status of ['shipped', 'shipped', 'pending'])
    await shop.call('PUT', `/api/order/${order._id}`, { as: admin, body: { status } })
  await verifyEmail(shop.shop, customer)
  for (let count = 0; count < 2; count += 1)
    await shop.call('PUT', `/api/user/admin/${customer.email}`, { as: admin })
  const entries = (await shop.call('GET', `/api/audit?by=${admin.email}`, { as: admin })).body
  expect(entries).toMatchObject([
    { kind: 'user.made_admin', subject: customer.email },
    { kind: 'order.reverted', subject: order._id },
    { kind: 'order.shipped', subject: order._id },
  ])
})

test('the audit log has the changes of all admins and cannot be rewritten', async () => {
  const other = await shop.registerAdmin()
  await call('POST', '/stock', { change: 5, reason: 'Delivery' }, other)
  const audit = async (query = '') => (await shop.call('GET', `/api/audit${query}`, { as: admin })).body
  expect(await audit()).toMatchObject([
    {
      by: other.email,
      kind: 'product.stock',
      subject: product._id,
      detail: 'quantity: 1000 → 1005; Delivery',
    },
    { by: expect.any(String), kind: 'product.created', subject: product._id },
  ])
  expect(await audit(`?by=${other.email}`)).toHaveLength(1)
  expect(await audit('?kind=product.created')).toHaveLength(1)
  const { db } = shop.shop
  await expect(db.updateTable('audit_entries').set({ actor_email: 'x' }).execute()).rejects.toThrow(
    'an audit entry cannot be changed',
  )
  await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow('an audit entry cannot be changed')
})

const STATUSES: Readonly<Record<string, number>> = { invalid: 422, unauthenticated: 401, right_required: 403 }

describe('refused, with nothing changed:', () => {
  const refuse = async (answer: Promise<{ status: number; body: { code: string } }>, code: string) => {
    const { status, body } = await answer
    expect([status, body.code]).toEqual([STATUSES[code] ?? 409, code])
    expect(await read()).toEqual(product)
    expect(await history()).toHaveLength(1)
    return body
  }

  test('a change of another revision, with the current product', async () => {
    expect(await refuse(put({ name: 'Sample bolt', revision: 2 }), 'revision_changed')).toMatchObject({
      product,
    })
  })

  test('a name or a part number of another product', async () => {
    const other = await shop.addProduct({ name: 'Other part', sku: 'OT-1' })
    await refuse(put({ name: other.name.toUpperCase() }), 'name_taken')
    await refuse(put({ sku: 'ot-1' }), 'sku_taken')
  })

  test.each([
    [{ step: 30, minimum: 100 }, '#/minimum'],
    [{ prices: [{ from: 200, price: 0.0425 }] }, '#/prices/0/from'],
    [{ price: 0.04 }, '#/price'],
    [{ minimum: 99 }, '#/minimum'],
    [
      { prices: Array.from({ length: 11 }, (_, n) => ({ from: 100 + n, price: 0.0425 - n / 1000 })) },
      '#/prices',
    ],
    [{ revision: '1' }, '#/revision'],
    [{ name: '' }, '#/name'],
  ])('a change with %j', async (change, pointer) => {
    const body = await refuse(put(change), 'invalid')
    expect(body).toMatchObject({ errors: expect.arrayContaining([{ pointer, detail: expect.any(String) }]) })
  })

  test.each([
    [{ change: -1001, reason: 'Lost' }, 'conflict'],
    [{ change: 1_000_000_000, reason: 'Delivery' }, 'conflict'],
    [{ change: 5, counted: 5, reason: 'Both' }, 'invalid'],
    [{ reason: 'Neither' }, 'invalid'],
    [{ change: 5 }, 'invalid'],
    [{ change: 5, reason: ' ' }, 'invalid'],
    [{ counted: -1, reason: 'Below zero' }, 'invalid'],
    [{ change: 1.5, reason: 'Half a piece' }, 'invalid'],
    [{ change: 5, reason: 'Delivery', revision: 2 }, 'revision_changed'],
    [{ change: 5, reason: 'Delivery', revision: '1' }, 'invalid'],
  ])('a stock change with %j', async (body, code) => {
    await refuse(call('POST', '/stock', body), code)
  })

  test('restoring a product for sale, or one with a name in use meanwhile', async () => {
    await refuse(call('POST', '/restore'), 'conflict')
    await call('DELETE', '')
    await shop.addProduct({ name: product.name })
    const refused = await call('POST', '/restore')
    expect([refused.status, refused.body.code]).toEqual([409, 'name_taken'])
    expect((await history()).map(({ kind }) => kind)).toEqual(['archived', 'created'])
  })

  test('a change of an unknown or archived product', async () => {
    await call('DELETE', '')
    expect((await put({ name: 'Sample bolt' })).status).toBe(404)
    expect((await call('POST', '/stock', { change: 1, reason: 'Delivery' })).status).toBe(404)
    expect((await call('DELETE', '')).status).toBe(404)
    product = { ...product, _id: 'unknown' }
    for (const path of ['/restore', '/stock'])
      expect((await call('POST', path, { change: 1, reason: 'Delivery' })).status).toBe(404)
    expect((await call('GET', '/history')).status).toBe(404)
  })

  test('customers and visitors', async () => {
    const customer = await shop.register()
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/stock'],
      ['POST', '/restore'],
      ['GET', '/history'],
    ] as const)
      await refuse(call(method, path, method === 'GET' ? undefined : {}, customer), 'right_required')
    expect((await shop.call('GET', '/api/audit', { as: customer })).status).toBe(403)
    expect((await shop.call('GET', '/api/audit')).status).toBe(401)
  })
})
