import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandboxUnderTest, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'

let at: SandboxUnderTest
beforeEach(async () => {
  at = await createSandboxUnderTest()
})
afterEach(() => at[Symbol.asyncDispose]())

const types = (): string[] => at.delivered.map(({ event }) => event.type)

const idOf = (event: Stripe.Event | undefined): string | undefined => {
  const object = event?.data.object
  return object && 'id' in object ? object.id : undefined
}

test('each change sends a signed event that the official SDK accepts', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4242424242424242')
  await at.sandbox.job.run()
  expect(types()).toEqual(['payment_intent.succeeded'])
  const [delivery] = at.delivered
  const { payload = '', signature = '' } = delivery ?? {}
  const event = at.stripe.webhooks.constructEvent(payload, signature, at.keys.webhookSecret)
  expect(event).toMatchObject({
    object: 'event',
    livemode: false,
    type: 'payment_intent.succeeded',
    data: { object: { id: intent.id, status: 'succeeded', metadata: { orderId: 'order-1' } } },
  })
  expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
  expect(() => at.stripe.webhooks.constructEvent(payload, signature, at.keys.secretKey)).toThrow()
  expect(() => at.stripe.webhooks.constructEvent(`${payload} `, signature, at.keys.webhookSecret)).toThrow()
})

test.each([
  ['4000000000000002', ['payment_intent.payment_failed']],
  ['4000000000003220', ['payment_intent.requires_action']],
  ['4000000000008807', ['payment_intent.processing']],
])('paying with %s sends %j', async (number, expected) => {
  await at.pay(await at.newIntent(), number)
  await at.sandbox.job.run()
  expect(types()).toEqual(expected)
})

test('cancelling, refunding and disputing send events', async () => {
  const cancelled = await at.newIntent()
  await at.stripe.paymentIntents.cancel(cancelled.id)
  await at.sandbox.job.run()
  expect(types()).toEqual(['payment_intent.canceled'])
  expect(idOf(at.delivered[0]?.event)).toBe(cancelled.id)

  const paid = await at.newIntent()
  await at.pay(paid, '4000000000000259')
  await at.stripe.refunds.create({ payment_intent: paid.id })
  at.shop.advance(6000)
  await at.sandbox.job.run()
  expect(types().slice(1).sort()).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.refunded',
    'payment_intent.succeeded',
    'refund.created',
  ])
  const dispute = at.delivered.find(({ event }) => event.type === 'charge.dispute.created')
  expect(dispute?.event.data.object).toMatchObject({ payment_intent: paid.id, status: 'needs_response' })
})

test('a webhook that is not accepted is sent again, after growing waits, until it is', async () => {
  await at.pay(await at.newIntent(), '4242424242424242')
  at.answerWebhooks(500)
  for (const waitMs of [0, 1000, 5000, 30_000]) {
    if (waitMs > 0) {
      at.shop.advance(waitMs - 500)
      const before = at.delivered.length
      await at.sandbox.job.run()
      expect(at.delivered).toHaveLength(before)
      at.shop.advance(501)
    }
    await at.sandbox.job.run()
  }
  expect(at.delivered).toHaveLength(4)
  expect(new Set(at.delivered.map(({ payload }) => payload)).size).toBe(1)
  at.answerWebhooks(200)
  at.shop.advance(3_600_000)
  await at.sandbox.job.run()
  expect(at.delivered).toHaveLength(5)
  at.shop.advance(3_600_000)
  await at.sandbox.job.run()
  expect(at.delivered).toHaveLength(5)
  const [event] = (await at.stripe.events.list({ types: ['payment_intent.succeeded'] })).data
  expect(event?.pending_webhooks).toBe(0)
})

test('a webhook is given up after three days', async () => {
  await at.pay(await at.newIntent(), '4242424242424242')
  at.answerWebhooks(500)
  for (let hour = 0; hour < 80; hour++) {
    await at.sandbox.job.run()
    at.shop.advance(3_600_001)
  }
  const tried = at.delivered.length
  expect(tried).toBeGreaterThan(70)
  expect(tried).toBeLessThan(76)
})

test('several processes share the work: no event is lost or delivered twice', async () => {
  for (let made = 0; made < 30; made++) await at.stripe.paymentIntents.cancel((await at.newIntent()).id)
  await Promise.all([at.sandbox, at.another(), at.another()].map(({ job }) => job.run()))
  expect(at.delivered).toHaveLength(30)
  expect(new Set(at.delivered.map(({ event }) => event.id)).size).toBe(30)
})

test('an event that a killed process had reserved is delivered by another', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4242424242424242')
  const now = at.shop.now()
  // The state that a process leaves when it is killed during a delivery.
  await at.shop.db
    .updateTable('sandbox_stripe')
    .set({ due_at: now + 30_000 })
    .where('kind', '=', 'event')
    .where('due_at', 'is not', null)
    .execute()
  await at.another().job.run()
  expect(at.delivered).toHaveLength(0)
  at.shop.advance(30_001)
  await at.another().job.run()
  expect(types()).toEqual(['payment_intent.succeeded'])
})

test('events are listed, by type and time too', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4000000000000002')
  await at.pay(intent, '4242424242424242')
  const all = (await at.stripe.events.list()).data.map((event) => event.type)
  expect(all.toSorted()).toEqual([
    'charge.failed',
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
  ])
  const types = ['charge.failed', 'charge.succeeded']
  const two = await at.stripe.events.list({ types })
  expect(two.data.map((event) => event.type).toSorted()).toEqual(types)
  at.shop.advance(2000)
  const created = { gte: Math.floor(at.shop.now() / 1000) }
  const cancelled = await at.newIntent()
  const [event, ...others] = (await at.stripe.events.list({ created })).data
  expect([event?.type, idOf(event), others]).toEqual(['payment_intent.created', cancelled.id, []])
})

test('events are deleted after 30 days, as at Stripe', async () => {
  const intent = await at.newIntent()
  at.shop.advance(30 * 24 * 3_600_000 - 60_000)
  await at.sandbox.job.run()
  expect((await at.stripe.events.list()).data).toHaveLength(1)
  at.shop.advance(120_000)
  await at.sandbox.job.run()
  expect((await at.stripe.events.list()).data).toEqual([])
  expect((await at.stripe.paymentIntents.retrieve(intent.id)).id).toBe(intent.id)
})
