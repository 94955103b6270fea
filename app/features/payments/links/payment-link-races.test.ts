import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { findOwnOrder, type Order } from '#features/orders/orders.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import { GOOD_CARD, intentOf, type Person, userIdOf } from '#tests/support/customer.ts'
import { ownerSdk } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { setPoNumber } from './linked-orders.ts'
import { createPaymentLink } from './payment-links.ts'

let shop: TestApp
let customer: Person
let product: Product
let order: Order
let token: string
let provider: Stripe

beforeEach(async () => {
  // A hold that is shorter than the time for which an access token is valid.
  shop = await createTestApp({ HOLD_HOURS: '1' })
  customer = await shop.register()
  product = await shop.addProduct({ quantity: 1000 })
  order = await shop.order(customer, product)
  token = await shop.createLink(customer, order)
  provider = ownerSdk(shop.shop)
})
afterEach(() => shop[Symbol.asyncDispose]())

const start = async (): Promise<string> =>
  (await shop.call('POST', `/api/payment-link/${token}/payment-intent`)).body.clientSecret

const settle = (transactionId: string) =>
  shop.call('PATCH', `/api/payment-link/${token}`, { body: { transactionId } })

const cancel = () => shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })

const readLink = () => shop.call('GET', `/api/payment-link/${token}`)

const readOrder = async () => (await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })).body

const stock = async (): Promise<number> => (await shop.call('GET', `/api/order/${product._id}`)).body.quantity

const refunds = () =>
  shop.shop.db.selectFrom('unmatched_refunds').select(['intent_id', 'amount_cents']).execute()

const endHold = () => shop.shop.advance(new Date(String(order.holdUntil)).getTime() - shop.shop.now())

const eventKinds = async (): Promise<string[]> =>
  (
    await shop.shop.db.selectFrom('order_events').select('kind').where('order_id', '=', order._id).execute()
  ).map(({ kind }) => kind)

const signedIn = async () => ({
  id: await userIdOf(shop.shop, customer),
  name: customer.name,
  email: customer.email,
  emailVerified: false,
  sessionId: '',
})

describe('an order that is paid by its customer and by its link at the same moment', () => {
  // attack: paid-twice
  test('has one open intent, of one of them, and is charged once', async () => {
    const secrets = await Promise.all([shop.startPayment(customer, order), start()])
    expect(secrets[0]).not.toBe(secrets[1])
    const cards = await Promise.all(secrets.map((secret) => shop.confirmCard(secret, GOOD_CARD)))
    expect(cards.map(({ status }) => status).sort()).toEqual([200, 400])
    const paid = intentOf(String(secrets[cards.findIndex(({ status }) => status === 200)]))
    const answers = await Promise.all([shop.settle(customer, order, paid), settle(paid)])
    expect(answers.map(({ status, body }) => [status, body.paid])).toEqual([
      [200, true],
      [200, true],
    ])
    expect((await eventKinds()).filter((kind) => kind === 'paid')).toEqual(['paid'])
    await shop.runJobs()
    expect(await refunds()).toEqual([])
  })

  // attack: paid-twice
  test('keeps the money of one of two payments, and the other is refunded', async () => {
    const metadata = { orderId: order._id, userId: await userIdOf(shop.shop, customer) }
    const terms = { amount: 425, currency: 'usd', metadata }
    const intents = await Promise.all([
      provider.paymentIntents.create(terms),
      provider.paymentIntents.create(terms),
    ])
    for (const { client_secret } of intents) await shop.confirmCard(String(client_secret), GOOD_CARD)
    const [own, linked] = await Promise.all([
      shop.settle(customer, order, intents[0].id),
      settle(intents[1].id),
    ])
    expect([own.status, linked.status].sort()).toEqual([200, 409])
    const { transactionId } = await readOrder()
    expect(transactionId).toBe(own.status === 200 ? intents[0].id : intents[1].id)
    await shop.runJobs()
    const other = intents.find(({ id }) => id !== transactionId)
    expect(await refunds()).toEqual([{ intent_id: other?.id, amount_cents: 425 }])
    expect((await provider.refunds.list({ payment_intent: transactionId })).data).toEqual([])
    expect((await readLink()).body.paid).toBe(true)
  })
})

