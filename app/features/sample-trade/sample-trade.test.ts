import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplePayments } from '#app/providers.ts'
import { seedDemo } from '#demo/seed.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { DAY_MS, HOUR_MS } from '#kit/time.ts'
import { changedTables, readAllRows } from '#tests/support/all-rows.ts'
import { type Person, userIdOf } from '#tests/support/customer.ts'
import { replaceSome } from '#tests/support/return-changes.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { faultsOfInvoices } from '../../../scripts/torture/audit-invoices.ts'
import { faultsOfRefundedLines, faultsOfRefunds } from '../../../scripts/torture/audit-refunds.ts'
import { faultsOfSales } from '../../../scripts/torture/audit-sales.ts'
import { faultsOfShipments, readShipments } from '../../../scripts/torture/audit-shipments.ts'
import { placeSome, readSampleTrade, removeSampleTrade, startSampleTrade } from './sample-trade.ts'

/** Hundreds of orders with all that becomes of them, beside other tests. */
const LONG_MS = 300_000

let app: TestApp
let admin: Person
let customer: Person
let product: Product
/** A real order whose hold is over, which no job has ended yet. */
let overdue: Order
let before: Awaited<ReturnType<typeof readAllRows>>

const context = () => ({ shop: app.shop, payments: samplePayments })

async function readRecords() {
  const { db } = app.shop
  const lines = await db.selectFrom('order_lines').selectAll().orderBy('position').execute()
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const orders = await db.selectFrom('orders').selectAll().execute()
  const provider = await db.selectFrom('sandbox_stripe').select(['kind', 'body']).execute()
  return {
    lines,
    orders: orders.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] })),
    orderMoney: await db.selectFrom('order_money').selectAll().execute(),
    salesDays: await db.selectFrom('sales_days').selectAll().execute(),
    productSales: await db.selectFrom('product_sales').selectAll().execute(),
    soldProducts: await db.selectFrom('sold_products').selectAll().execute(),
    invoices: await db.selectFrom('invoices').selectAll().orderBy('number').execute(),
    creditNotes: await db.selectFrom('credit_notes').selectAll().orderBy('number').execute(),
    orderRefunds: await db.selectFrom('order_refunds').selectAll().execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('at').orderBy('id').execute(),
    shipments: await readShipments(db),
    providerRefunds: provider
      .filter(({ kind }) => kind === 'refund')
      .map(({ body }) => JSON.parse(body) as Stripe.Refund),
    products: await db.selectFrom('products').select(['id', 'quantity']).execute(),
  }
}

type Records = Awaited<ReturnType<typeof readRecords>>

const faultsOf = (records: Records) => [
  ...faultsOfInvoices(records),
  ...faultsOfRefunds(records),
  ...faultsOfRefundedLines(records),
  ...faultsOfSales(records),
  ...faultsOfShipments(records),
]

/** What is in stock, or is neither in stock nor back in it, by product. */
function piecesOf({ products, orders }: Records): [string, number][] {
  const pieces = new Map(products.map(({ id, quantity }) => [id, quantity]))
  for (const { lines } of orders.filter(({ cancelled_at }) => cancelled_at === null))
    for (const { product_id, quantity, restocked } of lines)
      pieces.set(product_id, (pieces.get(product_id) ?? 0) + quantity - restocked)
  return [...pieces].sort()
}

/** As the placing left them: the tests up to the removal change nothing. */
let placed: Records
let piecesBefore: [string, number][]
let auditBefore: number

beforeAll(async () => {
  app = await createTestApp()
  await seedDemo(app.shop)
  admin = await app.registerAdmin()
  customer = await app.register()
  product = (await app.call('GET', '/api/part/HX-933-M8-40')).body
  await app.pay(customer, await app.order(customer, product, product.minimum))
  await app.runJobs()
  overdue = await app.order(customer, product, product.minimum)
  const ended = app.shop.now() - 89 * DAY_MS
  const hold = { created_at: ended - HOUR_MS, hold_until: ended }
  await app.shop.db.updateTable('orders').set(hold).where('id', '=', overdue._id).execute()
  before = await readAllRows(app.shop.database)
  auditBefore = (await app.shop.db.selectFrom('audit_entries').select('id').execute()).length
  piecesBefore = piecesOf(await readRecords())
  expect((await app.call('POST', '/api/sample-orders', { as: admin })).body).toMatchObject({
    state: 'placing',
    done: 0,
  })
  while ((await placeSome(context(), 1000)) > 0);
  placed = await readRecords()
}, LONG_MS)
afterAll(() => app[Symbol.asyncDispose]())

