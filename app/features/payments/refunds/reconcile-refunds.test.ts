import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { intentOf, type Person } from '#tests/support/customer.ts'
import { interceptedGateway, ownerSdk } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const GOOD = '4242424242424242'
const DISPUTED = '4000000000000259'
const REFUND_FAILS = '4000000000005126'

let shop: TestApp
let customer: Person
let admin: Person
/** The SDK of the shop owner, for actions in the Stripe Dashboard. */
let dashboard: Stripe

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  dashboard = ownerSdk(shop.shop)
})
afterEach(() => shop[Symbol.asyncDispose]())

/** A paid order of $4.25. */
async function paidOrder(card = GOOD): Promise<Order & { transactionId: string }> {
  const order = await shop.order(customer, await shop.addProduct({ price: 0.0425 }))
  const clientSecret = await shop.startPayment(customer, order)
  await shop.confirmCard(clientSecret, card)
  const paid = (await shop.settle(customer, order, intentOf(clientSecret))).body
  await shop.runJobs()
  return paid
}

const read = (order: Order, as = customer): Promise<Order> => shop.readOrder(as, order)

const put = ({ _id }: Order, status: string) =>
  shop.call('PUT', `/api/order/${_id}`, { as: admin, body: { status } })

const eventsOf = async ({ _id }: Order) =>
  shop.shop.db
    .selectFrom('order_events')
    .select(['kind', 'actor', 'detail'])
    .where('order_id', '=', _id)
    .where('kind', 'in', ['refunded', 'disputed'])
    .orderBy('id')
    .execute()

test('a refund in part, then in full, is shown on the order and in its events; a refunded order cannot be shipped', async () => {
  const order = await paidOrder()
  const { transactionId } = order
  expect(await read(order)).toEqual(order)
  await dashboard.refunds.create({ payment_intent: transactionId, amount: 100 })
  await shop.runJobs()
  expect(await read(order)).toEqual({ ...order, refundedAmount: 1 })
  expect((await put(order, 'shipped')).body).toEqual({ modifiedCount: 1 })
  expect((await put(order, 'pending')).body).toEqual({ modifiedCount: 1 })
  await dashboard.refunds.create({ payment_intent: transactionId })
  await shop.runJobs()
  const refunded = { ...order, refundedAmount: 4.25 }
  expect(await read(order, admin)).toEqual(refunded)
  const refused = await put(order, 'shipped')
  expect([refused.status, refused.body.code]).toEqual([409, 'refunded'])
  expect((await put(order, 'pending')).body).toEqual({ modifiedCount: 0 })
  expect(await read(order)).toEqual(refunded)
  expect((await shop.call('GET', '/api/orders', { as: admin })).body).toEqual([
    { ...refunded, shipments: [], customerId: expect.any(String) },
  ])
  expect(await eventsOf(order)).toEqual([
    { kind: 'refunded', actor: 'provider', detail: '$1.00 in all' },
    { kind: 'refunded', actor: 'provider', detail: '$4.25 in all' },
  ])
})

test('an order that was shipped before its refund stays shipped, and can be reverted', async () => {
  const order = await paidOrder()
  await put(order, 'shipped')
  await dashboard.refunds.create({ payment_intent: order.transactionId })
  await shop.runJobs()
  expect(await read(order)).toMatchObject({ status: 'shipped', refundedAmount: 4.25 })
  expect((await put(order, 'shipped')).body).toEqual({ modifiedCount: 0 })
  expect((await put(order, 'pending')).body).toEqual({ modifiedCount: 1 })
  expect((await put(order, 'shipped')).status).toBe(409)
})

test('a refund that fails later is removed from the order', async () => {
  const order = await paidOrder(REFUND_FAILS)
  await dashboard.refunds.create({ payment_intent: order.transactionId })
  await shop.runJobs()
  expect(await read(order)).toMatchObject({ refundedAmount: 4.25 })
  shop.shop.advance(6000)
  await shop.runJobs()
  expect(await read(order)).toEqual(order)
})

test.each([
  ['winning_evidence', 'won', 200],
  ['losing_evidence', 'lost', 409],
] as const)('a dispute is open until it is decided: %s', async (evidence, verdict, ships) => {
  const order = await paidOrder(DISPUTED)
  shop.shop.advance(6000)
  await shop.runJobs()
  expect(await read(order)).toEqual({ ...order, dispute: 'open' })
  const [dispute] = (await dashboard.disputes.list({ payment_intent: order.transactionId })).data
  await dashboard.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } })
  await Promise.all([shop.runJobs(), shop.runJobs()])
  expect(await read(order)).toEqual({ ...order, dispute: verdict })
  expect((await put(order, 'shipped')).status).toBe(ships)
  expect((await eventsOf(order)).map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
    'disputed open',
    `disputed ${verdict}`,
  ])
})

test('a false refund event changes nothing; an event of another shop is ignored', async () => {
  const order = await paidOrder()
  const { webhookSecret } = sandboxKeys(shop.shop.secret)
  for (const payment_intent of [order.transactionId, 'pi_of_another_shop']) {
    const object = { object: 'charge', id: 'ch_1', payment_intent, amount_refunded: 425, refunded: true }
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'charge.refunded',
      data: { object },
    })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    const headers = { 'Stripe-Signature': signature }
    const answer = await shop.call('POST', '/api/webhooks/stripe', { body: payload, headers })
    expect(answer.status).toBe(200)
  }
  expect(await read(order)).toEqual(order)
  expect(await eventsOf(order)).toEqual([])
})

// attack: wrong-webhook
test('a refund with a lost webhook is found at the provider, and recorded once', async () => {
  const order = await paidOrder()
  const before = await eventsOf(order)
  expect(before).toEqual([])
  await dashboard.refunds.create({ payment_intent: order.transactionId, amount: 100 })
  const reconcile = () => shop.runJobs('reconcile refunds and disputes')
  await reconcile()
  await reconcile()
  expect(await read(order)).toEqual({ ...order, refundedAmount: 1 })
  expect(await eventsOf(order)).toHaveLength(1)
  await dashboard.refunds.create({ payment_intent: order.transactionId, amount: 50 })
  await reconcile()
  expect(await read(order)).toEqual({ ...order, refundedAmount: 1.5 })
})

test('an event that the provider lists late is processed in the next round', async () => {
  const order = await paidOrder()
  await dashboard.refunds.create({ payment_intent: order.transactionId, amount: 100 })
  // The clocks differ: the last round ended five minutes after the refund, but did not find it.
  const until_ms = shop.shop.now() + 300_000
  await shop.shop.db.deleteFrom('followed_events').execute()
  await shop.shop.db.insertInto('followed_events').values({ provider: 'stripe', until_ms }).execute()
  await shop.runJobs('reconcile refunds and disputes')
  expect(await read(order)).toEqual({ ...order, refundedAmount: 1 })
})

test('while the provider is unavailable no event counts as processed', async () => {
  const order = await paidOrder()
  await shop.runJobs('reconcile refunds and disputes')
  const processedUntil = () => shop.shop.db.selectFrom('followed_events').selectAll().execute()
  const before = await processedUntil()
  await dashboard.refunds.create({ payment_intent: order.transactionId, amount: 100 })
  const unavailable = interceptedGateway(shop.shop, () => Promise.reject(new TypeError('fetch failed')))
  await expect(reconcileRefunds(shop.shop, unavailable)).rejects.toMatchObject({
    outage: { name: 'payment provider' },
  })
  expect(await processedUntil()).toEqual(before)
  await shop.runJobs('reconcile refunds and disputes')
  expect(await read(order)).toEqual({ ...order, refundedAmount: 1 })
})
