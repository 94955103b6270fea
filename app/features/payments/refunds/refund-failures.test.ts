import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyEmail } from '#tests/support/customer.ts'
import { decideDispute, openDispute, serverError } from '#tests/support/payment-provider.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'
import { findFailedRefunds } from '../payments.ts'
import { completeRefunds } from './refund-order.ts'
import { reserveRefund } from './reserve-refund.ts'

const REFUND_FAILS = '4000000000005126'
const REFUND_PENDS = '4000000000007726'

let setup: RefundSetup
beforeEach(async () => {
  setup = await createRefundSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

// attack: double-refund
test.each([
  ['with an error of its own', serverError],
  ['after the connection is lost', () => Promise.reject(new TypeError('terminated'))],
])(
  'when the provider answers %s, the outcome is unknown: it is asked again, and refunds once',
  async (_how, answer) => {
    const order = await setup.paidOrder()
    const before = await setup.read(order)
    await expect(setup.requestBy(setup.answering(answer), order, 4, 'unsure')).rejects.toMatchObject({
      code: 'refund_unconfirmed',
      status: 503,
    })
    const asked = await setup.read(order)
    expect(asked).toEqual({ ...before, refunds: asked.refunds, refundableAmount: 0.25 })
    expect(asked.refunds).toMatchObject([{ amount: 4, state: 'asked' }])
    expect((await setup.request(order, 4, 'unsure')).status).toBe(503)
    expect((await setup.request(order, 4)).status).toBe(409)
    await setup.complete()
    await setup.complete()
    expect(await setup.atProvider(order)).toEqual([400])
    expect(await setup.statesOf(order)).toEqual(['succeeded'])
    expect(await setup.read(order)).toMatchObject({ refundedAmount: 4, refundableAmount: 0.25 })
    expect((await setup.request(order, 4, 'unsure')).body.refundedAmount).toBe(4)
    expect(await setup.eventsOf(order)).toEqual(['admin: $4.00 in all'])
  },
)

// attack: double-refund
test('a refund that was made while its answer was lost is found, and not made again', async () => {
  const order = await setup.paidOrder()
  const losing = setup.answering(async (send) => {
    await send()
    throw new TypeError('terminated')
  })
  await expect(setup.requestBy(losing, order, 1)).rejects.toMatchObject({ status: 503 })
  expect(await setup.atProvider(order)).toEqual([100])
  const asking = vi.fn(serverError)
  await completeRefunds(setup.shop.shop, setup.answering(asking))
  expect(asking).not.toHaveBeenCalled()
  expect(await setup.read(order)).toMatchObject({ refundedAmount: 1, refunds: [{ state: 'succeeded' }] })
  await setup.shop.runJobs()
  expect(await setup.eventsOf(order)).toEqual(['admin: $1.00 in all'])
  expect(setup.mailsOf(order)).toBe(1)
})

// attack: double-refund
test('a process that is killed before it asks the provider leaves a refund that another completes, once', async () => {
  const order = await setup.paidOrder()
  const reserve = {
    orderId: order._id,
    asked: { amountCents: 100 },
    reason: 'A sample',
    message: null,
    restock: false,
    key: 'killed',
  }
  await reserveRefund(setup.shop.shop, await setup.adminUser(), reserve)
  await setup.complete()
  expect(await setup.atProvider(order)).toEqual([])
  setup.shop.shop.advance(61_000)
  await Promise.all([setup.complete(), setup.complete()])
  expect(await setup.atProvider(order)).toEqual([100])
  expect((await setup.request(order, 1, 'killed')).body).toMatchObject({
    refundedAmount: 1,
    refundableAmount: 3.25,
  })
  await setup.afterLease()
  expect(await setup.atProvider(order)).toEqual([100])
})

test('a refusal of the provider is said in its words and leaves the order as before', async () => {
  const order = await setup.paidOrder()
  // The shop has not heard of the dispute yet.
  const dispute = await openDispute(setup.owner, order.transactionId)
  const before = await setup.read(order)
  const refused = await setup.request(order, 1, 'refused')
  expect([refused.status, refused.body.code]).toEqual([409, 'refund_refused'])
  expect(refused.body.detail).toMatch(/^Nothing was refunded\. The payment provider says: .*charged back/)
  expect(await setup.read(order)).toMatchObject({
    dispute: 'open',
    refunds: before.refunds,
    status: 'pending',
  })
  expect(await setup.shop.shop.db.selectFrom('order_refunds').selectAll().execute()).toEqual([])
  await decideDispute(setup.owner, dispute, 'lost')
  await setup.shop.runJobs()
  expect(await setup.read(order)).toMatchObject({ dispute: 'lost', refundableAmount: 0 })
  expect((await setup.request(order, 1, 'refused')).body.code).toBe('conflict')
})

test('a refund that is refused after its outcome was unknown is kept as failed, reported and counted', async () => {
  const order = await setup.paidOrder()
  const error = vi.spyOn(setup.shop.shop.log, 'error')
  await expect(setup.requestBy(setup.answering(serverError), order, 4)).rejects.toMatchObject({ status: 503 })
  await setup.owner.refunds.create({ payment_intent: order.transactionId, amount: 400 })
  await setup.complete()
  expect(await setup.read(order)).toMatchObject({
    refundedAmount: 4,
    refundableAmount: 0.25,
    refunds: [{ state: 'failed', failure: expect.stringContaining('greater than') }],
  })
  expect(error).toHaveBeenCalledTimes(1)
  expect((await findFailedRefunds(setup.shop.shop.db)).count).toBe(1)
  expect((await setup.shop.call('GET', '/readyz')).body.warnings).toEqual(['refunds that failed: 1'])
  expect((await setup.request(order, 0.25)).status).toBe(201)
  expect((await findFailedRefunds(setup.shop.shop.db)).count).toBe(0)
  expect(setup.mailsOf(order)).toBe(1)
})

test('a failed refund no longer counts once the rest is refunded at the provider, or a dispute took it', async () => {
  const { shop, owner } = setup
  const [refunded, disputed] = [await setup.paidOrder(), await setup.paidOrder()]
  for (const order of [refunded, disputed]) {
    await expect(setup.requestBy(setup.answering(serverError), order, 4)).rejects.toMatchObject({
      status: 503,
    })
    await owner.refunds.create({ payment_intent: order.transactionId, amount: 400 })
  }
  await setup.complete()
  expect((await findFailedRefunds(shop.shop.db)).count).toBe(2)
  await owner.refunds.create({ payment_intent: refunded.transactionId, amount: 25 })
  await shop.runJobs()
  expect((await findFailedRefunds(shop.shop.db)).orderIds).toEqual([disputed._id])
  const setDispute = (dispute: 'open' | 'lost') =>
    shop.shop.db.updateTable('orders').set({ dispute }).where('id', '=', disputed._id).execute()
  await setDispute('open')
  expect((await findFailedRefunds(shop.shop.db)).count).toBe(1)
  await setDispute('lost')
  expect((await findFailedRefunds(shop.shop.db)).count).toBe(0)
  expect(await setup.statesOf(disputed)).toEqual(['failed'])
})

test('a refund whose outcome stays unknown counts as failing', async () => {
  const order = await setup.paidOrder()
  await expect(setup.requestBy(setup.answering(serverError), order, 1)).rejects.toMatchObject({ status: 503 })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await findFailedRefunds(setup.shop.shop.db)).count).toBe(0)
    await expect(completeRefunds(setup.shop.shop, setup.answering(serverError))).rejects.toThrow()
    setup.shop.shop.advance(3_600_000)
  }
  expect((await findFailedRefunds(setup.shop.shop.db)).count).toBe(1)
  await setup.complete()
  expect((await findFailedRefunds(setup.shop.shop.db)).count).toBe(0)
})