const ordersOf = async (person: Person) =>
  app.shop.db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', await userIdOf(app.shop, person))
    .execute()

test('three hundred orders of 25 customers are as the rules of the shop leave them', () => {
  const records = placed
  const sample = records.orders.filter(({ email }) => email.startsWith('sample-'))
  expect(sample.length).toBe(300)
  expect(new Set(sample.map(({ user_id }) => user_id)).size).toBe(25)
  expect(faultsOf(records)).toEqual([])
  expect(piecesOf(records)).toEqual(piecesBefore)
  expect(records.products.filter(({ quantity }) => quantity < 0)).toEqual([])
  const count = (is: (order: Records['orders'][number]) => boolean) => sample.filter(is).length
  expect(count(({ status }) => status === 'shipped')).toBeGreaterThan(200)
  expect(count(({ status }) => status === 'pending')).toBeGreaterThan(3)
  expect(count(({ cancelled_at }) => cancelled_at !== null)).toBeGreaterThan(10)
  expect(count(({ refunded_cents }) => refunded_cents > 0)).toBeGreaterThan(10)
  expect(count(({ address }) => !address.endsWith('UNITED STATES'))).toBeGreaterThan(80)
  expect(count(({ created_at }) => [0, 6].includes(new Date(created_at).getUTCDay()))).toBeLessThan(50)
  expect(Math.max(...records.events.map(({ at }) => at))).toBeLessThanOrEqual(app.shop.now())
})

test('documents are numbered in the sequence of their days', () => {
  const { invoices, creditNotes } = placed
  // The first one is that of a real order of today.
  for (const documents of [invoices.slice(1), creditNotes])
    expect(documents.map(({ issued_at }) => issued_at)).toEqual(
      documents.map(({ issued_at }) => issued_at).sort(),
    )
})

test('nobody is told of them: no mail waits, and no webhook', async () => {
  const { db } = app.shop
  const ids = placed.orders.filter(({ email }) => email.startsWith('sample-')).map(({ id }) => id)
  const told = await db.selectFrom('outbox').select('payload').where('about', 'in', ids).execute()
  expect(told).toEqual([])
  expect(await db.selectFrom('new_paid_orders').selectAll().execute()).toEqual([])
  expect(
    await db
      .selectFrom('sandbox_stripe')
      .select('id')
      .where('kind', '=', 'event')
      .where('due_at', 'is not', null)
      .execute(),
  ).toEqual([])
})

test('an order of nobody of them stays as it is, also when its hold was over before theirs', () => {
  const { cancelled_at, lapse_retry_at } = placed.orders.find(({ id }) => id === overdue._id) ?? {}
  expect([cancelled_at, lapse_retry_at]).toEqual([null, null])
})

test('placed again, they are as they were', async () => {
  const again = await app.call('POST', '/api/sample-orders', { as: admin })
  expect([again.status, again.body]).toEqual([202, expect.objectContaining({ state: 'placed', orders: 300 })])
  expect(await startSampleTrade(app.shop)).toBe(false)
  expect(await placeSome(context(), 1000)).toBe(0)
  expect(await readRecords()).toEqual(placed)
})

test('in production and with real payments nothing is placed, and nothing removed', async () => {
  const { config } = app.shop
  const real = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
  for (const other of [{ production: true }, { stripe: real }]) {
    const shop = { ...app.shop, config: { ...config, ...other } }
    await expect(startSampleTrade(shop)).rejects.toThrow(
      'Sample orders are for shops with the payment sandbox',
    )
    await expect(removeSampleTrade({ ...context(), shop })).rejects.toThrow('Nothing was changed')
    expect(await readSampleTrade(shop)).toEqual({ state: 'off', orders: 0, done: 0, steps: 0 })
  }
  expect(await readRecords()).toEqual(placed)
})

