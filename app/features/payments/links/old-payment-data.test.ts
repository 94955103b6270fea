import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { DAY_MS } from '#kit/time.ts'
import type { Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const LINKS = 'delete old payment links'
const TRIES = 'delete old tries to pay'

let app: TestApp
let customer: Person
let orders: Readonly<Record<'unpaid' | 'paid' | 'cancelled', Order>>

/** Long holds, so that an order stays unpaid while the others get old. */
beforeEach(async () => {
  app = await createTestApp({ HOLD_HOURS: '8760', RATE_LIMITS: 'sign-in' })
  customer = await app.register()
  const product = await app.addProduct({ quantity: 1000 })
  const place = async () => {
    const order = await app.order(customer, product)
    await app.createLink(customer, order)
    return order
  }
  orders = { unpaid: await place(), paid: await place(), cancelled: await place() }
})
afterEach(async () => {
  await app.app.close()
  await app[Symbol.asyncDispose]()
})

const runTwice = (job: string) => Promise.all([app.runJobs(job), app.runJobs(job)])

/** Pays and cancels, as if it were three days later. */
async function endOrders(): Promise<void> {
  await app.pay(customer, orders.paid)
  const path = `/api/myorder/${orders.cancelled._id}`
  expect((await app.call('DELETE', path, { as: customer })).status).toBe(200)
  const { db } = app.shop
  for (const column of ['paid_at', 'cancelled_at'] as const)
    await db
      .updateTable('orders')
      .set((eb) => ({ [column]: eb(column, '+', 3 * DAY_MS) }))
      .where(column, 'is not', null)
      .execute()
  app.shop.advance(3 * DAY_MS)
}

type Table = 'payment_links' | 'declined_cards' | 'payment_pauses' | 'intent_attempts'

/** Which of the orders have rows in the table. */
async function ordersIn(table: Table): Promise<string[]> {
  const rows = await app.shop.db.selectFrom(table).select('order_id').distinct().execute()
  const ids = new Set(rows.map(({ order_id }) => order_id))
  return Object.entries(orders).flatMap(([name, { _id }]) => (ids.has(_id) ? name : []))
}

const ALL = ['unpaid', 'paid', 'cancelled']

test('payment links are deleted 90 days after their order was paid or cancelled, those of unpaid orders are not', async () => {
  await endOrders()
  app.shop.advance(89 * DAY_MS)
  await runTwice(LINKS)
  expect(await ordersIn('payment_links')).toEqual(ALL)
  app.shop.advance(2 * DAY_MS)
  await runTwice(LINKS)
  expect(await ordersIn('payment_links')).toEqual(['unpaid'])
})

test('declined cards, pauses and refused intents are deleted a day after their order was paid or cancelled', async () => {
  const { db } = app.shop
  const now = app.shop.now()
  for (const { _id: order_id } of Object.values(orders)) {
    const cards = Array.from({ length: 300 }, (_, card) => ({ charge_id: `${order_id}-${card}` }))
    await db
      .insertInto('declined_cards')
      .values(cards.map((card) => ({ ...card, order_id, counted_at: now })))
      .execute()
    await db.insertInto('payment_pauses').values({ order_id, paused_until: now }).execute()
    await db.insertInto('intent_attempts').values({ order_id, refused: 1 }).execute()
  }
  const tables = ['declined_cards', 'payment_pauses', 'intent_attempts'] as const
  await endOrders()
  app.shop.advance(DAY_MS - 60_000)
  await runTwice(TRIES)
  for (const table of tables) expect(await ordersIn(table)).toEqual(ALL)
  app.shop.advance(120_000)
  await runTwice(TRIES)
  for (const table of tables) expect(await ordersIn(table)).toEqual(['unpaid'])
  expect(await db.selectFrom('declined_cards').select('charge_id').execute()).toHaveLength(300)
})
