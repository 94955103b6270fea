import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxUnderTest, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'
import { testSandboxOnly } from '#tests/support/stripe-conformance.ts'

let at: SandboxUnderTest
beforeAll(async () => {
  at = await createSandboxUnderTest()
})
afterAll(() => at[Symbol.asyncDispose]())

const authenticate = (intent: Stripe.PaymentIntent, outcome: string) =>
  at.browser(`/v1/payment_intents/${intent.id}/authenticate`, {
    client_secret: intent.client_secret ?? '',
    outcome,
  })

test.each(['4000002500003155', '4000000000003220', '4000002760003184'])(
  'the card %s asks for 3-D Secure before it pays',
  async (number) => {
    const intent = await at.newIntent()
    expect((await at.pay(intent, number)).body).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })
    expect((await at.stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(0)
  },
)

testSandboxOnly.each(['4000002500003155', '4000000000003220', '4000002760003184'])(
  'the card %s pays when the authentication is completed',
  async (number) => {
    const intent = await at.newIntent()
    const asked = await at.pay(intent, number)
    expect(asked).toMatchObject({
      status: 200,
      body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
    })
    expect((await at.stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(0)
    expect((await authenticate(intent, 'succeeded')).body).toMatchObject({
      status: 'succeeded',
      next_action: null,
    })
    expect((await at.stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(12_345)
  },
)

testSandboxOnly('a failed authentication leaves the intent open, with the reason', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4000002500003155')
  const failed = await authenticate(intent, 'failed')
  expect(failed.body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure', type: 'invalid_request_error' },
  })
  expect((await authenticate(intent, 'succeeded')).body.error.code).toBe('payment_intent_unexpected_state')
  expect((await at.pay(intent, '4242424242424242')).body.status).toBe('succeeded')
})

testSandboxOnly('a bank can decline after the authentication', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4000008260003178')
  expect((await authenticate(intent, 'succeeded')).body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: 'insufficient_funds' },
  })
})

test('another card can be tried while the authentication is pending', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4000000000003220')
  expect((await at.pay(intent, '4242424242424242')).body.status).toBe('succeeded')
})

testSandboxOnly(
  'an intent that awaits authentication can be cancelled, and then no longer authenticated',
  async () => {
    const intent = await at.newIntent()
    await at.pay(intent, '4000000000003220')
    expect((await at.stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled')
    expect((await authenticate(intent, 'succeeded')).body.error.code).toBe('payment_intent_unexpected_state')
  },
)

testSandboxOnly('an authentication needs the client secret', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4000000000003220')
  const refused = await at.browser(`/v1/payment_intents/${intent.id}/authenticate`, { outcome: 'succeeded' })
  expect(refused).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
})