describe('an order that is paid by its link while its customer cancels it', () => {
  test('stays and is paid when the card was charged first', async () => {
    const secret = await start()
    await shop.confirmCard(secret, GOOD_CARD)
    expect((await cancel()).body.code).toBe('already_paid')
    const paid = await settle(intentOf(secret))
    expect([paid.status, paid.body.paid]).toEqual([200, true])
    expect((await readOrder()).events.at(-1)).toMatchObject({ kind: 'paid', by: 'link' })
    expect(await stock()).toBe(900)
  })

  test('is cancelled when that was first: no card is charged, and the link is dead', async () => {
    const secret = await start()
    expect((await cancel()).status).toBe(200)
    expect((await shop.confirmCard(secret, GOOD_CARD)).status).toBe(400)
    expect((await settle(intentOf(secret))).status).toBe(404)
    expect((await readLink()).status).toBe(404)
    expect(await stock()).toBe(1000)
    expect(await refunds()).toEqual([])
  })

  // attack: paid-twice
  test('is either paid or cancelled when both happen at once', async () => {
    const secret = await start()
    const [card, cancelled] = await Promise.all([shop.confirmCard(secret, GOOD_CARD), cancel()])
    const settled = await settle(intentOf(secret))
    const isPaid = card.status === 200
    expect([cancelled.status, settled.status, await stock()]).toEqual(
      isPaid ? [409, 200, 900] : [200, 404, 1000],
    )
    expect(await refunds()).toEqual([])
  })

  test('gets no PO number any more', async () => {
    const owner = { id: await userIdOf(shop.shop, customer), emailVerified: false }
    const payable = await findOwnOrder(shop.shop.db, owner, order._id)
    const db = beforeTransaction(shop.shop.db, cancel)
    await expect(setPoNumber({ ...shop.shop, db }, payable, 'PO-1')).rejects.toMatchObject({ status: 404 })
    expect(await eventKinds()).not.toContain('changed')
  })
})

describe('an order that is paid by its link while its hold ends', () => {
  test('is paid when the card was charged before, though the link shows nothing any more', async () => {
    const secret = await start()
    await shop.confirmCard(secret, GOOD_CARD)
    endHold()
    expect((await readLink()).status).toBe(404)
    expect((await shop.call('POST', `/api/payment-link/${token}/payment-intent`)).status).toBe(404)
    const paid = await settle(intentOf(secret))
    expect([paid.status, paid.body.paid]).toEqual([200, true])
    await shop.runJobs('cancel lapsed orders')
    expect((await readLink()).body).toEqual(paid.body)
    expect(await stock()).toBe(900)
  })

  // attack: paid-twice
  test('is paid when the end of the hold finds the payment first', async () => {
    const secret = await start()
    await shop.confirmCard(secret, GOOD_CARD)
    endHold()
    const [, settled] = await Promise.all([shop.runJobs('cancel lapsed orders'), settle(intentOf(secret))])
    expect([settled.status, settled.body.paid]).toEqual([200, true])
    expect((await eventKinds()).sort()).toEqual(['held', 'link_created', 'paid', 'placed'])
    expect(await refunds()).toEqual([])
  })

  test('has lapsed when no card was charged before: none can be, and the link is dead', async () => {
    const secret = await start()
    endHold()
    await shop.runJobs('cancel lapsed orders')
    expect((await shop.confirmCard(secret, GOOD_CARD)).status).toBe(400)
    expect((await settle(intentOf(secret))).status).toBe(404)
    expect(await stock()).toBe(1000)
  })
})

test('an order that is paid or cancelled while its link is created gets none', async () => {
  const before = await shop.shop.db.selectFrom('payment_links').selectAll().execute()
  const create = async (meanwhile: () => Promise<unknown>) =>
    createPaymentLink(
      { ...shop.shop, db: beforeTransaction(shop.shop.db, meanwhile) },
      await signedIn(),
      order._id,
    )
  await expect(create(() => shop.pay(customer, order))).rejects.toMatchObject({ code: 'already_paid' })
  expect(await shop.shop.db.selectFrom('payment_links').selectAll().execute()).toEqual(before)
  order = await shop.order(customer, product)
  await expect(create(cancel)).rejects.toMatchObject({ code: 'not_found' })
  expect(await shop.shop.db.selectFrom('payment_links').selectAll().execute()).toEqual(before)
})

test('of two links that are created at once one can be used', async () => {
  const tokens = await Promise.all([shop.createLink(customer, order), shop.createLink(customer, order)])
  const answers = await Promise.all(tokens.map((one) => shop.call('GET', `/api/payment-link/${one}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
})
