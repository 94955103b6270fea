import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Order } from '#features/orders/orders.ts'
import { MINUTE_MS } from '#kit/time.ts'
import {
  DECLINED_CARD,
  GOOD_CARD,
  intentOf,
  type Person,
  userIdOf,
  verifyEmail,
} from '#tests/support/customer.ts'
import { interceptedGateway, ownerSdk, paymentState } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { startPayment } from '../paying/pay-order.ts'
import { stopAfterDeclines } from '../paying/stop-declines.ts'

let shop: TestApp
let customer: Person
let order: Order
let token: string

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  order = await shop.order(customer, await shop.addProduct())
  token = await shop.createLink(customer, order)
  // What happens to the order from here on is what the tests look at.
  order = await shop.readOrder(customer, order)
})
afterEach(() => shop[Symbol.asyncDispose]())

const own = () => shop.startPayment(customer, order)

const startOwn = () =>
  shop.call('POST', '/api/create-payment-intent', {
    body: { totalPrice: order.totalPrice, orderId: order._id },
    as: customer,
  })

const startLinked = () => shop.call('POST', `/api/payment-link/${token}/payment-intent`)

async function decline(secret: string, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1)
    expect((await shop.confirmCard(secret, DECLINED_CARD)).status).toBe(402)
}

const deliverEvents = () => shop.runJobs('payment sandbox')

const payments = () => shop.shop.db.selectFrom('payments').selectAll().execute()

const pauses = () => shop.shop.db.selectFrom('payment_pauses').selectAll().execute()

const refunds = () => shop.shop.db.selectFrom('unmatched_refunds').selectAll().execute()

async function expectPaused(waitSeconds: number, minutes: string): Promise<void> {
  const before = await payments()
  for (const refused of [await startOwn(), await startLinked()]) {
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_declines'])
    // The clock of the shop goes on.
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(waitSeconds)
    expect(wait).toBeGreaterThan(waitSeconds - 30)
    expect(refused.body.detail).toBe(
      `10 cards were declined, so this order takes none for now. Nothing was charged. Ask your bank why, or use another card, and try again in ${minutes}.`,
    )
  }
  expect(await payments()).toEqual(before)
  expect(await shop.readOrder(customer, order)).toEqual(order)
}

// attack: stolen-cards
test('ten declined cards cancel the intent and pause paying, by the link too; then the order is paid', async () => {
  const secret = await own()
  await decline(secret, 10)
  await deliverEvents()
  expect(await paymentState(shop.shop, intentOf(secret))).toBe('cancelled')
  expect((await shop.confirmCard(secret, GOOD_CARD)).status).toBe(400)
  await expectPaused(600, '10 minutes')
  shop.shop.advance(9 * MINUTE_MS + 1000)
  await expectPaused(59, '1 minute')
  shop.shop.advance(59_000)
  const next = await own()
  expect(next).not.toBe(secret)
  await shop.confirmCard(next, GOOD_CARD)
  await shop.settle(customer, order, intentOf(next))
  expect(await shop.readOrder(customer, order)).toMatchObject({ paid: true, transactionId: intentOf(next) })
  expect(await refunds()).toEqual([])
})

// attack: stolen-cards
test('nine declined cards pause nothing, however often and concurrently they are reported', async () => {
  const secret = await own()
  await decline(secret, 9)
  await deliverEvents()
  const gateway = interceptedGateway(shop.shop, () => undefined)
  await Promise.all([1, 2, 3, 4].map(() => stopAfterDeclines(shop.shop, gateway, intentOf(secret))))
  expect(await own()).toBe(secret)
  await decline(secret, 1)
  await Promise.all([1, 2, 3, 4].map(() => stopAfterDeclines(shop.shop, gateway, intentOf(secret))))
  expect(await pauses()).toMatchObject([{ order_id: order._id }])
  expect(await paymentState(shop.shop, intentOf(secret))).toBe('cancelled')
})

// attack: stolen-cards
test('cards are counted when the provider’s events are late or lost, and over all intents of the order', async () => {
  const mine = await own()
  await decline(mine, 6)
  const theirs = (await startLinked()).body.clientSecret
  expect(theirs).not.toBe(mine)
  await decline(theirs, 4)
  expect((await startLinked()).status).toBe(429)
  expect(await paymentState(shop.shop, intentOf(theirs))).toBe('cancelled')
  expect((await shop.confirmCard(theirs, GOOD_CARD)).status).toBe(400)
  await deliverEvents()
  // Events that come late do not lead to the next pause.
  shop.shop.advance(10 * MINUTE_MS)
  const next = await own()
  await decline(next, 9)
  await deliverEvents()
  expect(await own()).toBe(next)
  await decline(next, 1)
  await deliverEvents()
  await expectPaused(600, '10 minutes')
})

test('another order of the customer is not paused', async () => {
  const secret = await own()
  await decline(secret, 10)
  await deliverEvents()
  const other = await shop.order(customer, await shop.addProduct())
  expect((await shop.pay(customer, other)).paid).toBe(true)
})

test('an order that is paid after the tenth declined card, before the shop hears of it, is paid', async () => {
  const secret = await own()
  await decline(secret, 10)
  await shop.confirmCard(secret, GOOD_CARD)
  await deliverEvents()
  expect(await shop.readOrder(customer, order)).toMatchObject({
    paid: true,
    transactionId: intentOf(secret),
  })
  expect(await pauses()).toEqual([])
  expect((await startOwn()).body.code).toBe('already_paid')
  await shop.runJobs('refund unmatched payments')
  expect(await refunds()).toEqual([])
})

test('a card that pays just before the intent is cancelled pays the order', async () => {
  const secret = await own()
  await decline(secret, 10)
  const gateway = interceptedGateway(shop.shop, async ({ url }) => {
    if (url.endsWith('/cancel')) await shop.confirmCard(secret, GOOD_CARD)
    return undefined
  })
  await stopAfterDeclines(shop.shop, gateway, intentOf(secret))
  expect(await shop.readOrder(customer, order)).toMatchObject({
    paid: true,
    transactionId: intentOf(secret),
  })
  expect((await startOwn()).body.code).toBe('already_paid')
  expect(await refunds()).toEqual([])
})

// attack: stolen-cards
test('an intent that is being created when the pause begins is given to nobody', async () => {
  const gateway = interceptedGateway(shop.shop, async ({ method, url }) => {
    if (method === 'POST' && new URL(url).pathname === '/v1/payment_intents') {
      const paused_until = shop.shop.now() + MINUTE_MS
      await shop.shop.db.insertInto('payment_pauses').values({ order_id: order._id, paused_until }).execute()
    }
    return undefined
  })
  const id = await userIdOf(shop.shop, customer)
  const user: SignedInUser = { ...customer, id, emailVerified: false, sessionId: '' }
  const request = { totalPrice: order.totalPrice, orderId: order._id }
  await expect(
    startPayment(shop.shop, gateway, { customer: user, address: '192.0.2.1' }, request),
  ).rejects.toMatchObject({
    code: 'too_many_declines',
    headers: { 'Retry-After': '60' },
  })
  expect(await payments()).toEqual([])
})

test('the shop counts what the provider lists, not an intent of its account that the shop has not', async () => {
  const metadata = { orderId: order._id, userId: await userIdOf(shop.shop, customer) }
  const intent = await ownerSdk(shop.shop).paymentIntents.create({
    amount: 425,
    currency: 'usd',
    metadata,
  })
  await decline(String(intent.client_secret), 10)
  await deliverEvents()
  expect(await pauses()).toEqual([])
  expect((await startOwn()).status).toBe(200)
})
