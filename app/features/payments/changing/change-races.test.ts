import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { noVatService } from '#features/tax/tax.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { linesBody, orderLines, putLines, readRows, stockOf } from '#tests/support/changed-lines.ts'
import {
  GOOD_CARD,
  intentOf,
  orderFor,
  type Person,
  sessionIdOf,
  userIdOf,
  verifyEmail,
} from '#tests/support/customer.ts'
import { saveSettings } from '#tests/support/delivery-shop.ts'
import { interceptedGateway, ownerSdk, paymentState } from '#tests/support/payment-provider.ts'
import { workBesideOrder } from '#tests/support/product-locks.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { startPayment } from '../paying/pay-order.ts'
import { settleRetrieved } from '../paying/settle.ts'
import { changeOrderLines } from './change-order-lines.ts'

let shop: TestApp
let customer: Person
let user: SignedInUser
let part: Product
let other: Product
let order: Order
let owner: Stripe

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  const id = await userIdOf(shop.shop, customer)
  user = { ...customer, id, emailVerified: true, sessionId: await sessionIdOf(shop.shop, id) }
  part = await shop.addProduct({ quantity: 1000, price: 1 })
  other = await shop.addProduct({ quantity: 1000, price: 2 })
  order = await orderLines(shop, customer, [{ product: part, quantity: 200 }])
  owner = ownerSdk(shop.shop)
})
afterEach(() => shop[Symbol.asyncDispose]())

const put = (quantity: number, product = part) =>
  putLines(shop, customer, order, linesBody([{ product, quantity }]))

/** Changes the lines while `work` is done between reading and writing. */
const changeWhile = (quantity: number, work: () => Promise<unknown>) =>
  changeOrderLines(
    {
      shop: { ...shop.shop, db: beforeTransaction(shop.shop.db, work) },
      gateway: interceptedGateway(shop.shop, () => undefined),
      vat: noVatService,
    },
    user,
    order._id,
    linesBody([{ product: part, quantity }]),
  )

const read = (): Promise<Order> => shop.readOrder(customer, order)

const start = (of = order) => shop.startPayment(customer, of)

/** A payment of the order that the shop has not recorded, over what it came to at first. */
async function payFormerSum(): Promise<Stripe.PaymentIntent> {
  const { id } = await owner.paymentIntents.create({
    amount: 20_000,
    currency: 'usd',
    metadata: { orderId: order._id, userId: user.id },
  })
  const { client_secret } = await owner.paymentIntents.retrieve(id)
  await shop.confirmCard(client_secret ?? '', GOOD_CARD)
  return owner.paymentIntents.retrieve(id)
}

