import { afterEach, beforeEach, expect, test } from 'vitest'
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

const decisions = () =>
  at.delivered.map(({ event }) => event.type).filter((type) => type.startsWith('charge.dispute'))

test('a dispute is listed by its payment, retrieved, and waits for a response', async () => {
  const dispute = await disputed()
  expect(dispute).toMatchObject({ object: 'dispute', amount: 12_345, status: 'needs_response' })
  expect(await at.stripe.disputes.retrieve(dispute.id)).toEqual(dispute)
  expect((await at.stripe.disputes.list({ payment_intent: 'pi_other' })).data).toEqual([])
})

test('winning evidence wins the dispute and returns the money', async () => {
  const { id } = await disputed()
  const evidence = { uncategorized_text: 'winning_evidence' }
  expect((await at.stripe.disputes.update(id, { evidence, submit: false })).status).toBe('needs_response')
  expect((await at.stripe.disputes.update(id, { evidence })).status).toBe('won')
  await at.sandbox.job.run()
  expect(decisions().toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
  ])
})

test('a disputed payment is not refunded, unless the dispute is won', async () => {
  const { id, charge } = await disputed()
  const refund = () => at.stripe.refunds.create({ charge: String(charge), amount: 100 })
  expect(await refusalOf(refund())).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
  await at.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
  expect((await refund()).amount).toBe(100)
})

test('closing a dispute loses it once', async () => {
  const { id } = await disputed()
  expect((await at.stripe.disputes.close(id)).status).toBe('lost')
  expect((await refusalOf(at.stripe.disputes.close(id))).statusCode).toBe(400)
  expect((await at.stripe.disputes.retrieve(id)).status).toBe('lost')
})
