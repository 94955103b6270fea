import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order, OrderDetails } from '#features/orders/orders.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { type Answer, GOOD_CARD, intentOf, type Person } from '#tests/support/customer.ts'
import { ownerSdk } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { REFUND_LIMIT } from '../api.ts'

let shop: TestApp
let customer: Person
let admin: Person
let product: Product
let owner: Stripe

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  admin = await shop.registerAdmin()
  product = await shop.addProduct({ price: 0.0425, quantity: 1000 })
  owner = ownerSdk(shop.shop)
})
afterEach(() => shop[Symbol.asyncDispose]())

/** A paid order of $4.25. */
async function paidOrder(card = GOOD_CARD): Promise<Order & { transactionId: string }> {
  const order = await shop.order(customer, product)
  const clientSecret = await shop.startPayment(customer, order)
  await shop.confirmCard(clientSecret, card)
  await shop.settle(customer, order, intentOf(clientSecret))
  return (await shop.readOrder(customer, order)) as Order & { transactionId: string }
}

let keys = 0

/** Requests a refund, with a new key unless one is given. */
const refund = ({ _id }: Pick<Order, '_id'>, body: object, key = `key-${++keys}`, as = admin) =>
  shop.call('POST', `/api/order/${_id}/refunds`, {
    as,
    body: { reason: 'Broken in transit', ...body },
    headers: { 'Idempotency-Key': key },
  })

const read = async ({ _id }: Pick<Order, '_id'>, as = admin): Promise<OrderDetails> =>
  (await shop.call('GET', `/api/myorder/${_id}`, { as })).body

const atProvider = async ({ transactionId }: { transactionId: string }) =>
  (await owner.refunds.list({ payment_intent: transactionId })).data.map(({ amount, status }) => [
    amount,
    status,
  ])

const expectRefused = ({ status, body }: Answer, expected: readonly [number, string]): void =>
  expect([status, body.code]).toEqual(expected)

const stock = async (): Promise<number> => (await shop.call('GET', `/api/order/${product._id}`)).body.quantity

test('an admin refunds in parts until nothing is left; the order has the sum, who refunded and why', async () => {
  const order = await paidOrder()
  const first = await refund(order, { amount: 1.1 })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ _id: order._id, refundedAmount: 1.1, refundableAmount: 3.15 })
  expect((await refund(order, { amount: 3.15, reason: 'The rest' })).body.refundedAmount).toBe(4.25)
  expectRefused(await refund(order, { amount: 0.01 }), [409, 'conflict'])
  const now = await read(order)
  expect(now).toMatchObject({ refundedAmount: 4.25, refundableAmount: 0, status: 'pending' })
  const by = admin.email
  expect(now.refunds).toEqual([
    expect.objectContaining({ by, amount: 1.1, reason: 'Broken in transit', state: 'succeeded' }),
    expect.objectContaining({ by, amount: 3.15, reason: 'The rest', state: 'succeeded' }),
  ])
  const events = now.events.filter(({ kind }) => kind === 'refunded')
  expect(events.map(({ by, email, detail }) => [by, email, detail])).toEqual([
    ['admin', admin.email, '$1.10 in all'],
    ['admin', admin.email, '$4.25 in all'],
  ])
  expect(await atProvider(order)).toEqual([
    [315, 'succeeded'],
    [110, 'succeeded'],
  ])
  const { body: audit } = await shop.call('GET', '/api/audit?kind=order.refunded', { as: admin })
  expect(audit.map(({ by, subject, detail }: Record<string, string>) => [by, subject, detail])).toEqual([
    [by, order._id, 'refundedAmount: 1.1 → 4.25; The rest'],
    [by, order._id, 'refundedAmount: 0 → 1.1; Broken in transit'],
  ])
  // The webhooks report the same.
  await shop.runJobs()
  expect(await read(order)).toEqual(now)
})

test('an admin who refunds an own order is the admin in its timeline', async () => {
  const order = await shop.pay(admin, await shop.order(admin, product))
  const { events } = (await refund(order, { amount: 1 })).body as OrderDetails
  const sources = Object.fromEntries(events.map(({ kind, by }) => [kind, by]))
  expect(sources).toMatchObject({ placed: 'customer', refunded: 'admin' })
})

// attack: refund-reason
test('its customer sees the amount and the time, but neither the reason nor who refunded', async () => {
  const order = await paidOrder()
  await refund(order, { amount: 1, reason: 'A secret reason' })
  const seen = await read(order, customer)
  expect(seen).toMatchObject({ refundedAmount: 1 })
  expect(JSON.stringify(seen)).not.toMatch(/secret|refunds|refundableAmount|restockedAt/)
  expect(JSON.stringify(seen)).not.toContain(admin.email)
})

