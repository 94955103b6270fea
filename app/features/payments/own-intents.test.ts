import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { DECLINED_CARD, GOOD_CARD, intentOf, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

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

test.each([
  ['the link after the customer', own, linked],
  ['the customer after the link', linked, own],
])(
  'whoever pays after another tried a card gets an own intent, and the old one is cancelled: %s',
  async (_, first, second) => {
    const tried = await first()
    expect((await shop.confirmCard(tried, DECLINED_CARD)).status).toBe(402)
    // The payer who tried the card goes on with it.
    expect(await first()).toBe(tried)
    const other = await second()
    expect(other).not.toBe(tried)
    expect(await shown(other)).toMatchObject({ status: 'requires_payment_method', last_payment_error: null })
    expect((await shown(tried)).status).toBe('canceled')
    expect((await shop.confirmCard(tried, GOOD_CARD)).status).toBe(400)
    expect((await shop.confirmCard(other, GOOD_CARD)).status).toBe(200)
    await shop.settle(customer, order, intentOf(other))
    expect((await shop.readOrder(customer, order)).transactionId).toBe(intentOf(other))
    await shop.runJobs('reconcile payments', 'refund unmatched payments')
    expect(await shop.shop.db.selectFrom('refunds').selectAll().execute()).toEqual([])
  },
)

test('an intent that both have had is given to neither once a card was tried', async () => {
  const shared = await linked()
  expect(await own()).toBe(shared)
  await shop.confirmCard(shared, DECLINED_CARD)
  const next = await own()
  expect(next).not.toBe(shared)
  expect((await shown(next)).last_payment_error).toBeNull()
})

test('an order that was paid meanwhile is settled, and no other intent is made', async () => {
  const secret = await own()
  await shop.confirmCard(secret, DECLINED_CARD)
  await shop.confirmCard(secret, GOOD_CARD)
  const refused = await shop.call('POST', `/api/payment-link/${token}/payment-intent`)
  expect([refused.status, refused.body.code]).toEqual([409, 'already_paid'])
  expect((await shop.readOrder(customer, order)).transactionId).toBe(intentOf(secret))
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toHaveLength(1)
})
