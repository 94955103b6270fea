import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { DECLINED_CARD, GOOD_CARD, intentOf, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

/** The sandbox's own card that processes for a while. */
const PROCESSING_CARD = '4000000000008807'

let shop: TestApp
let customer: Person
let order: Order
let token: string

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  order = await shop.order(customer, await shop.addProduct())
  token = await shop.createLink(customer, order)
})
afterEach(() => shop[Symbol.asyncDispose]())

const own = () => shop.startPayment(customer, order)

const linked = async (): Promise<string> =>
  (await shop.call('POST', `/api/payment-link/${token}/payment-intent`)).body.clientSecret

/** What the provider shows to whoever has the secret. */
async function shown(secret: string) {
  const { stripePublishableKey } = (await shop.call('GET', '/api/config')).body
  const path = `/sandbox/stripe/v1/payment_intents/${intentOf(secret)}?client_secret=${secret}`
  return (await shop.call('GET', path, { headers: { Authorization: `Bearer ${stripePublishableKey}` } })).body
}

const both = [
  ['the link after the customer', own, linked],
  ['the customer after the link', linked, own],
] as const

// attack: shown-card
test.each(both)(
  'customer and link never have one intent, and the old one is cancelled: %s',
  async (_, first, second) => {
    const earlier = await first()
    expect(await first()).toBe(earlier)
    const other = await second()
    expect(other).not.toBe(earlier)
    expect(await second()).toBe(other)
    expect((await shown(earlier)).status).toBe('canceled')
    expect((await shop.confirmCard(earlier, DECLINED_CARD)).status).toBe(400)
    // What the other tries is not shown to who came first.
    await shop.confirmCard(other, DECLINED_CARD)
    expect((await shown(earlier)).last_payment_error).toBeNull()
  },
)

// attack: shown-card
test.each(both)(
  'whoever pays after another tried a card does not see it, and pays with an own intent: %s',
  async (_, first, second) => {
    const tried = await first()
    expect((await shop.confirmCard(tried, DECLINED_CARD)).status).toBe(402)
    // The payer who tried the card goes on with it.
    expect(await first()).toBe(tried)
    const other = await second()
    expect(await shown(other)).toMatchObject({ status: 'requires_payment_method', last_payment_error: null })
    expect((await shop.confirmCard(tried, GOOD_CARD)).status).toBe(400)
    expect((await shop.confirmCard(other, GOOD_CARD)).status).toBe(200)
    await shop.settle(customer, order, intentOf(other))
    expect((await shop.readOrder(customer, order)).transactionId).toBe(intentOf(other))
    await shop.runJobs('reconcile payments', 'refund unmatched payments')
    expect(await shop.shop.db.selectFrom('unmatched_refunds').selectAll().execute()).toEqual([])
  },
)

// attack: shown-card
test('customer and link that start at once have two intents, of which one can be paid', async () => {
  const secrets = await Promise.all([own(), linked(), own(), linked()])
  const [mine, theirs] = [new Set([secrets[0], secrets[2]]), new Set([secrets[1], secrets[3]])]
  expect([...mine].filter((secret) => theirs.has(secret))).toEqual([])
  const statuses = await Promise.all([...mine, ...theirs].map(async (one) => (await shown(one)).status))
  expect(statuses.filter((status) => status !== 'canceled')).toEqual(['requires_payment_method'])
})

// attack: paid-twice
test('an intent that is processing is not replaced: the other waits', async () => {
  const secret = await own()
  await shop.confirmCard(secret, PROCESSING_CARD)
  const refused = await shop.call('POST', `/api/payment-link/${token}/payment-intent`)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(await own()).toBe(secret)
  expect((await shown(secret)).status).toBe('processing')
})

// attack: paid-twice
test('an order that was paid meanwhile is settled, and no other intent is made', async () => {
  const secret = await own()
  await shop.confirmCard(secret, DECLINED_CARD)
  await shop.confirmCard(secret, GOOD_CARD)
  const refused = await shop.call('POST', `/api/payment-link/${token}/payment-intent`)
  expect([refused.status, refused.body.code]).toEqual([409, 'already_paid'])
  expect((await shop.readOrder(customer, order)).transactionId).toBe(intentOf(secret))
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toHaveLength(1)
})
