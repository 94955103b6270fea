import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countedRows } from '#kit/db/row-counts.ts'
import { type Answer, orderFor, type Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { listProducts, type ProductQuery } from '../catalog.ts'
import { listCategories, putCategory } from '../categories/categories.ts'
import type { Product } from '../schema.ts'
import { archiveProduct, createProduct, restoreProduct } from './change-products.ts'

const ADMIN = { id: 'admin', email: 'admin@example.com' }

let shop: TestApp
let admins: Person[]

beforeEach(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admins = [await shop.registerAdmin(), await shop.registerAdmin()]
})
afterEach(() => shop[Symbol.asyncDispose]())

const read = async ({ _id }: Product): Promise<Product> => (await shop.call('GET', `/api/order/${_id}`)).body

const change = (admin: Person | undefined, product: Product, fields: object): Promise<Answer> =>
  shop.call('PUT', `/api/product/${product._id}`, {
    as: admin,
    body: { ...product, attributes: {}, ...fields },
  })

const history = async ({ _id }: Product): Promise<{ kind: string; by: string; changes: object[] }[]> =>
  (await shop.call('GET', `/api/product/${_id}/history?limit=100`, { as: admins[0] })).body

test('of two admins who change one revision at once one wins, and the other gets the product of the first', async () => {
  let product = await shop.addProduct({ name: 'Part' })
  for (let round = 0; round < 25; round += 1) {
    const names = admins.map((_, index) => `Part ${round} of admin ${index}`)
    const answers = await Promise.all(
      admins.map((admin, index) => change(admin, product, { name: names[index] })),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    const [won, lost] = [answers[winner], answers[1 - winner]]
    expect([won?.status, lost?.status, lost?.body.code]).toEqual([200, 409, 'revision_changed'])
    expect(won?.body).toMatchObject({ name: names[winner], revision: product.revision + 1 })
    expect(lost?.body.product).toEqual(won?.body)
    expect(await read(product)).toEqual(won?.body)
    const entries = await history(product)
    expect(entries).toHaveLength(round + 2)
    expect(entries[0]).toMatchObject({
      kind: 'changed',
      by: admins[winner]?.email,
      changes: [{ field: 'name', from: product.name, to: names[winner] }],
    })
    product = won?.body
  }
})

test('a stock change with its revision that is sent again and again counts once', async () => {
  const product = await shop.addProduct({ quantity: 5000 })
  const body = { change: 70, reason: 'Delivery', revision: product.revision }
  const send = () => shop.call('POST', `/api/product/${product._id}/stock`, { as: admins[0], body })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const refused = answers.filter(({ status }) => status === 409)
  for (const { body } of refused)
    expect(body).toMatchObject({ code: 'revision_changed', product: { quantity: 5070, revision: 2 } })
  expect((await read(product)).quantity).toBe(5070)
  expect(await history(product)).toHaveLength(2)
})

test('stock changes of two admins, orders and one change of the product at once all count', async () => {
  const product = await shop.addProduct({ quantity: 5000 })
  const customer = await shop.register()
  const stock = (index: number) =>
    shop.call('POST', `/api/product/${product._id}/stock`, {
      as: admins[index % 2],
      body: { change: index % 4 < 2 ? 70 : -20, reason: 'Delivery' },
    })
  const answers = await Promise.all([
    change(admins[0], product, { description: 'Another description.' }),
    ...Array.from({ length: 20 }, (_, index) => [stock(index), shop.order(customer, product, 100)]).flat(),
  ])
  const changed = answers.filter((answer) => 'status' in answer && answer.status === 200)
  const { quantity, revision } = await read(product)
  expect(quantity).toBe(5000 + 10 * 70 - 10 * 20 - 20 * 100)
  // A stock change is a revision too, so the change of the product may be refused.
  expect([20, 21]).toContain(changed.length)
  expect(revision).toBe(1 + changed.length)
  expect(await history(product)).toHaveLength(1 + changed.length)
})

test('one of two admins who archive or restore a product at once is refused', async () => {
  const product = await shop.addProduct()
  const path = `/api/product/${product._id}`
  const both = async (method: string, url: string) =>
    (await Promise.all(admins.map((as) => shop.call(method, url, { as })))).map(({ status }) => status).sort()
  for (let round = 0; round < 10; round += 1) {
    expect(await both('DELETE', path)).toEqual([200, 404])
    expect(await countedRows(shop.shop.db, 'products')).toBe(0)
    expect(await both('POST', `${path}/restore`)).toEqual([200, 409])
    expect(await countedRows(shop.shop.db, 'products')).toBe(1)
  }
  expect(await history(product)).toHaveLength(1 + 2 * 10)
})

/** Runs it after so many turns of the event loop. */
async function later<Result>(turns: number, run: () => Promise<Result>): Promise<Result> {
  for (let turn = 0; turn < turns; turn += 1) await setImmediate()
  return run()
}

test('an order whose price changes meanwhile is placed at the old price, or refused with nothing changed', async () => {
  let product = await shop.addProduct({ quantity: 1_000_000, price: 0.05 })
  const customer = await shop.register()
  const order = () => shop.call('POST', '/api/order', { as: customer, body: orderFor(product, 200) })
  const statuses = new Set<number>()
  let pieces = product.quantity
  // In the first rounds the orders come later than the change of the price, in the last ones earlier.
  for (let turns = -10; turns <= 40; turns += 1) {
    const price = product.price === 0.05 ? 0.06 : 0.05
    const [changed, ...answers] = await Promise.all([
      later(turns, () => change(admins[0], product, { price, prices: undefined })),
      ...[0, 2, 4, 6].map((after) => later(after - turns, order)),
    ])
    expect(changed.status).toBe(200)
    for (const { status, body } of answers) {
      statuses.add(status)
      if (status === 201) {
        pieces -= 200
        expect([body.unitPrice, body.totalPrice]).toEqual([product.price, product.price * 200])
      } else expect([status, body.code, body.totalPrice]).toEqual([409, 'price_changed', price * 200])
    }
    // No order was placed at the old price after the change.
    expect([changed.body.price, changed.body.quantity]).toEqual([price, pieces])
    product = await read(product)
    expect(product).toEqual(changed.body)
  }
  const lines = await shop.shop.db.selectFrom('order_lines').select('order_id').execute()
  expect(lines).toHaveLength((1_000_000 - pieces) / 200)
  expect(await countedRows(shop.shop.db, 'orders')).toBe(lines.length)
  expect([...statuses].sort()).toEqual([201, 409])
})

const PARTS = [
  { name: 'Screw M8 × 40', category: 'screws', attributes: { thread: 'M8' } },
  { name: 'Screw M8 × 50', category: 'screws', attributes: { thread: 'M8' } },
  { name: 'Screw M10 × 60', category: 'screws', attributes: { thread: 'M10' } },
  { name: 'Washer M8', category: 'fasteners' },
]

interface Listed {
  readonly names: string[]
  readonly total: number
}

/** What visitors find, in each list the newest first, and the numbers of products. */
async function readLists() {
  const list = async (query: ProductQuery): Promise<Listed> => {
    const { rows, total } = await listProducts(shop.shop.db, query)
    return { names: rows.map(({ name }) => name), total }
  }
  const [all, found, filtered, categories] = await Promise.all([
    list({}),
    list({ q: 'screw' }),
    list({ category: 'fasteners', attributes: { thread: ['M8'] } }),
    listCategories(shop.shop.db),
  ])
  return { all, found, filtered, counts: categories.map(({ count }) => count) }
}

/** What they have when these parts are for sale, the newest first. */
function listsOf(forSale: readonly string[]): Awaited<ReturnType<typeof readLists>> {
  const list = (text: string): Listed => {
    const names = forSale.filter((name) => name.startsWith(text))
    return { names, total: names.length }
  }
  const found = list('Screw')
  return { all: list(''), found, filtered: list('Screw M8'), counts: [forSale.length, found.total] }
}

test('parts are archived and restored a thousand times, two at once: what is found and counted is right each time', {
  timeout: 120_000,
}, async () => {
  const thread = { key: 'thread', label: 'Thread', kind: 'text' as const }
  await putCategory(shop.shop, ADMIN, 'fasteners', { name: 'Fasteners', attributes: [] })
  await putCategory(shop.shop, ADMIN, 'screws', { name: 'Screws', parent: 'fasteners', attributes: [thread] })
  const parts: Product[] = []
  for (const part of PARTS) parts.push(await createProduct(shop.shop, ADMIN, samplePart(part)))
  let forSale = PARTS.map(({ name }) => name).reverse()
  const times = { archived: 0, restored: 0 }
  for (let step = 0; times.archived < 1000 || times.restored < 1000; step += 1) {
    // Changes with the steps, so that each pair meets in each state and each part becomes the newest.
    const pair = [step % 4, (step + 1 + (Math.floor(step / 4) % 3)) % 4].flatMap(
      (index) => parts[index] ?? [],
    )
    const restored = pair.filter(({ name }) => !forSale.includes(name))
    const archived = pair.filter((part) => !restored.includes(part))
    await Promise.all([
      ...restored.map(({ _id }) => restoreProduct(shop.shop, ADMIN, _id)),
      ...archived.map(({ _id }) => archiveProduct(shop.shop, ADMIN, _id)),
    ])
    times.restored += restored.length
    times.archived += archived.length
    const lists = await readLists()
    // Either of two restored parts may be the newest.
    const newest = lists.all.names.slice(0, restored.length)
    expect(newest.toSorted(), `step ${step}`).toEqual(restored.map(({ name }) => name).sort())
    forSale = [...newest, ...forSale.filter((name) => !archived.some((part) => part.name === name))]
    expect(lists, `step ${step}`).toEqual(listsOf(forSale))
  }
})