test('a pending refund counts, and its customer is told when it has succeeded, with a webhook or without', async () => {
  const order = await setup.paidOrder(REFUND_PENDS)
  const pending = await setup.request(order, 4.25)
  expect(pending.body).toMatchObject({ refundedAmount: 4.25, refunds: [{ state: 'pending' }] })
  expect((await setup.request(order, 0.01)).status).toBe(409)
  expect(setup.mailsOf(order)).toBe(0)
  setup.shop.shop.advance(6000)
  await setup.shop.runJobs('payment sandbox')
  // The webhooks of the sandbox are lost from here on.
  await setup.shop.shop.db
    .updateTable('sandbox_stripe')
    .set({ due_at: null })
    .where('kind', '=', 'event')
    .execute()
  await setup.afterLease()
  await setup.shop.runJobs()
  expect(await setup.statesOf(order)).toEqual(['succeeded'])
  expect(setup.mailsOf(order)).toBe(1)
  expect(await setup.eventsOf(order)).toEqual(['admin: $4.25 in all'])
})

test('a refund that fails later frees its amount, is reported and counted until another is made; no mail leaves', async () => {
  const order = await setup.paidOrder(REFUND_FAILS)
  const error = vi.spyOn(setup.shop.shop.log, 'error')
  expect((await setup.request(order, 4.25, 'failing', true)).body).toMatchObject({ refundedAmount: 4.25 })
  setup.shop.shop.advance(6000)
  await setup.shop.runJobs()
  await setup.shop.runJobs()
  const failed = await setup.read(order)
  expect(failed).toMatchObject({ refundableAmount: 4.25, refunds: [{ state: 'failed', failure: 'unknown' }] })
  expect(failed.refundedAmount).toBeUndefined()
  expect(await setup.eventsOf(order)).toEqual([
    'admin: $4.25 in all',
    'provider: $0.00 in all, because a refund failed',
  ])
  expect(error).toHaveBeenCalledTimes(1)
  expect((await findFailedRefunds(setup.shop.shop.db)).count).toBe(1)
  const mails = (await setup.shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } }))
    .body
  expect(JSON.stringify(mails)).not.toContain('refunded')
  // Its pieces were put back, so that nothing ships although the money is not back.
  expect(failed.restockedAt).toBeDefined()
  const shipping = await setup.shop.call('POST', `/api/order/${order._id}/shipments`, {
    as: setup.admin,
    body: {},
  })
  expect(shipping.status).toBe(409)
  const again = await setup.request(order, 4.25, 'failing')
  expect([again.status, again.body.code]).toEqual([422, 'key_reused'])
  expect((await setup.request(order, 4.25)).status).toBe(201)
  expect((await findFailedRefunds(setup.shop.shop.db)).count).toBe(0)
})

