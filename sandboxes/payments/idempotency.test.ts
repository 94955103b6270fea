import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/id.ts'
import { createSandboxUnderTest, refusalOf, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'
import { testSandboxOnly } from '#tests/support/stripe-conformance.ts'

let at: SandboxUnderTest
beforeAll(async () => {
  at = await createSandboxUnderTest()
})
afterAll(() => at[Symbol.asyncDispose]())

const params = { amount: 5000, currency: 'usd', allowed_payment_method_types: ['card' as const] }

// Stripe stores the keys of earlier runs.
const run = newId()
const keyOf = (name: string): string => `${run}-${name}`

test('the same key returns the same intent, marked as a repeat', async () => {
  const idempotencyKey = keyOf('order-1')
  const first = await at.stripe.paymentIntents.create(params, { idempotencyKey })
  const again = await at.stripe.paymentIntents.create(params, { idempotencyKey })
  expect(again).toEqual(first)
  const headers = new Headers(again.lastResponse.headers)
  expect(headers.get('idempotent-replayed')).toBe('true')
  expect(headers.get('original-request')).toBe(first.lastResponse.requestId)
  expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
})

test('the same key with other parameters, or for another call, is an error', async () => {
  const idempotencyKey = keyOf('order-2')
  const intent = await at.stripe.paymentIntents.create(params, { idempotencyKey })
  const calls = [
    at.stripe.paymentIntents.create({ ...params, amount: 6000 }, { idempotencyKey }),
    at.stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey }),
  ]
  for (const refusal of await Promise.all(calls.map(refusalOf))) {
    expect(refusal).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      rawType: 'idempotency_error',
    })
  }
})

test('after a refused call its key can be used again, after a decline it cannot', async () => {
  const corrected = { idempotencyKey: keyOf('order-3') }
  await refusalOf(at.stripe.paymentIntents.create({ ...params, amount: 1 }, corrected))
  expect((await at.stripe.paymentIntents.create(params, corrected)).amount).toBe(5000)

  const declined = { idempotencyKey: keyOf('order-4') }
  const { id } = await at.newIntent()
  const pay = () =>
    at.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }, declined)
  const first = await refusalOf(pay())
  expect(first).toMatchObject({ type: 'StripeCardError', charge: expect.stringMatching(/^ch_/) })
  expect(await refusalOf(pay())).toMatchObject({ type: 'StripeCardError', charge: first.charge })
})

test('eight concurrent calls with one key create one intent', async () => {
  const idempotencyKey = keyOf('order-5')
  const made = await Promise.all(
    Array.from({ length: 8 }, () => at.stripe.paymentIntents.create(params, { idempotencyKey })),
  )
  expect(new Set(made.map((intent) => intent.id)).size).toBe(1)
})

testSandboxOnly('a key is deleted after a day', async () => {
  const idempotencyKey = keyOf('order-6')
  const first = await at.stripe.paymentIntents.create(params, { idempotencyKey })
  at.shop.advance(23 * 3_600_000)
  await at.sandbox.job.run()
  expect((await at.stripe.paymentIntents.create(params, { idempotencyKey })).id).toBe(first.id)
  at.shop.advance(2 * 3_600_000)
  await at.sandbox.job.run()
  expect((await at.stripe.paymentIntents.create(params, { idempotencyKey })).id).not.toBe(first.id)
})
