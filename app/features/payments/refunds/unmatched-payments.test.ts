import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { processDueEvents } from '#sandboxes/payments/process-due-events.ts'
import { GOOD_CARD, type Person, userIdOf } from '#tests/support/customer.ts'
import { interceptedGateway, ownerSdk, serverError } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { settleRetrieved } from '../paying/settle.ts'
import { refundUnmatchedPayments } from './unmatched-payments.ts'

const REFUND_FAILS = '4000000000005126'
const REFUND_PENDS = '4000000000007726'
const UNMATCHED_CENTS = 50

let shop: TestApp
let customer: Person
let admin: Person
let order: Order
let owner: Stripe

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  order = await shop.order(customer, await shop.addProduct())
  owner = ownerSdk(shop.shop)
})
afterEach(() => shop[Symbol.asyncDispose]())

/** A payment that is too small for its order and not refunded yet. */
async function unmatchedPayment(card = GOOD_CARD): Promise<string> {
  const userId = await userIdOf(shop.shop, customer)
  const intent = await owner.paymentIntents.create({
    amount: UNMATCHED_CENTS,
    currency: 'usd',
    metadata: { orderId: order._id, userId },
  })
  await shop.confirmCard(intent.client_secret ?? '', card)
  expect((await shop.settle(customer, order, intent.id)).status).toBe(409)
  return intent.id
}

const refundOf = (intentId: string) =>
  shop.shop.db
    .selectFrom('unmatched_refunds')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()

const atProvider = async (intentId: string) =>
  (await owner.refunds.list({ payment_intent: intentId })).data.map(({ status }) => status)

const read = (as: Person): Promise<Order> => shop.readOrder(as, order)

/** The warnings, but for that about the clock, which the test sets. */
const warnings = async (): Promise<string[]> => {
  const all: string[] = (await shop.call('GET', '/readyz')).body.warnings ?? []
  return all.filter((text) => !text.startsWith('the clock is'))
}

/** Advances the clock, runs the due actions of the sandbox and delivers its webhooks. */
const later = async (ms: number): Promise<void> => {
  shop.shop.advance(ms)
  await shop.runJobs('payment sandbox')
}

// attack: unmatched-money
test('a refund that fails later is logged, shown only to admins, and repeated with a new key', async () => {
  const error = vi.spyOn(shop.shop.log, 'error')
  const intentId = await unmatchedPayment(REFUND_FAILS)
  await shop.runJobs('refund unmatched payments')
  expect(await refundOf(intentId)).toMatchObject({ status: 'succeeded', next_attempt_at: null })
  expect(await read(admin)).toEqual(order)

  await later(6000)
  expect(await refundOf(intentId)).toMatchObject({ status: 'failed', refused: 1 })
  expect(await read(admin)).toEqual({ ...order, unmatchedRefund: 'failed' })
  const [listed] = (await shop.call('GET', '/api/orders', { as: admin })).body
  expect(listed.unmatchedRefund).toBe('failed')
  expect(await read(customer)).toEqual(order)
  expect(await warnings()).toEqual(['refunds that failed: 1'])
  expect(error.mock.calls.map(([line]) => line)).toEqual([
    expect.objectContaining({ orderId: order._id, intentId, status: 'failed', amountCents: UNMATCHED_CENTS }),
  ])

  await shop.runJobs('refund unmatched payments')
  expect(await atProvider(intentId)).toEqual(['failed'])
  shop.shop.advance(11_000)
  await shop.runJobs('refund unmatched payments')
  expect(await atProvider(intentId)).toEqual(['succeeded', 'failed'])
  expect(await read(admin)).toEqual(order)
  expect(await warnings()).toEqual([])
})

test('a refunded payment is not refunded again when the provider reports it again', async () => {
  const intentId = await unmatchedPayment()
  await shop.runJobs('refund unmatched payments')
  const before = await refundOf(intentId)
  expect(before).toMatchObject({ status: 'succeeded', next_attempt_at: null })
  await shop.runJobs('payment sandbox')
  const body = { appointment: order._id, transactionId: intentId }
  expect((await shop.call('PATCH', `/api/order/${order._id}`, { body, as: customer })).status).toBe(409)
  expect(await refundOf(intentId)).toEqual(before)
})

