import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxUnderTest, refusalOf, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'
import { testSandboxOnly } from '#tests/support/stripe-conformance.ts'

let at: SandboxUnderTest
beforeAll(async () => {
  at = await createSandboxUnderTest()
})
afterAll(() => at[Symbol.asyncDispose]())

// spec: card-only
test('a new intent has the same shape as at Stripe', async () => {
  const terms = { amount: 5000, currency: 'usd', metadata: { orderId: 'order-1', note: 'neu & "quoted"' } }
  const intent = await at.stripe.paymentIntents.create({ ...terms, allowed_payment_method_types: ['card'] })
  expect(intent).toMatchObject({
    ...terms,
    object: 'payment_intent',
    amount_received: 0,
    livemode: false,
    status: 'requires_payment_method',
    payment_method_types: ['card'],
    automatic_payment_methods: null,
  })
  expect(intent.id).toMatch(/^pi_\w{24,}$/)
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`))
  expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(5)
  expect(intent.lastResponse.requestId).toMatch(/^req_/)
  expect(await at.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
})

test('payment methods other than cards are refused', async () => {
  const param = 'allowed_payment_method_types'
  const other = at.stripe.paymentIntents.create({ amount: 5000, currency: 'usd', [param]: ['card', 'ideal'] })
  expect(await refusalOf(other)).toMatchObject({ statusCode: 400, param })
})

test.each([
  [{ currency: 'usd' }, 'parameter_missing', 'amount'],
  [{ amount: 100 }, 'parameter_missing', 'currency'],
  [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
  [{ amount: -1, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
  [{ amount: 100.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
  [{ amount: '', currency: 'usd' }, 'parameter_invalid_empty', 'amount'],
  [{ amount: 100, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'colour'],
])('the intent %j is refused: %s', async (params, code, param) => {
  const refusal = await refusalOf(at.stripe.paymentIntents.create(params as never))
  expect(refusal).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code, param })
})

test('an unknown intent is a 404', async () => {
  const calls = [
    at.stripe.paymentIntents.retrieve('pi_unknown'),
    at.stripe.paymentIntents.confirm('pi_unknown'),
    at.stripe.paymentIntents.cancel('pi_unknown'),
  ]
  for (const refusal of await Promise.all(calls.map(refusalOf))) {
    expect(refusal).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    })
  }
})

test('a server confirms with a ready-made card, and a decline is an error with the intent', async () => {
  const confirm = async (payment_method: string) =>
    at.stripe.paymentIntents.confirm((await at.newIntent()).id, { payment_method })
  expect(await confirm('pm_card_visa')).toMatchObject({ status: 'succeeded', amount_received: 12_345 })
  const refusal = await refusalOf(confirm('pm_card_chargeDeclined'))
  expect(refusal).toMatchObject({ type: 'StripeCardError', statusCode: 402, decline_code: 'generic_decline' })
  const kept = await at.stripe.paymentIntents.retrieve(refusal.payment_intent?.id ?? '')
  expect(kept.status).toBe('requires_payment_method')
})

test('an intent without a card cannot be confirmed', async () => {
  const intent = await at.newIntent()
  const refusal = await refusalOf(at.stripe.paymentIntents.confirm(intent.id))
  expect(refusal).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
})

test('a succeeded intent cannot be confirmed or cancelled again', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4242424242424242')
  const calls = [
    at.stripe.paymentIntents.confirm(intent.id),
    at.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    at.stripe.paymentIntents.cancel(intent.id),
  ]
  for (const refusal of await Promise.all(calls.map(refusalOf))) {
    expect(refusal).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: intent.id, status: 'succeeded' },
    })
  }
  expect((await at.pay(intent, '4242424242424242')).body.error.code).toBe('payment_intent_unexpected_state')
})

test('a cancelled intent has its time, and accepts no payment', async () => {
  const intent = await at.newIntent()
  const cancelled = await at.stripe.paymentIntents.cancel(intent.id)
  expect(cancelled.status).toBe('canceled')
  expect(cancelled.canceled_at).toBeGreaterThan(0)
  expect(await at.pay(intent, '4242424242424242')).toMatchObject({
    status: 400,
    body: { error: { code: 'payment_intent_unexpected_state' } },
  })
  expect((await refusalOf(at.stripe.paymentIntents.cancel(intent.id))).code).toBe(
    'payment_intent_unexpected_state',
  )
})

testSandboxOnly.each([
  ['4000000000008807', 'succeeded'],
  ['4000000000008815', 'requires_payment_method'],
])('the card %s stays processing, cannot be cancelled, and ends as %s', async (number, status) => {
  const intent = await at.newIntent()
  expect((await at.pay(intent, number)).body.status).toBe('processing')
  expect((await refusalOf(at.stripe.paymentIntents.cancel(intent.id))).code).toBe(
    'payment_intent_unexpected_state',
  )
  await at.sandbox.job.run()
  at.shop.advance(5000)
  await Promise.all([at.sandbox.job.run(), at.another().job.run()])
  expect((await at.stripe.paymentIntents.retrieve(intent.id)).status).toBe(status)
  const events = await at.stripe.events.list({ limit: 100 })
  const ends = events.data.filter(
    (event) => /succeeded|failed/.test(event.type) && JSON.stringify(event).includes(intent.id),
  )
  expect(ends.map((event) => event.type).sort()).toEqual(
    status === 'succeeded'
      ? ['charge.succeeded', 'payment_intent.succeeded']
      : ['charge.failed', 'payment_intent.payment_failed'],
  )
})

testSandboxOnly('lists are newest first and paged as Stripe pages them', async () => {
  const intent = await at.newIntent()
  for (let tries = 0; tries < 5; tries++) {
    at.shop.advance(2)
    await at.pay(intent, '4000000000000002')
  }
  const list = (page: object) => at.stripe.charges.list({ payment_intent: intent.id, ...page })
  const ids = (charges: readonly { id: string }[]) => charges.map(({ id }) => id)
  const all = ids((await list({})).data)
  expect(all).toEqual(all.toSorted().reverse())
  const first = await list({ limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/charges' })
  expect(ids(first.data)).toEqual(all.slice(0, 2))
  const next = await list({ limit: 2, starting_after: all[1] })
  expect(ids(next.data)).toEqual(all.slice(2, 4))
  expect(ids(await list({ limit: 2 }).autoPagingToArray({ limit: 10 }))).toEqual(all)
  expect(await refusalOf(list({ limit: 101 }))).toMatchObject({ param: 'limit' })
})