// attack: refund-reason
test('the mail of a refund has its amount, and what is refunded in all', async () => {
  await verifyEmail(setup.shop.shop, setup.customer)
  const order = await setup.paidOrder()
  await setup.request(order, 1)
  await setup.request(order, 0.5)
  await setup.shop.runJobs()
  const mails = (await setup.shop.call('GET', '/sandbox/mail', { headers: { Accept: 'application/json' } }))
    .body
  const texts = mails
    .filter(({ subject }: { subject: string }) => subject.startsWith('Your order is partly refunded'))
    .map(({ text }: { text: string }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.join()).toContain('your order: $1.00 of $4.25 went back')
  expect(texts.join()).toContain('your order: $0.50 of $4.25 went back')
  expect(texts.join()).toContain('Refunded in all: $1.50')
  expect(texts.join()).not.toContain('A sample')
})

test('when the account of the provider does not know the payment any more, what was refunded stays recorded', async () => {
  const order = await setup.paidOrder()
  await setup.request(order, 1)
  const before = await setup.read(order)
  // As after a change to the keys of another account.
  await setup.shop.shop.db.deleteFrom('sandbox_stripe').execute()
  const refused = await setup.request(order, 2)
  expect([refused.status, refused.body.code]).toEqual([409, 'refund_refused'])
  expect(await setup.read(order)).toEqual(before)
})
