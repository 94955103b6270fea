import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeSdk } from '#tests/support/payment-provider.ts'
import { createSandboxUnderTest, refusalOf, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'
import { testSandboxOnly, testWithPublishableKey } from '#tests/support/stripe-conformance.ts'
import { sandboxKeys } from './keys.ts'

let at: SandboxUnderTest
beforeAll(async () => {
  at = await createSandboxUnderTest()
})
afterAll(() => at[Symbol.asyncDispose]())

test('keys depend on the secret only, differ from each other and do not disclose it', () => {
  const keys = sandboxKeys('a secret of this shop, long enough')
  expect(sandboxKeys('a secret of this shop, long enough')).toEqual(keys)
  expect(sandboxKeys('another secret of another shop!!')).not.toEqual(keys)
  expect(keys.secretKey).toMatch(/^sk_test_sandbox_\w{40}$/)
  expect(keys.publishableKey).toMatch(/^pk_test_sandbox_\w{40}$/)
  expect(keys.webhookSecret).toMatch(/^whsec_sandbox_\w{40}$/)
  expect(new Set(Object.values(keys).map((key) => key.slice(-40))).size).toBe(3)
})

// attack: publishable-key
testSandboxOnly('the secret key is refused on the public routes', async () => {
  const intent = await at.newIntent()
  for (const path of [`/v1/payment_intents/${intent.id}`, '/v1/refunds', '/v1/events', '/v1/unknown']) {
    const refused = await at.browser(path, undefined, at.keys.secretKey)
    expect(refused).toMatchObject({ status: 401, body: { error: { type: 'invalid_request_error' } } })
    expect(JSON.stringify(refused.body)).not.toContain(at.keys.secretKey)
  }
  const created = await at.browser(
    '/v1/payment_intents',
    { amount: '100', currency: 'usd' },
    at.keys.secretKey,
  )
  expect(created.status).toBe(401)
})

testSandboxOnly('without a key, or with a wrong key, every call is refused', async () => {
  expect((await at.sandbox.publicRoutes.request('/v1/events')).status).toBe(401)
  expect((await at.browser('/v1/events', undefined, 'pk_test_other')).status).toBe(401)
  for (const key of ['sk_test_other', at.keys.publishableKey]) {
    const refusal = await refusalOf(stripeSdk(key, at.sandbox.internal).events.list())
    expect(refusal).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  }
})

// attack: publishable-key
testWithPublishableKey(
  'the publishable key creates, lists, changes, cancels and refunds nothing',
  async () => {
    const intent = await at.newIntent()
    await at.pay(intent, '4242424242424242')
    const secret = { client_secret: intent.client_secret ?? '' }
    const tries: [string, Record<string, string>?][] = [
      ['/v1/payment_intents', { amount: '100', currency: 'usd' }],
      [`/v1/payment_intents/${intent.id}/cancel`, secret],
      ['/v1/refunds', { payment_intent: intent.id }],
      ['/v1/refunds'],
      ['/v1/events'],
      [`/v1/charges?payment_intent=${intent.id}`],
      [`/v1/disputes?payment_intent=${intent.id}`],
      ['/v1/disputes/du_unknown', { 'evidence[uncategorized_text]': 'winning_evidence' }],
    ]
    for (const [path, form] of tries) {
      const refused = await at.browser(path, form)
      expect(refused, path).toMatchObject({ status: 403, body: { error: { code: 'secret_key_required' } } })
    }
    // The sandbox has no call that changes an intent.
    const changed = await at.browser(`/v1/payment_intents/${intent.id}`, { ...secret, amount: '50' })
    expect([403, 404]).toContain(changed.status)
    expect(await at.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount: 12_345,
    })
    expect(await at.chargeOf(intent.id)).toMatchObject({ amount_refunded: 0 })
  },
)

testWithPublishableKey(
  'the publishable key reads an intent by its client secret, without the private data of the shop',
  async () => {
    const intent = await at.newIntent()
    const path = `/v1/payment_intents/${intent.id}`
    const seen = await at.browser(`${path}?client_secret=${intent.client_secret}`)
    expect(seen).toMatchObject({ status: 200, body: { id: intent.id, amount: 12_345, livemode: false } })
    expect(seen.body).not.toHaveProperty('metadata')
    expect(seen.headers.get('request-id')).toMatch(/^req_/)
  },
)

testSandboxOnly('a payment with the publishable key returns no private data of the shop', async () => {
  const intent = await at.newIntent()
  const paid = await at.pay(intent, '4242424242424242')
  expect(paid.body).not.toHaveProperty('metadata')
  expect(paid.body).not.toHaveProperty('latest_charge')
})

testWithPublishableKey('another client secret gives access to nothing', async () => {
  const intent = await at.newIntent()
  const other = await at.newIntent()
  const path = `/v1/payment_intents/${intent.id}`
  const missing = { status: 400, body: { error: { code: 'parameter_missing', param: 'client_secret' } } }
  const wrong = {
    status: 400,
    body: { error: { code: 'payment_intent_invalid_parameter', param: 'client_secret' } },
  }
  expect(await at.browser(path)).toMatchObject(missing)
  expect(await at.browser(`${path}?client_secret=${other.client_secret}`)).toMatchObject(wrong)
  expect(await at.browser(`${path}?client_secret=${intent.client_secret}x`)).toMatchObject(wrong)
  const card = { 'payment_method_data[type]': 'card', payment_method: 'pm_card_visa' }
  expect(await at.browser(`${path}/confirm`, card)).toMatchObject(missing)
  expect(
    await at.browser(`${path}/confirm`, { ...card, client_secret: other.client_secret ?? '' }),
  ).toMatchObject(wrong)
  expect((await at.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
})

testSandboxOnly('a browser makes a payment method and pays with it', async () => {
  const method = await at.browser('/v1/payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '4',
    'card[exp_year]': String(new Date().getUTCFullYear() + 1),
    'card[cvc]': '123',
    'billing_details[name]': 'A name',
    'billing_details[email]': 'name@shop.example',
  })
  expect(method.body).toMatchObject({
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4: '4242', exp_month: 4 },
    billing_details: { name: 'A name', email: 'name@shop.example' },
  })
  const intent = await at.newIntent()
  const paid = await at.browser(`/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    payment_method: method.body.id,
  })
  expect(paid.body).toMatchObject({ status: 'succeeded', payment_method: method.body.id })
})

testSandboxOnly(
  'the key may be a form parameter, or the user name of Basic authentication, as at Stripe',
  async () => {
    const intent = await at.newIntent()
    const path = `/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`
    const inQuery = await at.sandbox.publicRoutes.request(`${path}&key=${at.keys.publishableKey}`)
    expect(inQuery.status).toBe(200)
    const basic = Buffer.from(`${at.keys.publishableKey}:`).toString('base64')
    const inBasic = await at.sandbox.publicRoutes.request(path, {
      headers: { Authorization: `Basic ${basic}` },
    })
    expect(inBasic.status).toBe(200)
  },
)

testSandboxOnly(
  'a path of Stripe that the sandbox does not support is a 404 in the format of Stripe',
  async () => {
    const refusal = await refusalOf(at.stripe.customers.list())
    expect(refusal).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 })
    expect((await at.browser('/v1/tokens', { a: '1' })).status).toBe(404)
  },
)

testSandboxOnly('a body that is not form-encoded is refused', async () => {
  const response = await at.sandbox.publicRoutes.request('/v1/payment_methods', {
    method: 'POST',
    headers: { Authorization: `Bearer ${at.keys.publishableKey}`, 'Content-Type': 'application/json' },
    body: '{"type":"card"}',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})