test('a payment for an order of another shop at the same provider is ignored', async () => {
  const metadata = { orderId: 'an-order-of-another-shop', userId: 'somebody' }
  const intent = await owner.paymentIntents.create({ amount: UNMATCHED_CENTS, currency: 'usd', metadata })
  await shop.confirmCard(intent.client_secret ?? '', GOOD_CARD)
  const paid = await owner.paymentIntents.retrieve(intent.id)
  expect(await settleRetrieved(shop.shop, paid, 'provider')).toBe('unknown')
  await shop.runJobs('payment sandbox', 'refund unmatched payments')
  expect(await shop.shop.db.selectFrom('unmatched_refunds').selectAll().execute()).toEqual([])
  expect(await atProvider(intent.id)).toEqual([])
})

test('customers do not see the refund status of unmatched payments in their list', async () => {
  await unmatchedPayment(REFUND_PENDS)
  await shop.runJobs('refund unmatched payments')
  expect(await read(admin)).toEqual({ ...order, unmatchedRefund: 'pending' })
  expect((await shop.call('GET', '/api/myorders', { as: customer })).body).toEqual([order])
})

test('the waits between failing refunds grow', async () => {
  const intentId = await unmatchedPayment(REFUND_FAILS)
  const waits: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await shop.runJobs('refund unmatched payments')
    await later(6000)
    const due = (await refundOf(intentId)).next_attempt_at ?? 0
    // The clock of the shop advances while the test runs.
    waits.push(10 * Math.round((due - shop.shop.now()) / 10_000))
    shop.shop.advance(due - shop.shop.now() + 1)
  }
  expect(waits).toEqual([10, 20, 40, 80])
  expect(await atProvider(intentId)).toEqual(Array(4).fill('failed'))
})

test('a failed refund with a lost webhook is found at the provider, and logged once', async () => {
  const error = vi.spyOn(shop.shop.log, 'error')
  const intentId = await unmatchedPayment(REFUND_FAILS)
  await shop.runJobs('refund unmatched payments')
  // The webhook is lost: the event is only listed.
  await shop.shop.db.updateTable('sandbox_stripe').set({ due_at: null }).where('kind', '=', 'event').execute()
  shop.shop.advance(6000)
  await processDueEvents(shop.shop)
  expect((await refundOf(intentId)).status).toBe('succeeded')
  for (let round = 0; round < 2; round += 1) await shop.runJobs('reconcile refunds and disputes')
  expect(await refundOf(intentId)).toMatchObject({ status: 'failed', refused: 1 })
  expect(error).toHaveBeenCalledTimes(1)
})

test('a refund that the provider refuses repeatedly is logged, and shown to admins until it succeeds', async () => {
  const error = vi.spyOn(shop.shop.log, 'error')
  const intentId = await unmatchedPayment()
  const refusing = interceptedGateway(shop.shop, ({ method, url }) =>
    method === 'POST' && url.endsWith('/refunds') ? serverError() : undefined,
  )
  const tryTimes = async (times: number): Promise<void> => {
    for (let attempt = 0; attempt < times; attempt += 1) {
      await refundUnmatchedPayments(shop.shop, refusing).catch(() => undefined)
      shop.shop.advance(3_600_001)
    }
  }
  await tryTimes(2)
  expect([await read(admin), error.mock.calls.length]).toEqual([order, 0])
  await tryTimes(2)
  expect(await refundOf(intentId)).toMatchObject({ status: 'failed', refused: 4, refund_id: null })
  expect(await read(admin)).toEqual({ ...order, unmatchedRefund: 'failed' })
  expect(await read(customer)).toEqual(order)
  expect(await warnings()).toEqual(['refunds that failed: 1'])
  // The clock, which the test sets, is another.
  const ofOrders = error.mock.calls.map(([line]) => line as object).filter((line) => 'orderId' in line)
  expect(ofOrders).toEqual([
    expect.objectContaining({ orderId: order._id, intentId, status: 'failed', amountCents: UNMATCHED_CENTS }),
  ])
  await shop.runJobs('refund unmatched payments')
  expect(await atProvider(intentId)).toEqual(['succeeded'])
  expect([await read(admin), await warnings()]).toEqual([order, []])
})

