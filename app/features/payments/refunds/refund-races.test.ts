import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { interceptedGateway } from '#tests/support/payment-provider.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'
import { syncFromStripe } from './reconcile-refunds.ts'

let setup: RefundSetup
beforeEach(async () => {
  setup = await createRefundSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

// attack: excess-refund
test('of refunds that several processes make at once only as many are made as there is money', async () => {
  const order = await setup.paidOrder()
  const answers = await Promise.all(Array.from({ length: 8 }, () => setup.request(order, 1)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409, 409])
  expect(await setup.atProvider(order)).toEqual([100, 100, 100, 100])
  await setup.shop.runJobs()
  expect(await setup.read(order)).toMatchObject({ refundedAmount: 4, refundableAmount: 0.25 })
  expect(await setup.eventsOf(order)).toEqual(
    ['$1.00', '$2.00', '$3.00', '$4.00'].map((sum) => `admin: ${sum} in all`),
  )
  expect(setup.mailsOf(order)).toBe(4)
})

// attack: excess-refund
test('a refund in the dashboard of the provider meanwhile is recorded, and no more than all goes back', async () => {
  const order = await setup.paidOrder()
  const meanwhile = setup.answering(async (send) => {
    await setup.owner.refunds.create({ payment_intent: order.transactionId, amount: 400 })
    await syncFromStripe(
      setup.shop.shop,
      interceptedGateway(setup.shop.shop, () => undefined),
      order.transactionId,
    )
    return send()
  })
  await expect(setup.requestBy(meanwhile, order, 1)).rejects.toMatchObject({ code: 'refund_refused' })
  expect(await setup.read(order)).toMatchObject({ refundedAmount: 4, refundableAmount: 0.25, refunds: [] })
  expect(await setup.eventsOf(order)).toEqual(['provider: $4.00 in all'])
  await setup.requestBy(meanwhile, order, 0.25).catch(() => undefined)
  await setup.shop.runJobs()
  expect((await setup.atProvider(order)).reduce((sum, cents) => sum + cents, 0)).toBeLessThanOrEqual(425)
})

test('a webhook that arrives before the answer of the provider records the refund once', async () => {
  const order = await setup.paidOrder()
  const early = setup.answering(async (send) => {
    const answer = await send()
    await Promise.all([setup.shop.runJobs('payment sandbox'), setup.shop.runJobs('payment sandbox')])
    return answer
  })
  expect(await setup.requestBy(early, order, 4.25)).toMatchObject({
    refundedAmount: 4.25,
    refundableAmount: 0,
  })
  expect(await setup.eventsOf(order)).toEqual(['admin: $4.25 in all'])
  expect(setup.mailsOf(order)).toBe(1)
})

// attack: refunded-goods
test('while a full refund is asked for nothing ships; a refund and a shipment at once leave no piece twice', async () => {
  const order = await setup.paidOrder()
  const ship = (of: Order) =>
    setup.shop.call('POST', `/api/order/${of._id}/shipments`, { as: setup.admin, body: {} })
  const during = setup.answering(async (send) => {
    expect((await ship(order)).body.code).toBe('refunded')
    return send()
  })
  await setup.requestBy(during, order, 4.25)
  for (let round = 0; round < 5; round += 1) {
    const raced = await setup.paidOrder()
    const [refunded, shipped] = await Promise.all([setup.request(raced, 4.25, undefined, true), ship(raced)])
    expect(refunded.status).toBe(201)
    const { quantity } = (await setup.shop.call('GET', `/api/order/${raced.productId}`)).body
    expect(quantity).toBe(shipped.status === 201 ? 0 : 100)
  }
})
