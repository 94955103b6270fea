import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxUnderTest, refusalOf, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'
import { testSandboxOnly } from '#tests/support/stripe-conformance.ts'

let at: SandboxUnderTest
beforeAll(async () => {
  at = await createSandboxUnderTest()
})
afterAll(() => at[Symbol.asyncDispose]())

async function paidIntent(number = '4242424242424242'): Promise<string> {
  const intent = await at.newIntent(10_000)
  await at.pay(intent, number)
  return intent.id
}

const statusesOf = async (payment_intent: string) =>
  (await at.stripe.refunds.list({ payment_intent })).data.map(({ status }) => status)

test('a payment is refunded in full', async () => {
  const payment_intent = await paidIntent()
  const refund = await at.stripe.refunds.create({
    payment_intent,
    metadata: { why: 'test' },
  })
  expect(refund).toMatchObject({
    object: 'refund',
    amount: 10_000,
    currency: 'usd',
    payment_intent,
    status: 'succeeded',
    metadata: { why: 'test' },
  })
  expect(await at.chargeOf(payment_intent)).toMatchObject({ refunded: true, amount_refunded: 10_000 })
  expect((await at.stripe.paymentIntents.retrieve(payment_intent)).status).toBe('succeeded')
})

test('a payment is refunded in parts until nothing is left', async () => {
  const payment_intent = await paidIntent()
  await at.stripe.refunds.create({ payment_intent, amount: 4000 })
  expect(await at.chargeOf(payment_intent)).toMatchObject({ refunded: false, amount_refunded: 4000 })
  const tooMuch = await refusalOf(at.stripe.refunds.create({ payment_intent, amount: 6001 }))
  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
  expect((await at.stripe.refunds.create({ payment_intent })).amount).toBe(6000)
  const again = await refusalOf(at.stripe.refunds.create({ payment_intent }))
  expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
})

test('an unpaid intent is not refunded', async () => {
  const open = await at.newIntent()
  expect(await refusalOf(at.stripe.refunds.create({ payment_intent: open.id }))).toMatchObject({
    statusCode: 400,
  })
  expect(await refusalOf(at.stripe.refunds.create({ payment_intent: 'pi_unknown' }))).toMatchObject({
    statusCode: 404,
  })
  expect(await refusalOf(at.stripe.refunds.create({}))).toMatchObject({ statusCode: 400 })
})

test('refunds are listed by their payment', async () => {
  const payment_intent = await paidIntent()
  const other = await paidIntent()
  const refund = await at.stripe.refunds.create({ payment_intent })
  await at.stripe.refunds.create({ payment_intent: other })
  expect((await at.stripe.refunds.list({ payment_intent })).data).toEqual([refund])
})

testSandboxOnly('of eight concurrent refunds exactly one succeeds', async () => {
  const payment_intent = await paidIntent()
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => at.stripe.refunds.create({ payment_intent })),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(await at.chargeOf(payment_intent)).toMatchObject({ amount_refunded: 10_000 })
})

testSandboxOnly('a refund to 4000000000007726 is pending at first', async () => {
  const payment_intent = await paidIntent('4000000000007726')
  const refund = await at.stripe.refunds.create({ payment_intent })
  expect(refund.status).toBe('pending')
  at.shop.advance(6000)
  await at.sandbox.job.run()
  expect(await statusesOf(payment_intent)).toEqual(['succeeded'])
  expect(at.delivered.at(-1)?.event).toMatchObject({
    type: 'refund.updated',
    data: { object: { id: refund.id } },
  })
})

testSandboxOnly(
  'a refund to 4000000000005126 fails later, and the charge is no longer refunded',
  async () => {
    const payment_intent = await paidIntent('4000000000005126')
    const refund = await at.stripe.refunds.create({ payment_intent })
    expect(refund.status).toBe('succeeded')
    at.shop.advance(6000)
    await Promise.all([at.sandbox, at.another(), at.another()].map(({ job }) => job.run()))
    expect(await statusesOf(payment_intent)).toEqual(['failed'])
    expect(await at.chargeOf(payment_intent)).toMatchObject({ refunded: false, amount_refunded: 0 })
    expect(at.delivered.filter(({ event }) => event.type === 'refund.failed')).toHaveLength(1)
  },
)