test('a pending refund is shown until it has succeeded, with a webhook or without', async () => {
  const intentId = await unmatchedPayment(REFUND_PENDS)
  await shop.runJobs('refund unmatched payments')
  expect(await read(admin)).toEqual({ ...order, unmatchedRefund: 'pending' })
  expect(await warnings()).toEqual([])
  shop.shop.advance(11_000)
  await processDueEvents(shop.shop)
  await shop.runJobs('refund unmatched payments')
  expect(await refundOf(intentId)).toMatchObject({ status: 'succeeded', next_attempt_at: null })
  expect(await read(admin)).toEqual(order)
  expect(await atProvider(intentId)).toEqual(['succeeded'])
})

// attack: unmatched-money
test('a manual refund counts before, during and after a failed attempt of the shop', async () => {
  const refundManually = (intentId: string) => owner.refunds.create({ payment_intent: intentId })
  const before = await unmatchedPayment()
  await refundManually(before)
  await shop.runJobs('refund unmatched payments')
  const meanwhile = await unmatchedPayment()
  const gateway = interceptedGateway(shop.shop, async ({ method }) => {
    if (method === 'POST') await refundManually(meanwhile)
    return undefined
  })
  await refundUnmatchedPayments(shop.shop, gateway)
  for (const intentId of [before, meanwhile]) {
    expect(await refundOf(intentId)).toMatchObject({ status: 'succeeded', next_attempt_at: null })
    expect(await atProvider(intentId)).toEqual(['succeeded'])
  }
  const failed = await unmatchedPayment(REFUND_FAILS)
  await shop.runJobs('refund unmatched payments')
  await later(6000)
  expect((await refundOf(failed)).status).toBe('failed')
  await refundManually(failed)
  await shop.runJobs('payment sandbox')
  expect(await refundOf(failed)).toMatchObject({ status: 'succeeded', next_attempt_at: null })
  shop.shop.advance(2000)
  await shop.runJobs('refund unmatched payments')
  expect(await atProvider(failed)).toEqual(['succeeded', 'failed'])
})

test('after a partial manual refund the shop refunds the rest', async () => {
  const intentId = await unmatchedPayment()
  await owner.refunds.create({ payment_intent: intentId, amount: 20 })
  await shop.runJobs('refund unmatched payments')
  const { data } = await owner.refunds.list({ payment_intent: intentId })
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([
    [UNMATCHED_CENTS - 20, 'succeeded'],
    [20, 'succeeded'],
  ])
  expect(await refundOf(intentId)).toMatchObject({ status: 'succeeded', next_attempt_at: null })
})

test('a refusal ends the idempotency key of a refund, a lost answer keeps it', async () => {
  const intentId = await unmatchedPayment()
  const keys: string[] = []
  const answers = [serverError, serverError, () => Promise.reject(new TypeError('terminated'))]
  const gateway = interceptedGateway(shop.shop, async ({ method, headers }) => {
    if (method !== 'POST') return undefined
    keys.push(headers.get('idempotency-key') ?? '')
    return answers.shift()?.()
  })
  for (let round = 0; round < 4; round += 1) {
    await refundUnmatchedPayments(shop.shop, gateway).catch(() => undefined)
    shop.shop.advance(3_600_000)
    if (round === 2) expect(await warnings()).toEqual(['refunds that failed: 1'])
  }
  expect(keys).toEqual(['', '-1', '-2', '-2'].map((end) => `refund-${intentId}${end}`))
  expect(await atProvider(intentId)).toEqual(['succeeded'])
  expect(await warnings()).toEqual([])
})

test('a failed refund of a cancelled order is logged with the order, and /readyz warns of it', async () => {
  const error = vi.spyOn(shop.shop.log, 'error')
  await unmatchedPayment(REFUND_FAILS)
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  await shop.runJobs('refund unmatched payments')
  await later(6000)
  expect(error.mock.calls).toEqual([[expect.objectContaining({ orderId: order._id }), expect.any(String)]])
  expect(await warnings()).toEqual(['refunds that failed: 1'])
})
