import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { intentOf, userIdOf } from '#tests/support/customer.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'
import { findShopId } from './shop-id.ts'

let setup: RefundSetup
beforeEach(async () => {
  setup = await createRefundSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: object, as = setup.admin) =>
  setup.shop.call(method, `/api/${path}`, { as, ...(body && { body }) })

const listed = async () => (await call('GET', 'unmatched-payment')).body

/** An intent that was paid, of an order that this database has not, by the shop with that id. */
async function paidLost(shopId?: string): Promise<string> {
  const { id } = await setup.owner.paymentIntents.create({
    amount: 4700,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { orderId: 'lost-order', userId: 'lost-user', ...(shopId !== undefined && { shopId }) },
  })
  await setup.owner.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  return id
}

const ownLost = async () => paidLost(await findShopId(setup.shop.shop.db))

const refundsOf = async (payment_intent: string) =>
  (await setup.owner.refunds.list({ payment_intent })).data.map(({ amount }) => amount)

const afterAll = async () => {
  await setup.shop.runJobs()
  setup.shop.shop.advance(11 * 60_000)
  await setup.shop.runJobs()
}

test('each intent says which shop made it, with an id that the database keeps', async () => {
  const { shop, customer } = setup
  const order = await shop.order(customer, await shop.addProduct())
  const id = intentOf(await shop.startPayment(customer, order))
  const { metadata } = await setup.owner.paymentIntents.retrieve(id)
  expect(metadata).toEqual({
    orderId: order._id,
    userId: expect.any(String),
    shopId: await findShopId(shop.shop.db),
  })
  expect(metadata.shopId).toMatch(/^[0-9a-f]{32}$/)
})

// attack: forgotten-payment
test.each(['by its webhook', 'by the reconciler, because the webhook came before the restore'])(
  'the payment of an order that a restore lost is listed %s, with a warning, and not refunded',
  async (how) => {
    const warn = vi.spyOn(setup.shop.shop.log, 'warn')
    const id = await ownLost()
    if (how.startsWith('by the reconciler'))
      await setup.shop.shop.db
        .updateTable('sandbox_stripe')
        .set({ due_at: null })
        .where('kind', '=', 'event')
        .execute()
    await afterAll()
    expect(await listed()).toEqual([
      {
        _id: id,
        orderId: 'lost-order',
        amount: 47,
        at: expect.any(String),
        isLost: true,
        state: 'waiting',
      },
    ])
    expect(await refundsOf(id)).toEqual([])
    const warned = warn.mock.calls.filter(([, text]) => String(text).includes('a restore lost the order'))
    expect(warned.map(([ids]) => ids)).toEqual([{ orderId: 'lost-order', intentId: id, amountCents: 4700 }])
    warn.mockRestore()
  },
)

test.each([
  ['of another shop on the same account', '0'.repeat(32)],
  ['from before shops had ids', undefined],
])('a payment %s is left alone', async (_, shopId) => {
  const id = await paidLost(shopId)
  await afterAll()
  expect(await listed()).toEqual([])
  expect(await refundsOf(id)).toEqual([])
})

// attack: forgotten-payment
test('another shop’s payment is left alone even where it names an order of this one', async () => {
  const { shop, customer } = setup
  const order = await shop.order(customer, await shop.addProduct())
  const { id } = await setup.owner.paymentIntents.create({
    amount: Math.round(order.payable * 100),
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { orderId: order._id, userId: await userIdOf(shop.shop, customer), shopId: 'f'.repeat(32) },
  })
  await setup.owner.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await afterAll()
  expect((await shop.readOrder(customer, order)).paid).toBe(false)
  expect(await refundsOf(id)).toEqual([])
})

test('an admin refunds it once, or keeps it and refunds it later; the audit log says so', async () => {
  const id = await ownLost()
  await afterAll()
  const decide = (decision: string, of = id) => call('PUT', `unmatched-payment/${of}`, { decision })
  expect((await decide('keep')).body).toMatchObject([{ _id: id, state: 'kept' }])
  const answers = await Promise.all([decide('refund'), decide('refund')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await decide('keep')).status).toBe(409)
  await afterAll()
  expect(await refundsOf(id)).toEqual([4700])
  expect(await listed()).toMatchObject([{ _id: id, state: 'refunded' }])
  const kinds = (await call('GET', 'audit?limit=10')).body.map(({ kind }: { kind: string }) => kind)
  expect(kinds.filter((kind: string) => kind.startsWith('payment.'))).toEqual([
    'payment.refunded',
    'payment.kept',
  ])
  expect((await decide('refund', 'pi_unknown')).status).toBe(404)
  expect((await decide('forget')).status).toBe(422)
})

test('only admins read and decide', async () => {
  const id = await ownLost()
  await afterAll()
  expect((await call('GET', 'unmatched-payment', undefined, setup.customer)).status).toBe(403)
  const body = { decision: 'refund' }
  expect((await call('PUT', `unmatched-payment/${id}`, body, setup.customer)).status).toBe(403)
  expect(await listed()).toMatchObject([{ state: 'waiting' }])
})

test('a payment that the restored database does not know is not refunded by itself when its order was cancelled since', async () => {
  const { shop, customer } = setup
  const order = await shop.order(customer, await shop.addProduct())
  const secret = await shop.startPayment(customer, order)
  await shop.confirmCard(secret, '4242424242424242')
  await shop.shop.db.deleteFrom('payments').execute()
  await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  await afterAll()
  expect(await listed()).toMatchObject([{ _id: intentOf(secret), orderId: order._id, state: 'waiting' }])
  expect(await refundsOf(intentOf(secret))).toEqual([])
})

test('a payment whose order is there, but whose webhook was lost, is settled by the reconciler too', async () => {
  const { shop, customer } = setup
  const order = await shop.order(customer, await shop.addProduct())
  const secret = await shop.startPayment(customer, order)
  await shop.confirmCard(secret, '4242424242424242')
  // The restored database has the order from before the payment was started.
  await shop.shop.db.deleteFrom('payments').execute()
  await shop.shop.db.updateTable('sandbox_stripe').set({ due_at: null }).where('kind', '=', 'event').execute()
  await shop.runJobs('reconcile refunds and disputes')
  expect((await shop.readOrder(customer, order)).paid).toBe(true)
})
