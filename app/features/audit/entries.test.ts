import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

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

test('a refused change writes nothing', async () => {
  const before = await entries()
  expect((await send('PUT', 'order/unknown', { status: 'shipped' })).status).toBe(404)
  expect((await send('POST', `product/${product._id}/stock`, { change: -5000, reason: 'lost' })).status).toBe(
    409,
  )
  expect((await send('DELETE', 'category/unknown')).status).toBe(404)
  expect(await entries()).toEqual(before)
})

test('entries are filtered by person and kind, say what changed, and have the present name of their subject', async () => {
  const customer = await app.register()
  const { _id: id } = await app.pay(customer, await app.order(customer, product))
  await send('PUT', `order/${id}`, { status: 'shipped' })
  await send('POST', `product/${product._id}/stock`, { change: 5, reason: 'found' })
  const other = { id: 'other', email: 'other@example.com' }
  const other_entry = { by: other, at: app.shop.now(), kind: 'category.created', subject: 'nuts' } as const
  await app.shop.db.transaction().execute((trx) => recordAudit(trx, other_entry))
  expect(await entries('?by=other@example.com')).toMatchObject([{ subject: 'nuts', changes: [] }])
  expect(await entries(`?by=${admin.email}&kind=category.created`)).toEqual([])
  expect(await entries('?kind=product.stock')).toEqual([
    {
      _id: expect.any(String),
      at: expect.any(String),
      by: admin.email,
      kind: 'product.stock',
      subject: product._id,
      name: product.name,
      sku: product.sku,
      detail: 'quantity: 900 → 905; found',
      changes: [{ field: 'quantity', from: 900, to: 905 }],
      reason: 'found',
    },
  ])
  const [shipped] = await entries('?kind=order.shipped')
  const { body: order } = await send('GET', `myorder/${id}`)
  expect(shipped).toMatchObject({ subject: id, name: order.number })
  const review = { name: 'Sample Reviewer', rating: 5, comment: 'A sample.' }
  const { body } = await app.call('POST', '/api/rating', { as: await app.register(), body: review })
  await send('PUT', `rating/${body._id}`, { hidden: true })
  expect(await entries('?kind=review.hidden')).toMatchObject([{ subject: body._id, name: review.name }])
})