test('what cannot be refunded is refused and changes nothing', async () => {
  const order = await paidOrder()
  const unpaid = await shop.order(customer, product)
  const cancelled = await shop.order(customer, product)
  await shop.call('DELETE', `/api/myorder/${cancelled._id}`, { as: customer })
  const before = await Promise.all([order, unpaid, cancelled].map((one) => read(one)))
  for (const amount of [4.26, 1_000_000, 1e15]) {
    expectRefused(await refund(order, { amount }), [409, 'conflict'])
  }
  expectRefused(await refund(unpaid, { amount: 1 }), [409, 'conflict'])
  expectRefused(await refund(cancelled, { amount: 1 }), [409, 'conflict'])
  expectRefused(await refund({ _id: 'unknown' }, { amount: 1 }), [404, 'not_found'])
  const invalid = [
    { amount: 0 },
    { amount: -1 },
    { amount: 0.001 },
    { amount: 1e-9 },
    { amount: '1' },
    {},
    { amount: 1, reason: ' ' },
    { amount: 1, reason: 'x'.repeat(201) },
    { amount: 1, restock: 'yes' },
  ]
  for (const body of invalid) expectRefused(await refund(order, body), [422, 'invalid'])
  for (const key of ['', 'x'.repeat(256)]) {
    expectRefused(await refund(order, { amount: 1 }, key), [422, 'invalid'])
  }
  const body = { amount: 1, reason: 'Without a key' }
  expectRefused(await shop.call('POST', `/api/order/${order._id}/refunds`, { as: admin, body }), [
    422,
    'invalid',
  ])
  expectRefused(await refund(order, { amount: 1 }, 'of-customer', customer), [403, 'right_required'])
  expect(await Promise.all([order, unpaid, cancelled].map((one) => read(one)))).toEqual(before)
  expect(await atProvider(order)).toEqual([])
})

// attack: excess-refund
test('the same key refunds once; with another request it is refused; another admin may use it too', async () => {
  const order = await paidOrder()
  const asked = vi.spyOn(shop.shop.log, 'warn')
  const [one, other] = await Promise.all([
    refund(order, { amount: 1 }, 'same'),
    refund(order, { amount: 1 }, 'same'),
  ])
  expect([one.status, other.status]).toEqual([201, 201])
  expect(other.body).toEqual(one.body)
  expect((await refund(order, { amount: 1 }, 'same')).body).toEqual(one.body)
  expectRefused(await refund(order, { amount: 2 }, 'same'), [422, 'key_reused'])
  expectRefused(await refund(order, { amount: 1, reason: 'Another' }, 'same'), [422, 'key_reused'])
  expectRefused(await refund(order, { amount: 1, restock: true }, 'same'), [422, 'key_reused'])
  expectRefused(await refund(await paidOrder(), { amount: 1 }, 'same'), [422, 'key_reused'])
  expect(await atProvider(order)).toEqual([[100, 'succeeded']])
  const another = await shop.registerAdmin()
  expect((await refund(order, { amount: 1 }, 'same', another)).body.refundedAmount).toBe(2)
  expect(asked).not.toHaveBeenCalled()
})

test('a refund whose pieces no longer fit into the stock is recorded all the same', async () => {
  const { db } = shop.shop
  const order = await paidOrder()
  await db.updateTable('order_lines').set({ quantity: MAXIMUM_PIECES }).execute()
  await db.updateTable('products').set({ quantity: MAXIMUM_PIECES }).execute()
  const refunded = await refund(order, { amount: 4.25, restock: true })
  expect(refunded.status).toBe(201)
  expect(refunded.body).toMatchObject({ refundedAmount: 4.25, restockedAt: expect.any(String) })
  expect(await stock()).toBe(MAXIMUM_PIECES)
})

// attack: refunded-goods
test('restocking a full refund puts back what is not shipped, once, and nothing ships after that', async () => {
  const order = await paidOrder()
  expect(await stock()).toBe(900)
  expect((await refund(order, { amount: 1, restock: true })).body.restockedAt).toBeUndefined()
  expect(await stock()).toBe(900)
  expect((await refund(order, { amount: 3.25, restock: true })).body.restockedAt).toBeDefined()
  expect(await stock()).toBe(1000)
  const shipping = { as: admin, body: { status: 'shipped' } }
  expect((await shop.call('PUT', `/api/order/${order._id}`, shipping)).status).toBe(409)
  await shop.runJobs()
  expect(await stock()).toBe(1000)

  const shipped = await paidOrder()
  await shop.call('PUT', `/api/order/${shipped._id}`, shipping)
  expect((await refund(shipped, { amount: 4.25, restock: true })).status).toBe(201)
  expect(await stock()).toBe(900)
})

test('refunds are limited by the account of the admin', async () => {
  const order = await paidOrder()
  const hits = Number(REFUND_LIMIT.account)
  expect((await refund(order, { amount: 1 })).status).toBe(201)
  await shop.shop.db
    .updateTable('rate_limits')
    .set({ hits })
    .where('key', 'like', 'refund-account:%')
    .execute()
  expectRefused(await refund(order, { amount: 1 }), [429, 'too_many_requests'])
  expect(await atProvider(order)).toEqual([[100, 'succeeded']])
})
