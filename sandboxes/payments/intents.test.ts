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
  const intent = await at.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    automatic_payment_methods: { enabled: true },
    description: 'Bolts',
    metadata: { orderId: 'order-1', userId: 'user-1' },
  })
  expect(intent).toMatchObject({
    object: 'payment_intent',
    amount: 5000,
    amount_received: 0,
    currency: 'usd',
    livemode: false,
    status: 'requires_payment_method',
    payment_method_types: expect.arrayContaining(['card']),
    automatic_payment_methods: { enabled: true },
    description: 'Bolts',
    metadata: { orderId: 'order-1', userId: 'user-1' },
  })
  expect(intent.id).toMatch(/^pi_\w{24,}$/)
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`))
  expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(5)
  expect(intent.lastResponse.requestId).toMatch(/^req_/)
  expect(await at.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
})

test.each(['allowed_payment_method_types', 'payment_method_types'])(
  '%s[] is accepted for cards and refused for other types',
  async (name) => {
    const params = (types: string[]) => ({ amount: 5000, currency: 'usd', [name]: types })
    expect(await at.stripe.paymentIntents.create(params(['card']))).toMatchObject({
      automatic_payment_methods: null,
      payment_method_types: ['card'],
    })
    const other = at.stripe.paymentIntents.create(params(['card', 'ideal']))
    expect(await refusalOf(other)).toMatchObject({ statusCode: 400, param: name })
  },
)

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

test('metadata are merged, and an empty value removes its key', async () => {
  const { id } = await at.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    metadata: { a: '1', b: '2', __proto__x: '3' },
  })
  const changed = await at.stripe.paymentIntents.update(id, { metadata: { b: '', c: 'neu & "quoted"' } })
  expect(changed.metadata).toEqual({ a: '1', c: 'neu & "quoted"', __proto__x: '3' })
  expect((await at.stripe.paymentIntents.update(id, { metadata: '' })).metadata).toEqual({})
  const long = at.stripe.paymentIntents.update(id, { metadata: { a: 'x'.repeat(501) } })
  expect(await refusalOf(long)).toMatchObject({ statusCode: 400, param: 'metadata[a]' })
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

test('an intent can be given its card first and be confirmed later, by the server', async () => {
  const intent = await at.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
  })
  expect(intent.status).toBe('requires_confirmation')
  const paid = await at.stripe.paymentIntents.confirm(intent.id, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 5000,
    latest_charge: { object: 'charge', paid: true, amount: 5000, payment_intent: intent.id },
  })
  const chargeId = (paid.latest_charge as { id: string }).id
  expect(await at.stripe.charges.retrieve(chargeId)).toMatchObject({ id: chargeId, captured: true })
})

test('confirm: true pays at once, and a decline is an error with the intent', async () => {
  const params = {
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card' as const],
    confirm: true,
  }
  const paid = await at.stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_visa' })
  expect(paid.status).toBe('succeeded')
  const declined = at.stripe.paymentIntents.create({ ...params, payment_method: 'pm_card_chargeDeclined' })
  const refusal = await refusalOf(declined)
  expect(refusal).toMatchObject({ type: 'StripeCardError', statusCode: 402, decline_code: 'generic_decline' })
  const kept = await at.stripe.paymentIntents.retrieve(refusal.payment_intent?.id ?? '')
  expect(kept.status).toBe('requires_payment_method')
})

test('an intent without a card cannot be confirmed', async () => {
  const intent = await at.newIntent()
  const refusal = await refusalOf(at.stripe.paymentIntents.confirm(intent.id))
  expect(refusal).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
})

test('a succeeded intent cannot be confirmed, cancelled or changed again', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4242424242424242')
  const calls = [
    at.stripe.paymentIntents.confirm(intent.id),
    at.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    at.stripe.paymentIntents.cancel(intent.id),
    at.stripe.paymentIntents.update(intent.id, { amount: 100 }),
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
  expect((await at.stripe.paymentIntents.update(intent.id, { metadata: { a: '1' } })).metadata.a).toBe('1')
})

test('a cancelled intent has its time and reason, and accepts no payment', async () => {
  const intent = await at.newIntent()
  const cancelled = await at.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
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
  const noted = await at.stripe.paymentIntents.update(intent.id, { metadata: { note: 'while it processes' } })
  expect(noted.status).toBe('processing')
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
  const ids: string[] = []
  for (let made = 0; made < 5; made++) {
    at.shop.advance(2)
    ids.unshift((await at.newIntent()).id)
  }
  const first = await at.stripe.paymentIntents.list({ limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
  expect(first.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2))
  const next = await at.stripe.paymentIntents.list({ limit: 2, starting_after: ids[1] ?? '' })
  expect(next.data.map((intent) => intent.id)).toEqual(ids.slice(2, 4))
  const back = await at.stripe.paymentIntents.list({ limit: 2, ending_before: ids[2] ?? '' })
  expect(back.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2))
  const all = await at.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 5 })
  expect(all.map((intent) => intent.id)).toEqual(ids)
  expect(await refusalOf(at.stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
})

test('a field that cannot be expanded is refused', async () => {
  const intent = await at.newIntent()
  const refusal = await refusalOf(at.stripe.paymentIntents.retrieve(intent.id, { expand: ['amount'] }))
  expect(refusal).toMatchObject({ statusCode: 400, message: expect.stringContaining('cannot be expanded') })
})
