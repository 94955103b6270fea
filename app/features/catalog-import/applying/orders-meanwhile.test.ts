import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Quote } from '#features/quote/schema.ts'
import { type Answer, orderFor, orderOfLines, type Person } from '#tests/support/customer.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { runImport } from './run-import.ts'

let app: TestApp
let admin: Person
let customer: Person

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  customer = await app.register()
})
afterAll(() => app[Symbol.asyncDispose]())

const COUNT = 300

/** The calls of the clock until the first batch is written: the start, two parts of the check and its end, the batch. */
const CALLS_OF_FIRST_BATCH = 6

/** Works at an import until its first batch is written, as a process that loses its database then. */
async function runFirstBatch(id: string, direction: 'apply' | 'undo'): Promise<void> {
  const user = await app.shop.db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('email', '=', admin.email)
    .executeTakeFirstOrThrow()
  let calls = 0
  const now = (): number => {
    calls += 1
    if (calls > CALLS_OF_FIRST_BATCH) throw Object.assign(new Error('lost'), { code: 'ECONNRESET' })
    return app.shop.now()
  }
  await expect(runImport({ ...app.shop, now }, user, id, direction)).rejects.toThrow('lost')
  const { body } = await app.call('GET', `/api/import/${id}`, { as: admin })
  expect(body.done).toBeGreaterThan(1)
  expect(body.done).toBeLessThan(COUNT + 1)
}

async function finish(): Promise<void> {
  await app.runJobs('resume imports')
  app.shop.advance(5000)
  await app.runJobs('resume imports')
}

const upload = async (body: string): Promise<string> => {
  const headers = { 'Content-Type': 'text/csv' }
  return (await app.call('POST', '/api/import', { body, as: admin, headers })).body._id
}

const read = async (sku: string): Promise<Product> => (await app.call('GET', `/api/part/${sku}`)).body

const place = (body: object): Promise<Answer> => app.call('POST', '/api/order', { as: customer, body })

const priceFile = (price: number): string =>
  ['sku,price', ...Array.from({ length: COUNT }, (_, n) => `M-${n},${price}`)].join('\n')

const countOrders = async (): Promise<number> =>
  (await app.shop.db.selectFrom('orders').select('id').execute()).length

/** What a customer who saw these parts gets for them now, each alone and both together. */
async function orderAsShown(parts: readonly Product[]) {
  const answers = await Promise.all([
    ...parts.map((part) => place(orderFor(part))),
    place(orderOfLines(parts.map((product) => ({ product, quantity: 100 })))),
  ])
  return answers.map(({ status, body }) => [status, body.code ?? body.totalPrice])
}

test('while an import is applied or undone an order costs what its customer was shown, or is refused with nothing changed', async () => {
  const parts = Array.from({ length: COUNT }, (_, n) => ({ sku: `M-${n}`, price: 0.5, quantity: 100_000 }))
  const filled = await upload(fileOfParts(parts))
  await app.call('POST', `/api/import/${filled}/apply`, { as: admin })
  const old = [await read('M-0'), await read(`M-${COUNT - 1}`)]
  const id = await upload(priceFile(0.7))

  await runFirstBatch(id, 'apply')
  // The first part has its new price, the last one not yet.
  expect(await orderAsShown(old)).toEqual([
    [409, 'price_changed'],
    [201, 50],
    [409, 'price_changed'],
  ])
  expect(await countOrders()).toBe(1)
  const { body: quote } = await app.call('POST', '/api/quote', {
    body: { lines: old.map(({ sku }) => ({ sku, quantity: 100 })) },
  })
  const quoted = (quote as Quote).lines.map(({ lineTotal }) => lineTotal)
  expect(quoted).toEqual([70, 50])
  expect(
    (await place({ ...orderOfLines(old.map((product) => ({ product, quantity: 100 }))), totalPrice: 120 }))
      .status,
  ).toBe(201)

  await finish()
  const changed = [await read('M-0'), await read(`M-${COUNT - 1}`)]
  expect(changed.map(({ price, prices }) => [price, prices])).toEqual(
    changed.map(() => [0.7, [{ from: 100, price: 0.7 }]]),
  )
  // The last part was ordered twice, the first once.
  expect(changed.map(({ quantity }) => quantity)).toEqual([99_900, 99_800])
  expect((await orderAsShown(old)).map(([status]) => status)).toEqual([409, 409, 409])

  await runFirstBatch(id, 'undo')
  // Backwards: the last part has its old price again.
  expect(await orderAsShown(changed)).toEqual([
    [201, 70],
    [409, 'price_changed'],
    [409, 'price_changed'],
  ])
  await finish()
  expect([await read('M-0'), await read(`M-${COUNT - 1}`)].map(({ price }) => price)).toEqual([0.5, 0.5])
  expect(await countOrders()).toBe(3)
})
