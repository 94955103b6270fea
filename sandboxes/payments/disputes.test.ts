import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDispute } from '#tests/support/payment-provider.ts'
import { createSandboxUnderTest, refusalOf, type SandboxUnderTest } from '#tests/support/payment-sandbox.ts'

let at: SandboxUnderTest
beforeEach(async () => {
  at = await createSandboxUnderTest()
})
afterEach(() => at[Symbol.asyncDispose]())

async function disputed() {
  const intent = await at.newIntent()
  await at.pay(intent, '4000000000000259')
  at.shop.advance(6000)
  await at.sandbox.job.run()
  const [dispute] = (await at.stripe.disputes.list({ payment_intent: intent.id })).data
  if (!dispute) throw new Error('there is no dispute')
  return dispute
}

const submit = (id: string, uncategorized_text: string) =>
  at.stripe.disputes.update(id, { evidence: { uncategorized_text } })

const decisions = () =>
  at.delivered.map(({ event }) => event.type).filter((type) => type.startsWith('charge.dispute'))

test('a dispute is listed by its payment, and waits for a response', async () => {
  const dispute = await disputed()
  expect(dispute).toMatchObject({ object: 'dispute', amount: 12_345, status: 'needs_response' })
  expect((await at.stripe.disputes.list({ payment_intent: 'pi_other' })).data).toEqual([])
})

test('winning evidence wins the dispute and returns the money', async () => {
  const { id } = await disputed()
  expect((await submit(id, 'winning_evidence')).status).toBe('won')
  await at.sandbox.job.run()
  expect(decisions().toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
  ])
})

test('a disputed payment is not refunded, unless the dispute is won', async () => {
  const { id, payment_intent } = await disputed()
  const refund = () => at.stripe.refunds.create({ payment_intent: String(payment_intent), amount: 100 })
  expect(await refusalOf(refund())).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
  await submit(id, 'winning_evidence')
  expect((await refund()).amount).toBe(100)
})

test('losing evidence loses the dispute once', async () => {
  const { id, payment_intent } = await disputed()
  expect((await submit(id, 'losing_evidence')).status).toBe('lost')
  expect((await refusalOf(submit(id, 'winning_evidence'))).statusCode).toBe(400)
  const { data } = await at.stripe.disputes.list({ payment_intent: String(payment_intent) })
  expect(data.map(({ status }) => status)).toEqual(['lost'])
  await at.sandbox.job.run()
  expect(decisions()).not.toContain('charge.dispute.funds_reinstated')
})

test('a payment has several disputes about parts of it, and what they leave can be refunded', async () => {
  const intent = await at.newIntent()
  await at.pay(intent, '4242424242424242')
  const { stripe } = at
  const open = (amount?: number) => openDispute(stripe, intent.id, amount)
  const [one, two] = [await open(5000), await open(345)]
  expect(await refusalOf(open(7001))).toMatchObject({ statusCode: 400 })
  const refund = (amount: number) => stripe.refunds.create({ payment_intent: intent.id, amount })
  expect(await refusalOf(refund(7001))).toMatchObject({ code: 'charge_disputed' })
  expect((await refund(3000)).amount).toBe(3000)
  await submit(one.id, 'losing_evidence')
  await submit(two.id, 'winning_evidence')
  expect((await open()).amount).toBe(4345)
  expect(await refusalOf(open())).toMatchObject({ statusCode: 400 })
  const { data } = await stripe.disputes.list({ payment_intent: intent.id })
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([
    [4345, 'needs_response'],
    [345, 'won'],
    [5000, 'lost'],
  ])
})