test(
  'they stay while one of their accounts is an admin, and when money came in elsewhere than in the sandbox',
  async () => {
    const { db } = app.shop
    const refuse = async (why: string) => {
      const refused = await app.call('DELETE', '/api/sample-orders', { as: admin })
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(why)])
      expect(await readRecords()).toEqual(placed)
    }
    const setRole = (role: string | null) =>
      db.updateTable('user').set({ role }).where('email', '=', 'sample-3@example.com').execute()
    await setRole('admin')
    await refuse('sample-3@example.com is an admin now')
    await setRole(null)
    const intent = await db
      .selectFrom('sandbox_stripe')
      .selectAll()
      .where('kind', '=', 'payment_intent')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('sandbox_stripe').where('id', '=', intent.id).execute()
    await refuse(`${intent.id} of a sample order was made at Stripe`)
    await db.insertInto('sandbox_stripe').values(intent).execute()
  },
  LONG_MS,
)

test(
  'removed, all is as it was before, row by row, also what admins did with them since',
  async () => {
    const { db } = app.shop
    const order = await db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'shipped')
      .where('email', '=', 'sample-2@example.com')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const call = async (method: string, path: string, body?: object) =>
      expect([(await app.call(method, path, { as: admin, body })).status, path]).toEqual([
        expect.toBeOneOf([200, 201]),
        path,
      ])
    await replaceSome(app, admin, order.id)
    await call('POST', `/api/order/${order.id}/notes`, { text: 'A sample.' })
    await call('PUT', `/api/order/${order.id}`, { status: 'pending' })
    const invoice = await app.call('GET', `/api/myorder/${order.id}/invoice.pdf`, { as: admin })
    expect(invoice.status).toBe(200)
    await call('DELETE', '/api/sample-orders')
    expect(changedTables(before, await readAllRows(app.shop.database))).toEqual([])
    // What an admin did stays on record, what nobody did is not there.
    const audit = await db.selectFrom('audit_entries').select(['kind', 'actor_email']).orderBy('id').execute()
    const ofReturn = ['return_opened', 'stock', 'return_received', 'stock', 'return_replaced'].map((kind) =>
      kind === 'stock' ? 'product.stock' : `order.${kind}`,
    )
    const kinds = ['sample.placed', ...ofReturn, 'order.noted', 'order.reverted', 'sample.removed']
    expect(audit.slice(-kinds.length)).toEqual(kinds.map((kind) => ({ kind, actor_email: admin.email })))
    expect(audit.length).toBe(auditBefore + kinds.length)
    expect(await removeSampleTrade(context())).toBeUndefined()
  },
  LONG_MS,
)

test(
  'what is real stays when they are removed while they are placed, by several processes',
  async () => {
    const { db } = app.shop
    await startSampleTrade(app.shop)
    await Promise.all([placeSome(context(), 15), placeSome(context(), 15)])
    const places = await db
      .selectFrom('orders')
      .select(['user_id', 'idempotency_key'])
      .where('idempotency_key', 'is not', null)
      .execute()
    expect(new Set(places.map((row) => JSON.stringify(row))).size).toBe(places.length)
    expect((await app.call('GET', '/api/sample-orders', { as: admin })).body).toMatchObject({
      state: 'placing',
    })
    const real: Order = await app.pay(customer, await app.order(customer, product, product.minimum))
    const rowsOf = async () => ({
      orders: await ordersOf(customer),
      invoice: await db.selectFrom('invoices').selectAll().where('order_id', '=', real._id).execute(),
      events: await db.selectFrom('order_events').selectAll().where('order_id', '=', real._id).execute(),
    })
    const own = await rowsOf()
    expect(own.invoice[0]?.number).toBeGreaterThan(5)
    await Promise.all([placeSome(context(), 1000), removeSampleTrade(context())])
    expect((await app.call('GET', '/api/sample-orders', { as: admin })).body).toMatchObject({
      state: 'none',
      orders: 0,
    })
    expect(await rowsOf()).toEqual(own)
    const records = await readRecords()
    expect(records.orders.filter(({ email }) => email.startsWith('sample-'))).toEqual([])
    expect(faultsOfSales(records)).toEqual([])
    expect(piecesOf(records)).toEqual(piecesBefore)
    const next: Order = await app.pay(customer, await app.order(customer, product, product.minimum))
    const numbers = await db
      .selectFrom('invoices')
      .select('number')
      .where('order_id', '=', next._id)
      .execute()
    expect(numbers).toEqual([{ number: (own.invoice[0]?.number ?? 0) + 1 }])
  },
  LONG_MS,
)
