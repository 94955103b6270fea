import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeSdk } from '#tests/support/payment-provider.ts'
import { createSandboxUnderTest, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'

let at: SandboxUnderTest
beforeAll(async () => {
  at = await createSandboxUnderTest()
})
afterAll(() => at[Symbol.asyncDispose]())

// attack: double-payment
test('of eight concurrent confirms exactly one succeeds, and creates one charge', async () => {
  for (let round = 0; round < 5; round++) {
    const intent = await at.newIntent()
    const answers = await Promise.all(Array.from({ length: 8 }, () => at.pay(intent, '4242424242424242')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)
    expect(codes).toEqual(Array(7).fill('payment_intent_unexpected_state'))
    const charges = (await at.stripe.events.list({ types: ['charge.succeeded'], limit: 100 })).data
    expect(charges).toHaveLength(round + 1)
  }
})

test('of a concurrent confirm and cancel exactly one succeeds, and the intent has its status', async () => {
  for (let round = 0; round < 10; round++) {
    const intent = await at.newIntent()
    const [paid, cancelled] = await Promise.all([
      at.pay(intent, '4242424242424242').then(({ status }) => status === 200),
      at.stripe.paymentIntents.cancel(intent.id).then(
        () => true,
        () => false,
      ),
    ])
    expect(paid).not.toBe(cancelled)
    const { status } = await at.stripe.paymentIntents.retrieve(intent.id)
    expect(status).toBe(paid ? 'succeeded' : 'canceled')
  }
})

test('an intent of one process is available in another, and in a new one', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4242424242424242')
  const other = stripeSdk(at.keys.secretKey, at.another().internal)
  expect((await other.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})
