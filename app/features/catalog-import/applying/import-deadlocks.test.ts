import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeProducts } from '#features/catalog/catalog.ts'
import type { Product } from '#features/catalog/schema.ts'
import { forbidRepeat } from '#kit/db/after-commit.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let customer: Person

beforeEach(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  customer = await app.register()
})
afterEach(() => app[Symbol.asyncDispose]())

const run = async (path: string, body: string | object) => {
  const headers = { 'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json' }
  const answer = await app.call('POST', path, { as: admin, body, headers })
  expect([answer.status, answer.body.code]).toEqual([expect.toBeOneOf([200, 201]), undefined])
  return answer.body
}

const row = (sku: string, price: number) => ({ sku, name: `Part ${sku}`, price, quantity: 1_000_000 })

const part = async (sku: string): Promise<Product> => (await app.call('GET', `/api/part/${sku}`)).body

/** The ids of parts of which the first is older, so that all that lock products take it first. */
async function olderAndNewer() {
  await run(`/api/import/${(await run('/api/import', fileOfParts([row('OLD', 0.5)])))._id}/apply`, {})
  const { _id } = await run('/api/import', fileOfParts([row('OLD', 0.6), row('NEW', 0.5)]))
  await run(`/api/import/${_id}/apply`, {})
  const ids = [(await part('OLD'))._id, (await part('NEW'))._id] as const
  expect(ids.toSorted()).toEqual([...ids])
  return ids
}

async function untilWaiting(): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.shop.db)
    return rows.length
  }
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
}

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a batch that archives and changes products locks them in one sequence, so that it waits for an order and not the order for it',
  async () => {
    const [older, newer] = await olderAndNewer()
    const lock = (db: typeof app.shop.db, id: string) =>
      sql`select id from products where id = ${id} for update`.execute(db)
    const by = { id: 'x', email: admin.email }
    let batch: Promise<unknown> | undefined
    await app.shop.db.transaction().execute(async (order) => {
      forbidRepeat(order)
      await lock(order, older)
      batch = app.shop.db.transaction().execute((trx) => {
        forbidRepeat(trx)
        return writeProducts(trx, app.shop, {
          by,
          event: 'undone',
          writes: [
            { id: newer, kind: 'archived', changes: [] },
            { id: older, kind: 'changed', changes: [{ field: 'price', from: 0.6, to: 0.5 }] },
          ],
        })
      })
      await untilWaiting()
      await lock(order, newer)
    })
    await batch
    const forSale = await app.shop.db
      .selectFrom('products')
      .select('sku')
      .where('archived_at', 'is', null)
      .execute()
    expect(forSale.map(({ sku }) => sku)).toEqual(['OLD'])
  },
)

const MOST_ORDERS = 600

test('orders and the undoing of imports never fail each other', async () => {
  const skus = Array.from({ length: 40 }, (_, n) => `P-${n}`)
  const [old, added] = [skus.slice(0, 20), skus.slice(20)]
  await run(
    `/api/import/${(await run('/api/import', fileOfParts(old.map((sku) => row(sku, 0.5)))))._id}/apply`,
    {},
  )
  const file = fileOfParts([...added.map((sku) => row(sku, 0.5)), ...old.map((sku) => row(sku, 0.6))])
  const { _id } = await run('/api/import', file)
  await run(`/api/import/${_id}/apply`, {})
  const parts = await Promise.all(skus.map(part))
  const before = new Map(parts.map(({ sku, quantity }) => [sku, quantity]))
  let isUndoing = true
  const ordering = Array.from({ length: 6 }, async (_, turn) => {
    const answers: unknown[] = []
    // At least so many, and not without end: SQLite has one writer, so orders without a pause leave it no time for the import.
    for (let n = turn; n < 12 || (isUndoing && n < MOST_ORDERS); n += 6) {
      const lines = [parts[n % 40], parts[(n * 7 + 3) % 40], parts[(n * 11 + 20) % 40]]
      const products = [...new Set(lines)].filter((product) => product !== undefined)
      const order = orderOfLines(products.map((product) => ({ product, quantity: 100 })))
      const { status, body } = await app.call('POST', '/api/order', { as: customer, body: order })
      answers.push(status === 201 ? 201 : body.code)
    }
    return answers
  })
  try {
    await run(`/api/import/${_id}/undo`, {})
  } finally {
    isUndoing = false
  }
  const answers = (await Promise.all(ordering)).flat()
  // Prices go back and parts go off sale meanwhile.
  const expected = new Set<unknown>([201, 'price_changed', 'not_found'])
  expect(answers.filter((answer) => !expected.has(answer))).toEqual([])
  const { rows } = await sql<{ sku: string; quantity: number; ordered: number }>`
    select sku, quantity, coalesce((select sum(quantity) from order_lines where product_id = products.id), 0) as ordered
    from products`.execute(app.shop.db)
  for (const { sku, quantity, ordered } of rows)
    expect([sku, quantity + ordered]).toEqual([sku, before.get(sku)])
})