test('of two tabs at once each changes all of the lines or waits: stock and order agree', async () => {
  const answers = await Promise.all([put(300), put(400, other), put(500)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { lines } = await read()
  expect(lines).toHaveLength(1)
  const ordered = (product: Product) =>
    lines.find(({ productId }) => productId === product._id)?.quantity ?? 0
  expect(await stockOf(shop, part)).toBe(1000 - ordered(part))
  expect(await stockOf(shop, other)).toBe(1000 - ordered(other))
})

test('a change and orders of others at once never sell a piece twice', async () => {
  const buyer = await shop.register()
  const place = () => shop.call('POST', '/api/order', { as: buyer, body: orderFor(part, 300) })
  const answers = await Promise.all([place(), put(700), place(), place()])
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).not.toEqual([])
  const { quantity } = await shop.shop.db
    .selectFrom('order_lines')
    .select(({ fn }) => fn.sum<number>('quantity').as('quantity'))
    .executeTakeFirstOrThrow()
  expect((await stockOf(shop, part)) + Number(quantity)).toBe(1000)
})

test('a payment that is begun during the change is cancelled at the provider, and the new sum is paid', async () => {
  let secret = ''
  const changed = await changeWhile(300, async () => {
    secret = await start()
  })
  expect(changed.payable).toBe(300)
  expect((await owner.paymentIntents.retrieve(intentOf(secret))).status).toBe('canceled')
  expect(await shop.pay(customer, changed)).toMatchObject({ paid: true, payable: 300 })
})

test('an order that was paid just now keeps its lines, and is paid', async () => {
  const secret = await start()
  await shop.confirmCard(secret, GOOD_CARD)
  const refused = await put(300)
  expect([refused.status, refused.body.code]).toEqual([409, 'already_paid'])
  expect(await read()).toMatchObject({ paid: true, payable: 200, transactionId: intentOf(secret) })
  expect(await stockOf(shop, part)).toBe(800)
})

// attack: former-sum
test('a payment of the former sum is refunded, and the order stays unpaid with its new lines', async () => {
  const intent = await payFormerSum()
  expect((await put(300)).status).toBe(200)
  const before = await read()
  expect(await settleRetrieved(shop.shop, intent, 'provider')).toBe('refunded')
  expect(await read()).toEqual(before)
  await shop.runJobs('refund unmatched payments')
  const { data } = await owner.refunds.list({ payment_intent: intent.id })
  expect(data.map(({ amount }) => amount)).toEqual([20_000])
})

// attack: former-sum
test('lines that change while a payment is recorded are not paid by it', async () => {
  const intent = await payFormerSum()
  const db = beforeTransaction(shop.shop.db, () => put(300))
  expect(await settleRetrieved({ ...shop.shop, db }, intent, 'provider')).toBe('refunded')
  expect(await read()).toMatchObject({ paid: false, payable: 300 })
})

// attack: former-sum
test('an intent that is created during the change is of no use', async () => {
  const made: string[] = []
  let isFirst = true
  const gateway = interceptedGateway(shop.shop, async (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/payment_intents')) return undefined
    made.push(request.headers.get('idempotency-key') ?? '')
    if (isFirst) await put(300)
    isFirst = false
    return undefined
  })
  const asked = { orderId: order._id, totalPrice: 200 }
  await expect(
    startPayment(shop.shop, gateway, { customer: user, address: '192.0.2.1' }, asked),
  ).rejects.toMatchObject({ code: 'conflict' })
  const { intent_id } = await shop.shop.db
    .selectFrom('payments')
    .select('intent_id')
    .executeTakeFirstOrThrow()
  expect(await paymentState(shop.shop, intent_id)).toBe('cancelled')
  expect((await owner.paymentIntents.retrieve(intent_id)).status).toBe('canceled')
  expect((await put(200)).status).toBe(200)
  await startPayment(shop.shop, gateway, { customer: user, address: '192.0.2.1' }, asked)
  expect(new Set(made).size).toBe(2)
  expect((await shop.pay(customer, await read())).paid).toBe(true)
})

test('of a change and a cancellation at once nothing is left reserved', async () => {
  const cancel = () => shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  const [changed, cancelled] = await Promise.all([put(300), cancel()])
  expect(cancelled.status).toBe(200)
  expect([200, 404]).toContain(changed.status)
  expect(await stockOf(shop, part)).toBe(1000)
})

test.each([
  ['cancelled', () => shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer }), 'not_found', 1000],
  ['over', () => shop.shop.db.updateTable('orders').set({ hold_until: 1 }).execute(), 'conflict', 800],
  ['paid', () => shop.pay(customer, order), 'already_paid', 800],
])('an order that is %s during the change is refused as after it', async (_, end, code, stock) => {
  let before: Awaited<ReturnType<typeof readRows>> | undefined
  const changing = changeWhile(300, async () => {
    await end()
    before = await readRows(shop)
  })
  await expect(changing).rejects.toMatchObject({ code })
  expect(await readRows(shop)).toEqual(before)
  expect(await stockOf(shop, part)).toBe(stock)
})

test('a PO number that is set during the change is in the search', async () => {
  await changeWhile(300, async () => {
    const body = { poNumber: 'PO-2031' }
    expect((await shop.call('PATCH', `/api/myorder/${order._id}`, { as: customer, body })).status).toBe(200)
  })
  const [row] = (await readRows(shop)).orders
  expect([row?.po_number, row?.search_text]).toEqual(['PO-2031', expect.stringContaining('po-2031')])
})

// SQLite has one writer at a time.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a change locks products in the sequence in which orders lock them, also of lines that stay',
  async () => {
    const both = await orderLines(shop, customer, [
      { product: part, quantity: 100 },
      { product: other, quantity: 100 },
    ])
    const change = linesBody([
      { product: part, quantity: 100 },
      { product: other, quantity: 200 },
    ])
    const changed = await workBesideOrder(shop.shop, [part, other], () =>
      putLines(shop, customer, both, change),
    )
    expect(changed.status).toBe(200)
  },
)

// attack: changed-meanwhile
test('lines are changed by the settings that hold when they are written', async () => {
  const admin = await shop.registerAdmin()
  const rates = [{ country: 'US', percent: 10, name: 'Sales tax' }]
  const { seller, tax, delivery } = (await shop.call('GET', '/api/settings', { as: admin })).body
  const raise = () =>
    saveSettings(shop, admin, { seller, tax: { ...tax, pricesInclude: false, rates }, delivery })
  expect(await changeWhile(300, raise)).toMatchObject({ totalPrice: 300, payable: 330 })
})
