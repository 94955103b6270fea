import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { HOUR_MS } from '#kit/time.ts'
import { processDueEvents } from '#sandboxes/payments/process-due-events.ts'
import { GOOD_CARD, intentOf, type Person } from '#tests/support/customer.ts'
import { interceptedGateway, paymentState, serverError } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { cancelLapsedOrders } from './close-orders.ts'
import { reconcile } from './reconcile.ts'

const HOLD_MS = 72 * HOUR_MS

let shop: TestApp
let customer: Person
let product: Product

beforeEach(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  customer = await shop.register()
  product = await shop.addProduct({ quantity: 10_000_000 })
})
afterEach(() => shop[Symbol.asyncDispose]())

/** An order with an open payment page, and the id of its intent. */
async function startedOrder(): Promise<{ order: Order; clientSecret: string; intentId: string }> {
  const order = await shop.order(customer, product)
  const clientSecret = await shop.startPayment(customer, order)
  return { order, clientSecret, intentId: intentOf(clientSecret) }
}

/** Deletes the intent at the provider, as after a change to the keys of another account. */
const deleteAtProvider = (intentId: string) =>
  shop.shop.db
    .deleteFrom('sandbox_stripe')
    .where('kind', '=', 'payment_intent')
    .where('id', '=', intentId)
    .execute()

const isNotCancelled = async ({ _id }: Order): Promise<boolean> => {
  // Read from the database, because the token of the customer can expire before the hold ends.
  const order = shop.shop.db.selectFrom('orders').select('cancelled_at').where('id', '=', _id)
  return (await order.executeTakeFirstOrThrow()).cancelled_at === null
}

/** Copies an order and its open payment `count` times, by SQL. */
async function abandon(
  count: number,
  { order, intentId }: { order: Order; intentId: string },
): Promise<void> {
  const { db } = shop.shop
  const original = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  const line = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order._id)
    .executeTakeFirstOrThrow()
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
  const names = Array.from({ length: count }, (_, index) => String(index))
  for (let done = 0; done < count; done += 500) {
    const part = names.slice(done, done + 500)
    const rows = <Row extends object>(row: Row, change: (name: string) => Partial<Row>): Row[] =>
      part.map((name) => ({ ...row, ...change(name) }))
    await db
      .insertInto('orders')
      .values(rows(original, (name) => ({ id: `order ${name}`, number: `number ${name}` })))
      .execute()
    await db
      .insertInto('order_lines')
      .values(rows(line, (name) => ({ order_id: `order ${name}` })))
      .execute()
    await db
      .insertInto('payments')
      .values(rows(payment, (name) => ({ order_id: `order ${name}`, intent_id: `pi_abandoned_${name}` })))
      .execute()
  }
}

// attack: endless-hold
test('an intent that the provider does not have delays neither the end of its own hold nor of another hold', async () => {
  const [lost, other] = [await startedOrder(), await startedOrder()]
  await deleteAtProvider(lost.intentId)
  shop.shop.advance(HOLD_MS + 1000)
  await shop.runJobs('cancel lapsed orders')
  expect([await isNotCancelled(lost.order), await isNotCancelled(other.order)]).toEqual([false, false])
  expect([
    await paymentState(shop.shop, lost.intentId),
    await paymentState(shop.shop, other.intentId),
  ]).toEqual(['cancelled', 'cancelled'])
  expect((await shop.call('GET', `/api/order/${product._id}`)).body.quantity).toBe(10_000_000)
})

test('a customer can cancel, or pay again, an order with an intent that the provider does not have', async () => {
  const [cancelled, paid] = [await startedOrder(), await startedOrder()]
  await deleteAtProvider(cancelled.intentId)
  await deleteAtProvider(paid.intentId)
  const answer = await shop.call('DELETE', `/api/myorder/${cancelled.order._id}`, { as: customer })
  expect([answer.status, answer.body]).toEqual([200, { deletedCount: 1 }])
  expect(await shop.pay(customer, paid.order)).toMatchObject({ paid: true })
  expect(await paymentState(shop.shop, paid.intentId)).toBe('cancelled')
})

// attack: endless-hold
test('an intent that the provider does not have pays nothing, neither by a customer nor by the reconciler', async () => {
  const { order, intentId } = await startedOrder()
  await deleteAtProvider(intentId)
  const body = { appointment: order._id, transactionId: intentId }
  expect((await shop.call('PATCH', `/api/order/${order._id}`, { body, as: customer })).status).toBe(422)
  shop.shop.advance(61_000)
  await shop.runJobs('reconcile payments')
  expect(await shop.readOrder(customer, order)).toEqual(order)
})

