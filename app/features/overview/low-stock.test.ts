import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { kindOf } from '#kit/db/db.ts'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterEach(() => app[Symbol.asyncDispose]())

async function add(sku: string, fields: object): Promise<ManagedProduct> {
  const body = samplePart({ name: sku, sku, ...fields })
  const answer = await app.call('POST', '/api/product', { body, as: admin })
  expect(answer.status).toBe(201)
  return answer.body
}

const low = (query = '') => app.call('GET', `/api/low-stock${query}`, { as: admin })

const countOf = async () => (await app.call('GET', '/api/overview', { as: admin })).body.open.lowStock

test('an order that takes a part to its reorder point makes it low, with what is sold of it a day', async () => {
  const customer = await app.register()
  const part = await add('A', { quantity: 1000, reorderPoint: 700 })
  expect([await countOf(), (await low()).body]).toEqual([0, []])
  const order = await app.order(customer, part, 300)
  expect(await countOf()).toBe(1)
  const listed = { productId: part._id, sku: 'A', name: 'A', quantity: 700, reorderPoint: 700 }
  expect((await low()).body).toEqual([{ ...listed, perDay: 0 }])
  await app.pay(customer, order)
  expect((await low()).body).toEqual([{ ...listed, perDay: 10, daysLeft: 70 }])
  expect((await low('?days=10')).body).toEqual([{ ...listed, perDay: 30, daysLeft: 700 / 30 }])
  const stock = { change: 1, reason: 'found' }
  await app.call('POST', `/api/product/${part._id}/stock`, { body: stock, as: admin })
  expect([await countOf(), (await low()).body]).toEqual([0, []])
})

test('the most pieces below first, page by page, without parts that are archived or unpublished', async () => {
  const far = await add('FAR', { quantity: 0, reorderPoint: 9000 })
  await add('NEAR', { quantity: 5, reorderPoint: 6 })
  await add('AT', { quantity: 0, reorderPoint: 0 })
  await add('ABOVE', { quantity: 1, reorderPoint: 0 })
  await add('WITHOUT', { quantity: 0 })
  await add('UNPUBLISHED', { quantity: 0, reorderPoint: 10, forSale: false })
  const names = async (query = '') => {
    const { body, headers } = await low(query)
    return { skus: body.map(({ sku }: { sku: string }) => sku), headers }
  }
  expect([await countOf(), (await names()).skus]).toEqual([3, ['FAR', 'NEAR', 'AT']])
  const first = await names('?limit=2')
  expect([first.skus, first.headers.get('X-Total-Count')]).toEqual([['FAR', 'NEAR'], '3'])
  const [, next = ''] = /^<\/api\/low-stock(.*)>/.exec(first.headers.get('Link') ?? '') ?? []
  expect((await names(next)).skus).toEqual(['AT'])
  await app.call('DELETE', `/api/product/${far._id}`, { as: admin })
  expect([await countOf(), (await names()).skus]).toEqual([2, ['NEAR', 'AT']])
})

test.each(['?days=6', '?days=x', '?limit=0', '?after=x'])('%s is refused', async (query) => {
  expect((await low(query)).status).toBe(422)
})

test('SQLite counts and lists them by an index that has no other part', async () => {
  const { db } = app.shop
  if (kindOf(db) !== 'sqlite') return
  const plan = async (query: string) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db)
    return rows.map(({ detail }) => detail).join('\n')
  }
  const isLow = 'archived_at is null and reorder_point is not null and quantity <= reorder_point'
  expect(await plan(`select 1 from products where ${isLow} limit 1001`)).toContain('products_low')
  const order = await plan(`select id from products where ${isLow} order by quantity - reorder_point, id`)
  expect(order).toContain('products_low')
  expect(order).not.toContain('TEMP B-TREE')
})
