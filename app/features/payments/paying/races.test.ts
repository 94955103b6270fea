import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { GOOD_CARD, intentOf, type Person } from '#tests/support/customer.ts'
import { interceptedGateway, ownerSdk, paymentState } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { cancelOrder } from '../payments.ts'
import { settleRetrieved } from './settle.ts'

let shop: TestApp
let customer: Person
let product: Product
let order: Order
let owner: Stripe

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  product = await shop.addProduct({ quantity: 1000 })
  order = await shop.order(customer, product)
  owner = ownerSdk(shop.shop)
})
afterEach(() => shop[Symbol.asyncDispose]())

const start = async (of = order) => {
  const body = { totalPrice: of.totalPrice, orderId: of._id }
  return shop.call('POST', '/api/create-payment-intent', { body, as: customer })
}

const read = (): Promise<Order> => shop.readOrder(customer, order)

test('a customer who starts again after paying, before the order is settled, gets the answer that it is paid', async () => {
  const { clientSecret } = (await start()).body
  await shop.confirmCard(clientSecret, GOOD_CARD)
  const again = await start()
  expect([again.status, again.body.code]).toEqual([409, 'already_paid'])
  expect(await read()).toMatchObject({ paid: true, transactionId: intentOf(clientSecret) })
})

test('an order can be paid by a new intent after its intent was cancelled at the provider', async () => {
  const first = (await start()).body.clientSecret
  await owner.paymentIntents.cancel(intentOf(first))
  const second = (await start()).body.clientSecret
  expect(second).not.toBe(first)
  await shop.confirmCard(second, GOOD_CARD)
  await start()
  expect(await read()).toMatchObject({ paid: true, transactionId: intentOf(second) })
})

test('an intent that the provider cancelled is closed by its webhook', async () => {
  const intentId = intentOf((await start()).body.clientSecret)
  await owner.paymentIntents.cancel(intentId)
  await shop.runJobs('payment sandbox')
  expect(await paymentState(shop.shop, intentId)).toBe('cancelled')
  expect(await read()).toEqual(order)
})

test('an order is not cancelled when its payment starts during the cancellation, and can be paid', async () => {
  const user = shop.shop.db.selectFrom('user').selectAll().where('email', '=', customer.email)
  const { id, name, email } = await user.executeTakeFirstOrThrow()
  const gateway = interceptedGateway(shop.shop, () => undefined)
  let begun: Awaited<ReturnType<typeof start>> | undefined
  // Another tab of the customer starts the payment between the last check for a payment and the cancelling transaction.
  const db = beforeTransaction(shop.shop.db, async () => {
    begun = await start()
  })
  const cancelling = cancelOrder(
    { ...shop.shop, db },
    gateway,
    { id, name, email, emailVerified: false, sessionId: '' },
    order._id,
  )
  await expect(cancelling).rejects.toMatchObject({ code: 'already_paid' })
  expect(await read()).toEqual(order)
  await shop.confirmCard(begun?.body.clientSecret, GOOD_CARD)
  await start()
  expect((await read()).paid).toBe(true)
})

test('a payment that is reported twice at the same time pays once, and nothing is refunded', async () => {
  const { clientSecret } = (await start()).body
  await shop.confirmCard(clientSecret, GOOD_CARD)
  const intent = await owner.paymentIntents.retrieve(intentOf(clientSecret))
  const settle = () => settleRetrieved(shop.shop, intent, 'provider')
  expect((await Promise.all([settle(), settle()])).sort()).toEqual(['already_paid', 'paid'])
  expect(await read()).toMatchObject({ paid: true, transactionId: intent.id })
  expect(await shop.shop.db.selectFrom('unmatched_refunds').selectAll().execute()).toEqual([])
})

test('an order that is cancelled while its payment starts cannot be paid', async () => {
  const { clientSecret } = (await start()).body
  expect((await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })).status).toBe(200)
  await expect(owner.paymentIntents.retrieve(intentOf(clientSecret))).resolves.toMatchObject({
    status: 'canceled',
  })
  expect((await start()).status).toBe(404)
})

test('of concurrent cancelling and paying exactly one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const raced = await shop.order(customer, product)
    const { clientSecret } = (await start(raced)).body
    const [confirmed, cancelled] = await Promise.all([
      shop.confirmCard(clientSecret, GOOD_CARD),
      shop.call('DELETE', `/api/myorder/${raced._id}`, { as: customer }),
    ])
    await shop.runJobs()
    const row = await shop.shop.db
      .selectFrom('orders')
      .select(['paid_at', 'cancelled_at'])
      .where('id', '=', raced._id)
      .executeTakeFirstOrThrow()
    expect(row.paid_at === null).toBe(confirmed.body.status !== 'succeeded')
    expect(row.cancelled_at === null).toBe(cancelled.status !== 200)
    expect(row.paid_at !== null && row.cancelled_at !== null).toBe(false)
  }
  expect(await shop.shop.db.selectFrom('unmatched_refunds').selectAll().execute()).toEqual([])
})
