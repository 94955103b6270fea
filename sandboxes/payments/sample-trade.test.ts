import { expect, test } from 'vitest'
import { createSandboxUnderTest } from '#tests/support/payment-sandbox.ts'
import { forgetIntents } from './sample-trade.ts'

test('intents are forgotten with all that belongs to them, and what only names them in a text stays', async () => {
  await using at = await createSandboxUnderTest()
  const rows = () =>
    at.shop.db.selectFrom('sandbox_stripe').selectAll().orderBy('kind').orderBy('id').execute()
  const before = await rows()
  const paid = await at.newIntent(10_000)
  await at.pay(paid, '4242424242424242')
  await at.stripe.refunds.create({ payment_intent: paid.id, amount: 4000 }, { idempotencyKey: 'a refund' })
  const declined = await at.newIntent(5000)
  expect((await at.pay(declined, '4000000000000002')).status).toBe(402)
  const disputed = await at.newIntent(7000)
  await at.pay(disputed, '4000000000000259')
  const forgotten = new Set((await rows()).map(({ kind, id }) => `${kind} ${id}`))
  const metadata = { note: `in place of ${paid.id}` }
  const other = await at.stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata,
  })
  const kept = (await rows()).filter(({ kind, id }) => !forgotten.has(`${kind} ${id}`))
  expect(kept.length).toBeGreaterThan(1)
  const unknown = Array.from({ length: 1100 }, (_, number) => `pi_unknown${number}`)
  const known = await forgetIntents(at.shop.db, [paid.id, ...unknown, declined.id, disputed.id])
  expect([...known].sort()).toEqual([paid.id, declined.id, disputed.id].sort())
  expect(await rows()).toEqual([...before, ...kept].sort((one, next) => (key(one) < key(next) ? -1 : 1)))
  expect((await at.stripe.paymentIntents.retrieve(other.id)).metadata).toEqual(metadata)
})

const key = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`