// attack: endless-hold
test('holds that cannot be ended while the provider is away block no others, and the log says once that it is away', async () => {
  const original = await startedOrder()
  await abandon(120, original)
  const warn = vi.spyOn(shop.shop.log, 'warn')
  const last = await startedOrder()
  const gateway = interceptedGateway(shop.shop, ({ url }) =>
    url.includes('pi_abandoned_') ? serverError() : undefined,
  )
  shop.shop.advance(HOLD_MS + 1000)
  const rounds = []
  for (let round = 0; round < 3; round += 1)
    rounds.push(await cancelLapsedOrders(shop.shop, gateway).catch(String))
  expect(rounds.join()).toContain('of 50 rows failed')
  expect([await isNotCancelled(original.order), await isNotCancelled(last.order)]).toEqual([false, false])
  expect(warn.mock.calls.map(([line]) => (line as { outage?: string }).outage)).toEqual(['payment provider'])
  expect(JSON.stringify(warn.mock.calls)).not.toContain(customer.email)

  shop.shop.advance(6000)
  await cancelLapsedOrders(
    shop.shop,
    interceptedGateway(shop.shop, () => undefined),
  )
  const open = await shop.shop.db
    .selectFrom('orders')
    .select('id')
    .where('cancelled_at', 'is', null)
    .execute()
  expect(open).toHaveLength(120 - 50)
})

test.each([
  [30_001, 15_001],
  [7 * HOUR_MS + 1, HOUR_MS],
])('a hold that ended %d ms ago and cannot be ended is tried again later', async (overdueMs, againMs) => {
  const { order, intentId } = await startedOrder()
  const failing = interceptedGateway(shop.shop, ({ url }) =>
    url.includes(intentId) ? serverError() : undefined,
  )
  const working = interceptedGateway(shop.shop, () => undefined)
  shop.shop.advance(Date.parse(order.holdUntil ?? '') + overdueMs - shop.shop.now())
  await expect(cancelLapsedOrders(shop.shop, failing)).rejects.toThrow('1 of 1 rows failed')
  shop.shop.advance(againMs - 5000)
  await cancelLapsedOrders(shop.shop, working)
  expect(await isNotCancelled(order)).toBe(true)
  shop.shop.advance(5000)
  await cancelLapsedOrders(shop.shop, working)
  expect(await isNotCancelled(order)).toBe(false)
})

// attack: abandoned-payments
test('among 3,000 abandoned intents one that was paid is settled in the first round', async () => {
  const original = await startedOrder()
  await abandon(3000, original)
  const asked: string[] = []
  const gateway = interceptedGateway(shop.shop, ({ url }) => {
    asked.push(new URL(url).pathname.split('/').at(-1) ?? '')
    return undefined
  })
  const askedInRound = async (): Promise<number> => {
    asked.length = 0
    await reconcile(shop.shop, gateway)
    return asked.length
  }
  shop.shop.advance(8 * HOUR_MS)
  const { order, clientSecret, intentId } = await startedOrder()
  await shop.confirmCard(clientSecret, GOOD_CARD)
  shop.shop.advance(61_000)
  expect(await askedInRound()).toBeLessThanOrEqual(200)
  expect(asked).toContain(intentId)
  expect((await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body.paid).toBe(true)
  // Each abandoned intent is checked once, and then later again.
  let rounds = 1
  while ((await askedInRound()) > 0) rounds += 1
  expect(rounds).toBeLessThanOrEqual(3001 / 100 + 1)
  shop.shop.advance(10 * 60_000)
  expect(await askedInRound()).toBe(0)
  shop.shop.advance(HOUR_MS)
  expect(await askedInRound()).toBe(200)
}, 180_000)

test('an old intent is checked as soon as a new one when its customer returns to pay', async () => {
  const { order, clientSecret } = await startedOrder()
  shop.shop.advance(8 * HOUR_MS)
  await shop.runJobs('reconcile payments')
  expect(await shop.startPayment(customer, order)).toBe(clientSecret)
  await shop.confirmCard(clientSecret, GOOD_CARD)
  shop.shop.advance(61_000)
  await shop.runJobs('reconcile payments')
  expect((await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body.paid).toBe(true)
})

test('a payment with a failure at the provider does not block the settlement of others', async () => {
  const [poisoned, paid] = [await startedOrder(), await startedOrder()]
  await shop.confirmCard(paid.clientSecret, GOOD_CARD)
  shop.shop.advance(61_000)
  const gateway = interceptedGateway(shop.shop, ({ url }) =>
    url.includes(poisoned.intentId) ? serverError() : undefined,
  )
  await expect(reconcile(shop.shop, gateway)).rejects.toThrow('1 of 2 rows failed')
  expect((await shop.call('GET', `/api/myorder/${paid.order._id}`, { as: customer })).body.paid).toBe(true)
})

test('an action that fails in the payment sandbox does not block others', async () => {
  const { clientSecret, intentId } = await startedOrder()
  await shop.confirmCard(clientSecret, '4000000000008807')
  await shop.shop.db
    .insertInto('sandbox_stripe')
    .values({ kind: 'payment_intent', id: 'pi_0', body: 'no JSON', created_at: 1, due_at: 1 })
    .execute()
  shop.shop.advance(10_000)
  await processDueEvents(shop.shop)
  const rows = await shop.shop.db
    .selectFrom('sandbox_stripe')
    .select(['id', 'due_at'])
    .where('kind', '=', 'payment_intent')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 'pi_0', due_at: expect.any(Number) },
    { id: intentId, due_at: null },
  ])
})
