import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { endUnpaidOrder } from '#features/orders/orders.ts'
import type { Order } from '#features/orders/schema.ts'
import { applyStripeState, readRecordedState } from '#features/payments/refunds/record-refunds.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import type { Answer, Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let admins: Person[]
let product: Product

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admins = [await shop.registerAdmin(), await shop.registerAdmin()]
  product = await shop.addProduct({ quantity: 10_000 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const paidOrder = async (): Promise<Order & { transactionId?: string }> =>
  shop.pay(customer, await shop.order(customer, product))

const ship = ({ _id }: Order, as = admins[0], body: object = {}) =>
  shop.call('POST', `/api/order/${_id}/shipments`, { as, body })

const shippedPieces = async (): Promise<number> =>
  (await shop.shop.db.selectFrom('shipment_lines').select('quantity').execute()).reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  )

const countOf = async (table: 'shipments' | 'order_events' | 'audit_entries' | 'outbox'): Promise<number> =>
  (await shop.shop.db.selectFrom(table).selectAll().execute()).length

/** Does `work` in a transaction, and commits when `call` waits for it. */
async function whileCalling(call: () => Promise<Answer>, work: (trx: Db) => Promise<unknown>) {
  let answer: Promise<Answer> | undefined
  await shop.shop.db.transaction().execute(async (trx) => {
    await work(trx)
    answer = call()
    // SQLite has one connection, so the call waits in any case.
    if (kindOf(shop.shop.db) === 'postgres') await expect.poll(hasWaiting, { timeout: 10_000 }).toBe(true)
  })
  return answer
}

async function hasWaiting(): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.shop.db)
  return rows.length > 0
}

// attack: double-shipment
test('two admins who ship the same pieces at once ship them once', async () => {
  const order = await paidOrder()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, turn) => ship(order, admins[turn % 2])))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ status, body }) => [status, body.code, body.left])).toEqual(
    Array(7).fill([409, 'exceeds_left', []]),
  )
  expect([await shippedPieces(), await countOf('shipments')]).toEqual([100, 1])
})

test('admins who ship parts at once never ship more than was ordered', async () => {
  const order = await paidOrder()
  const body = { lines: [{ position: 0, quantity: 30 }] }
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => ship(order, admins[turn % 2], body)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await shippedPieces()).toBe(90)
  expect(await shop.readOrder(customer, order)).toMatchObject({
    status: 'pending',
    progress: 'partly_shipped',
  })
})

test('a shipment is cancelled once, by whoever is first', async () => {
  const order = await paidOrder()
  const [shipment] = (await ship(order)).body.shipments
  const path = `/api/order/${order._id}/shipments/${shipment._id}`
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => shop.call('DELETE', path, { as: admins[turn % 2] as Person })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(404)])
  expect(await countOf('shipments')).toBe(0)
})

test('admins with the same orders in another sequence wait for each other', async () => {
  const orders = [await paidOrder(), await paidOrder(), await paidOrder(), await paidOrder()]
  const ids = orders.map(({ _id }) => _id)
  const put = (turn: number) => {
    const body = {
      ids: turn % 2 === 0 ? ids : ids.toReversed(),
      status: turn < 4 ? 'shipped' : 'pending',
    }
    return shop.call('PUT', '/api/orders', { as: admins[turn % 2] as Person, body })
  }
  const answers = await Promise.all(Array.from({ length: 8 }, (_, turn) => put(turn)))
  expect(answers.map(({ status, body }) => [status, body.refused])).toEqual(Array(8).fill([200, []]))
  const changed = answers.reduce((sum, { body }) => sum + body.modifiedCount, 0)
  const shipped = await countOf('shipments')
  // Each order is shipped and reverted in turn, all of them together.
  expect([shipped, changed % 8]).toEqual([shipped === 0 ? 0 : 4, shipped])
})

// attack: double-shipment
test('an order that is refunded meanwhile does not ship', async () => {
  const order = await paidOrder()
  const count = await countOf('outbox')
  const refund = (trx: Db) =>
    trx
      .updateTable('orders')
      .set((eb) => ({ refunded_cents: eb.ref('total_cents') }))
      .where('id', '=', order._id)
      .execute()
  const answer = await whileCalling(() => ship(order), refund)
  expect([answer?.status, answer?.body.code]).toEqual([409, 'refunded'])
  expect([await countOf('shipments'), await countOf('outbox')]).toEqual([0, count])
})

test('a refund that is recorded at the same time as a shipment leaves both, or no shipment', async () => {
  const order = await paidOrder()
  const transactionId = String(order.transactionId)
  const before = await readRecordedState(shop.shop.db, transactionId)
  if (!before) throw new Error('The order has no transaction.')
  const after = { refundedCents: 425, disputes: [], refunds: [] }
  const [answer, recorded] = await Promise.all([
    ship(order),
    applyStripeState(shop.shop, transactionId, { before, after, at: shop.shop.now() }),
  ])
  expect(recorded).toBeDefined()
  expect([201, 409]).toContain(answer.status)
  expect(await countOf('shipments')).toBe(answer.status === 201 ? 1 : 0)
})

test('an order that is cancelled meanwhile does not ship', async () => {
  const order = await shop.order(customer, product)
  const { now } = shop.shop
  const cancel = (trx: Db) =>
    endUnpaidOrder(trx, { orderId: order._id, action: 'cancel', by: 'staff', actor: 'shop', at: now() })
  expect((await whileCalling(() => ship(order), cancel))?.status).toBe(404)
  expect(await countOf('shipments')).toBe(0)
})

test('an admin who chooses unpaid orders and the job that reminds of their holds never block each other', async () => {
  const orders: Order[] = []
  while (orders.length < 10) orders.push(await shop.order(customer, product))
  shop.shop.advance(55 * 60_000)
  const as = await shop.registerAdmin()
  const body = { ids: orders.map(({ _id }) => _id), status: 'shipped' }
  for (let round = 0; round < 20; round += 1) {
    await shop.shop.db.updateTable('orders').set({ reminded_at: null }).execute()
    const [answer] = await Promise.all([
      shop.call('PUT', '/api/orders', { as, body }),
      pause(round).then(() => shop.runJobs('send hold reminders')),
    ])
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ modifiedCount: 0, shipments: [] })
  }
  // What an admin locks meanwhile is left for the next run.
  await shop.runJobs('send hold reminders')
  const reminded = shop.shop.db.selectFrom('orders').select('id').where('reminded_at', 'is not', null)
  expect(await reminded.execute()).toHaveLength(10)
})
