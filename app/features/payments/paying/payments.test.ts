import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { intentOf, type Person, userIdOf } from '#tests/support/customer.ts'
import { ownerSdk } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { settleRetrieved } from './settle.ts'

const GOOD = '4242424242424242'
const DECLINED = '4000000000000002'
const PROCESSING = '4000000000008807'

let shop: TestApp
let customer: Person
let product: Product
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  product = await shop.addProduct({ price: 0.0425, quantity: 1000 })
  order = await shop.order(customer, product)
})
afterEach(() => shop[Symbol.asyncDispose]())

const start = (body: unknown = { totalPrice: 4.25, orderId: order._id }, as: Person = customer) =>
  shop.call('POST', '/api/create-payment-intent', { body, as })

const settle = (transactionId: string, to: Order = order, as: Person = customer) =>
  shop.settle(as, to, transactionId)

const read = (which: Order = order): Promise<Order> => shop.readOrder(customer, which)

const stock = async (): Promise<number> => (await shop.call('GET', `/api/order/${product._id}`)).body.quantity

const refunds = () => shop.shop.db.selectFrom('unmatched_refunds').selectAll().execute()

/** The provider, called with the secret key of its account. */
const provider = (): Stripe => ownerSdk(shop.shop)

async function pay(): Promise<string> {
  const { clientSecret } = (await start()).body
  expect((await shop.confirmCard(clientSecret, GOOD)).body.status).toBe('succeeded')
  return intentOf(clientSecret)
}

// spec: card-only, paid-transaction, patch-order
test('a paid order is pending and has its transaction; the repeated call gets the same answer', async () => {
  const transactionId = await pay()
  const paid = await settle(transactionId)
  expect(paid.status).toBe(200)
  const { holdUntil: _, ...kept } = order
  expect(paid.body).toEqual({
    ...kept,
    paid: true,
    status: 'pending',
    transactionId,
    paidAt: expect.any(String),
  })
  expect((await settle(transactionId)).body).toEqual(paid.body)
  const kinds = await shop.shop.db.selectFrom('order_events').select('kind').execute()
  expect(kinds.map((event) => event.kind).sort()).toEqual(['held', 'paid', 'placed'])
  expect((await start()).body.code).toBe('already_paid')
})

test('a decline leaves the order unpaid and the same intent can be tried again', async () => {
  const { clientSecret } = (await start()).body
  const declined = await shop.confirmCard(clientSecret, DECLINED)
  expect(declined.status).toBe(402)
  expect(declined.body.error.message).toBe('Your card was declined.')
  expect((await settle(intentOf(clientSecret))).status).toBe(402)
  expect(await read()).toEqual(order)
  expect((await start()).body.clientSecret).toBe(clientSecret)
  await shop.confirmCard(clientSecret, GOOD)
  expect((await settle(intentOf(clientSecret))).body.paid).toBe(true)
})

// attack: double-payment
// spec: post-intent
test('eight concurrent starts open one intent', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => start()))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1)
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toHaveLength(1)
})

// spec: intent-fields
test('without an order id the only unpaid order of that total is used', async () => {
  expect((await start({ totalPrice: 4.25 })).status).toBe(200)
  // Impossible totals are refused before they reach the database.
  for (const totalPrice of [4.26, 0, -4.25, 1e12, -5.2e222]) {
    expect((await start({ totalPrice })).status).toBe(422)
  }
  await shop.order(customer, product)
  expect((await start({ totalPrice: 4.25 })).status).toBe(409)
})

// attack: changed-amount
test.each([[0.5], [-1], [1e20], [4.251]])(
  'an amount of %d is refused with the right total',
  async (totalPrice) => {
    const refused = await start({ totalPrice, orderId: order._id })
    expect(refused.status).toBe(409)
    expect(refused.body.totalPrice).toBe(4.25)
    expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
  },
)

// attack: changed-amount
test.each([[null], ['4.25'], [{ amount: 4.25 }]])('a total of %j is refused', async (totalPrice) => {
  expect((await start({ totalPrice, orderId: order._id })).status).toBe(422)
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
})

// attack: foreign-intent, unknown-transaction
test('unknown, unpaid and foreign transactions settle nothing', async () => {
  expect((await settle('pi_made_up')).status).toBe(422)
  expect((await settle('not an id!')).status).toBe(422)
  const { clientSecret } = (await start()).body
  expect((await settle(intentOf(clientSecret))).status).toBe(402)
  const second = await shop.order(customer, product, 200)
  await shop.confirmCard(clientSecret, GOOD)
  expect((await settle(intentOf(clientSecret), second)).status).toBe(409)
  const other = await shop.register()
  expect((await settle(intentOf(clientSecret), order, other)).status).toBe(404)
  const wrong = { appointment: second._id, transactionId: intentOf(clientSecret) }
  expect((await shop.call('PATCH', `/api/order/${order._id}`, { body: wrong, as: customer })).status).toBe(
    422,
  )
  expect((await read()).paid).toBe(false)
  expect(await read(second)).toEqual(second)
})

// attack: foreign-order
// spec: cancel-rights
test('another’s order can be neither started nor cancelled', async () => {
  const other = await shop.register()
  expect((await start({ totalPrice: 4.25, orderId: order._id }, other)).status).toBe(404)
  expect((await shop.call('DELETE', `/api/myorder/${order._id}`, { as: other })).status).toBe(404)
  expect(await read()).toEqual(order)
  expect(await stock()).toBe(900)
})

