import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { kindOf } from '#kit/db/db.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { ListedProduct } from '../schema.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterEach(() => app[Symbol.asyncDispose]())

const list = (query = '', as = admin) => app.call('GET', `/api/managed-product${query}`, { as })

const names = async (query = ''): Promise<string[]> =>
  (await list(query)).body.map(({ name }: ListedProduct) => name)

/** All pages of a list, one product a page. */
async function pageByPage(query: string): Promise<string[]> {
  const found: string[] = []
  for (let next: string | undefined = `${query}${query ? '&' : '?'}limit=1`; next !== undefined; ) {
    const { body, headers } = await list(next)
    found.push(...body.map(({ name }: ListedProduct) => name))
    next = /<\/api\/managed-product(\?[^>]+)>/.exec(headers.get('link') ?? '')?.[1]
  }
  return found
}

async function addFour(): Promise<Record<'bolt' | 'nut' | 'pin' | 'rod', Product>> {
  for (const [slug, parent] of [['fasteners'], ['nuts', 'fasteners']] as const)
    await app.call('PUT', `/api/category/${slug}`, {
      as: admin,
      body: { name: slug, attributes: [], parent },
    })
  return {
    bolt: await app.addProduct({ name: 'Bolt', sku: 'B-2', price: 3, quantity: 700, category: 'fasteners' }),
    nut: await app.addProduct({ name: 'nut', sku: 'a-9', price: 1, quantity: 50, category: 'nuts' }),
    pin: await app.addProduct({ name: 'Pin', sku: 'C-1', price: 2, quantity: 900 }),
    rod: await app.addProduct({ name: 'Rod', sku: 'D-1', price: 2, quantity: 100 }),
  }
}

test('each sequence is that of its column, and the same page by page in both directions', async () => {
  await addFour()
  expect(await names()).toEqual(['Rod', 'Pin', 'nut', 'Bolt'])
  const sequences = {
    sku: ['nut', 'Bolt', 'Pin', 'Rod'],
    name: ['Bolt', 'nut', 'Pin', 'Rod'],
    category: ['Pin', 'Rod', 'Bolt', 'nut'],
    quantity: ['nut', 'Rod', 'Bolt', 'Pin'],
  }
  for (const [sort, sequence] of Object.entries(sequences)) {
    expect([sort, await names(`?sort=${sort}`)]).toEqual([sort, sequence])
    expect([sort, await pageByPage(`?sort=${sort}`)]).toEqual([sort, sequence])
    expect([sort, await pageByPage(`?sort=-${sort}`)]).toEqual([sort, sequence.toReversed()])
  }
  // Pin and Rod cost the same.
  expect(await names('?sort=price')).toEqual(['nut', 'Pin', 'Rod', 'Bolt'])
  expect(await pageByPage('?sort=-price')).toEqual(['Bolt', 'Rod', 'Pin', 'nut'])
  expect(await pageByPage('')).toEqual(['Rod', 'Pin', 'nut', 'Bolt'])
})

test('state, category and search go together; a category has what is below it', async () => {
  const { bolt, nut, pin } = await addFour()
  await app.call('PUT', '/api/featured-product', { as: admin, body: { ids: [pin._id], featured: true } })
  await app.call('DELETE', `/api/product/${bolt._id}`, { as: admin })
  await app.shop.db.updateTable('products').set({ reorder_point: 60 }).where('id', '=', nut._id).execute()
  expect(await names('?state=archived')).toEqual(['Bolt'])
  expect(await names('?state=out')).toEqual(['nut'])
  expect(await names('?state=low')).toEqual(['nut'])
  expect((await list('?state=low')).body).toMatchObject([{ reorderPoint: 60, quantity: 50, perDay: 0 }])
  expect((await list('?state=out')).body[0]).not.toHaveProperty('perDay')
  expect(await names('?state=featured')).toEqual(['Pin'])
  expect(await names('?category=fasteners')).toEqual(['nut'])
  expect(await names('?state=archived&category=fasteners&q=bol')).toEqual(['Bolt'])
  expect(await names('?state=archived&category=nuts')).toEqual([])
  expect(await names('?q=a-9&sort=-name&category=fasteners')).toEqual(['nut'])
  expect(await names('?q=pin&state=featured')).toEqual(['Pin'])
  expect(await names('?q=bolt')).toEqual([])
  const total = async (query: string) => Number((await list(query)).headers.get('x-total-count'))
  expect(await Promise.all(['', '?state=out', '?q=pin', '?category=nuts&sort=sku'].map(total))).toEqual([
    3, 1, 1, 1,
  ])
})

test('what lies on the shelf is for sale or held, by unpaid and by paid orders until they are shipped', async () => {
  const product = await app.addProduct({ quantity: 1000, price: 1 })
  const customer = await app.register()
  const stock = async () => {
    const [{ onHand, held, quantity }] = (await list()).body
    return [onHand, held.unpaid, held.paid, quantity]
  }
  const order = await app.order(customer, product, 300)
  expect(await stock()).toEqual([1000, 300, 0, 700])
  await app.pay(customer, order)
  expect(await stock()).toEqual([1000, 0, 300, 700])
  const ship = (lines?: object[]) =>
    app.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: lines ? { lines } : {} })
  const { shipmentId } = (await ship([{ position: 0, quantity: 100 }])).body
  expect(await stock()).toEqual([900, 0, 200, 700])
  await app.call('DELETE', `/api/order/${order._id}/shipments/${shipmentId}`, { as: admin })
  expect(await stock()).toEqual([1000, 0, 300, 700])
  // Refunded pieces lie there until they are put back; what is left of the order ships.
  const refund = { lines: [{ position: 0, quantity: 120 }], reason: 'Too many' }
  const headers = { 'Idempotency-Key': 'some' }
  await app.call('POST', `/api/order/${order._id}/refunds`, { as: admin, body: refund, headers })
  expect(await stock()).toEqual([1000, 0, 300, 700])
  await ship()
  expect(await stock()).toEqual([820, 0, 120, 700])
  const restock = { lines: [{ position: 0, quantity: 120 }] }
  await app.call('POST', `/api/order/${order._id}/restock`, { as: admin, body: restock })
  expect(await stock()).toEqual([820, 0, 0, 820])
  const cancelled = await app.order(customer, product, 100)
  await app.call('DELETE', `/api/myorder/${cancelled._id}`, { as: customer })
  expect(await stock()).toEqual([820, 0, 0, 820])
})

test.each(['?sort=colour', '?state=gone', '?limit=0', '?after=x'])('%s is refused', async (query) => {
  expect((await list(query)).status).toBe(422)
})

test('customers are refused', async () => {
  expect((await list('', await app.register())).status).toBe(403)
})

test('SQLite reads each sequence of the products for sale from an index', async () => {
  const { db } = app.shop
  if (kindOf(db) !== 'sqlite') return
  for (const columns of ['sku_key', 'name_key, id', "coalesce(category, ''), name_key, id", 'price_e4, id']) {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(
      `select id from products where archived_at is null order by ${columns} limit 51`,
    )}`.execute(db)
    const plan = rows.map(({ detail }) => detail).join('\n')
    expect(plan).toMatch(/USING (COVERING )?INDEX/)
    expect(plan).not.toContain('TEMP B-TREE')
  }
})