// attack: smaller-intent
test('an intent with a smaller amount and the right metadata pays nothing and is refunded', async () => {
  const cheap = await provider().paymentIntents.create({
    amount: 50,
    currency: 'usd',
    metadata: { orderId: order._id, userId: await userIdOf(shop.shop, customer) },
  })
  await shop.confirmCard(cheap.client_secret ?? '', GOOD)
  expect((await settle(cheap.id)).status).toBe(409)
  expect(await read()).toEqual(order)
  await shop.runJobs()
  const [refund] = await refunds()
  expect(refund).toMatchObject({ intent_id: cheap.id, amount_cents: 50, next_attempt_at: null })
  expect((await provider().refunds.list({ payment_intent: cheap.id })).data).toHaveLength(1)
})

// attack: foreign-intent
test('an intent of another currency or owner pays nothing', async () => {
  const wrongOwner = await provider().paymentIntents.create({
    amount: 425,
    currency: 'usd',
    metadata: { orderId: order._id, userId: 'somebody else' },
  })
  await shop.confirmCard(wrongOwner.client_secret ?? '', GOOD)
  expect((await settle(wrongOwner.id)).status).toBe(409)
  expect(await read()).toEqual(order)
  // The sandbox has one currency, so the test changes the intent in the response.
  const intent = await provider().paymentIntents.retrieve(await pay())
  expect(await settleRetrieved(shop.shop, { ...intent, currency: 'eur' }, 'provider')).toBe('refunded')
  expect(await read()).toEqual(order)
  expect(await refunds()).toHaveLength(2)
})

// attack: wrong-webhook
test('the webhook settles an order once, before or without the browser', async () => {
  const transactionId = await pay()
  await shop.runJobs()
  const paid = await read()
  expect(paid).toMatchObject({ paid: true, status: 'pending', transactionId })
  expect((await settle(transactionId)).body).toEqual(paid)
  await shop.runJobs()
  expect(await read()).toEqual(paid)
  expect(await refunds()).toEqual([])
})

// attack: forged-webhook
test('a forged, unsigned or old event is refused and changes nothing', async () => {
  await pay()
  const { webhookSecret } = sandboxKeys(shop.shop.secret)
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    data: { object: { object: 'payment_intent' } },
  })
  const signed = (secret: string, timestamp: number) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const now = Math.floor(Date.now() / 1000)
  const signatures = [undefined, 'nonsense', signed('whsec_other', now), signed(webhookSecret, now - 3600)]
  for (const signature of signatures) {
    const headers: Record<string, string> = signature === undefined ? {} : { 'Stripe-Signature': signature }
    expect((await shop.call('POST', '/api/webhooks/stripe', { body: payload, headers })).status).toBe(400)
  }
  expect((await read()).paid).toBe(false)
})

// attack: wrong-webhook
test('a false event changes nothing: the intent is read from the provider', async () => {
  const { clientSecret } = (await start()).body
  const { webhookSecret } = sandboxKeys(shop.shop.secret)
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: intentOf(clientSecret), status: 'succeeded' } },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const answer = await shop.call('POST', '/api/webhooks/stripe', {
    body: payload,
    headers: { 'Stripe-Signature': signature },
  })
  expect(answer.status).toBe(200)
  expect(await read()).toEqual(order)
})

// attack: wrong-webhook
test('the reconciler settles a payment with lost webhooks', async () => {
  const transactionId = await pay()
  // Every webhook is lost.
  await shop.shop.db.deleteFrom('sandbox_stripe').where('kind', '=', 'event').execute()
  await shop.runJobs()
  expect((await read()).paid).toBe(false)
  shop.shop.advance(61_000)
  await shop.runJobs()
  expect(await read()).toMatchObject({ paid: true, transactionId })
})

// spec: delete-myorder
test('cancelling returns the pieces to stock, removes the order from every list and closes its intent', async () => {
  const { clientSecret } = (await start()).body
  const cancelled = await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  expect([cancelled.status, cancelled.body]).toEqual([200, { deletedCount: 1 }])
  expect(await stock()).toBe(1000)
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toEqual([])
  expect((await shop.call('GET', '/api/orders', { as: await shop.registerAdmin() })).body).toEqual([])
  expect((await read()).cancelledAt).toBeDefined()
  expect((await shop.confirmCard(clientSecret, GOOD)).status).toBe(400)
  expect((await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })).status).toBe(404)
  expect(await stock()).toBe(1000)
})

// attack: cancel-while-paying
// spec: cancel-rights
test('a paid order, settled or not, cannot be cancelled', async () => {
  const transactionId = await pay()
  // The order is not settled yet: cancelling reads the intent.
  const refused = await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  expect([refused.status, refused.body.code]).toEqual([409, 'already_paid'])
  expect(await read()).toMatchObject({ paid: true, transactionId })
  expect((await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })).status).toBe(409)
  expect(await stock()).toBe(900)
})

// attack: cancel-while-paying
test('an order that is being paid cannot be cancelled and does not lapse', async () => {
  const { clientSecret } = (await start()).body
  expect((await shop.confirmCard(clientSecret, PROCESSING)).body.status).toBe('processing')
  expect((await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })).status).toBe(409)
  expect(await read()).toEqual(order)
  expect(await stock()).toBe(900)
})

// attack: cancel-while-paying
test('a payment for a cancelled order is refunded', async () => {
  const transactionId = await pay()
  // Another process cancels the order just before the payment.
  await shop.shop.db.updateTable('orders').set({ cancelled_at: 1 }).where('id', '=', order._id).execute()
  await shop.runJobs()
  await shop.runJobs()
  expect(await refunds()).toMatchObject([
    { intent_id: transactionId, amount_cents: 425, next_attempt_at: null },
  ])
})
