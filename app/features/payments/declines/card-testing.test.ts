import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import type { Gateway } from '#features/payments/payments.ts'
import type { Db } from '#kit/db/db.ts'
import { startJobs } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import {
  type Answer,
  DECLINED_CARD,
  GOOD_CARD,
  intentOf,
  orderFor,
  type Person,
  userIdOf,
  verifyEmail,
} from '#tests/support/customer.ts'
import { interceptedGateway, ownerSdk, paymentState } from '#tests/support/payment-provider.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { startPayment } from '../paying/pay-order.ts'
import { MOST_DECLINES_AN_HOUR } from './declines.ts'

const ATTACKER = { 'X-Forwarded-For': '192.0.2.1' }
const ELSEWHERE = { 'X-Forwarded-For': '192.0.2.2' }

let shop: TestApp
let customer: Person
let product: Product

beforeEach(async () => {
  shop = await createTestApp({ TRUST_PROXY: '1' })
  customer = await shop.register()
  product = await shop.addProduct({ quantity: 100_000 })
})
afterEach(() => shop[Symbol.asyncDispose]())

const start = (as: Person, { _id: orderId, totalPrice }: Order, headers = ATTACKER) =>
  shop.call('POST', '/api/create-payment-intent', { body: { totalPrice, orderId }, as, headers })

const secretOf = async (as: Person, order: Order, headers = ATTACKER): Promise<string> =>
  (await start(as, order, headers)).body.clientSecret

/** Tries declined cards; resolves to how many the provider took. */
async function tryCards(secret: string, times: number): Promise<number> {
  let taken = 0
  for (let tried = 0; tried < times; tried += 1)
    if ((await shop.confirmCard(secret, DECLINED_CARD)).status === 402) taken += 1
  return taken
}

const deliverEvents = () => shop.runJobs('payment sandbox')

const order = (as = customer) => shop.order(as, product)

function expectRefused(answer: Answer): void {
  expect([answer.status, answer.body.code]).toEqual([429, 'too_many_declines'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(HOUR_MS / 1000 - 700)
  expect(answer.body.detail).toMatch(
    /^Too many cards were declined in the last hour, so no card is taken for now\. Nothing was charged\./,
  )
}

/** So many declined cards of new orders that are cancelled again, some an order. */
async function declineOverOrders(as: Person, total: number, headers = ATTACKER): Promise<void> {
  for (let left = total; left > 0; left -= 9) {
    const placed = await order(as)
    const taken = Math.min(9, left)
    expect(await tryCards(await secretOf(as, placed, headers), taken)).toBe(taken)
    expect((await shop.call('DELETE', `/api/myorder/${placed._id}`, { as })).status).toBe(200)
  }
}

// attack: card-testing
test('declined cards are counted over all orders of an account, also of those that are cancelled, events or not', async () => {
  await declineOverOrders(customer, MOST_DECLINES_AN_HOUR.unverified - 1)
  const [last, other] = [await order(), await order()]
  const secret = await secretOf(customer, last)
  const open = await secretOf(customer, other)
  await tryCards(secret, 1)
  await deliverEvents()
  const before = await shop.shop.db.selectFrom('payments').selectAll().execute()
  expectRefused(await start(customer, last))
  expectRefused(await start(customer, other, ELSEWHERE))
  expectRefused(await start(customer, await order()))
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toEqual(before)
  // The secrets that were given before are of no use at the provider.
  for (const given of [secret, open]) {
    expect(await paymentState(shop.shop, intentOf(given))).toBe('cancelled')
    expect((await shop.confirmCard(given, GOOD_CARD)).status).toBe(400)
  }
  const stranger = await shop.register()
  expect((await start(stranger, await order(stranger))).status).toBe(200)
  shop.shop.advance(HOUR_MS)
  expect((await start(customer, await order())).status).toBe(200)
})

// attack: card-testing
test('whoever confirms one secret again and again is stopped at the limit', async () => {
  await declineOverOrders(customer, MOST_DECLINES_AN_HOUR.unverified - 5)
  const secret = await secretOf(customer, await order())
  const stop = startJobs(
    shop.app.jobs.filter(({ name }) => name === 'payment sandbox'),
    { log: shop.shop.log },
  )
  expect(await tryCards(secret, 30)).toBe(5)
  await stop()
})

// attack: card-testing
test('an account with a verified address has sixty, and a payment takes none of them back', async () => {
  await verifyEmail(shop.shop, customer)
  await declineOverOrders(customer, MOST_DECLINES_AN_HOUR.unverified + 5)
  const paid = await order()
  const secret = await secretOf(customer, paid)
  await tryCards(secret, 3)
  await shop.confirmCard(secret, GOOD_CARD)
  await shop.settle(customer, paid, intentOf(secret))
  await deliverEvents()
  await declineOverOrders(customer, MOST_DECLINES_AN_HOUR.verified - MOST_DECLINES_AN_HOUR.unverified - 8)
  await deliverEvents()
  expectRefused(await start(customer, await order()))
  expect(await shop.readOrder(customer, paid)).toMatchObject({ paid: true })
})

// attack: card-testing, stolen-cards-by-link
test('cards of payment links count for the account of the order and for the address of whoever pays', async () => {
  const startLink = (token: string, headers: Record<string, string>) =>
    shop.call('POST', `/api/payment-link/${token}/payment-intent`, { headers })
  for (let link = 0; link < 3; link += 1) {
    const placed = await order()
    const token = await shop.createLink(customer, placed)
    await tryCards((await startLink(token, ATTACKER)).body.clientSecret, 7)
    await deliverEvents()
  }
  const next = await order()
  expectRefused(await start(customer, next, ELSEWHERE))
  expectRefused(await startLink(await shop.createLink(customer, next), ELSEWHERE))
  const counted = await shop.shop.db.selectFrom('declined_cards').select(['user_id', 'asked_from']).execute()
  expect(new Set(counted.map(({ user_id }) => user_id))).toEqual(
    new Set([await userIdOf(shop.shop, customer)]),
  )
  expect(new Set(counted.map(({ asked_from }) => asked_from)).size).toBe(1)
  expect(JSON.stringify(counted)).not.toContain('192.0.2.1')
})

// attack: card-testing
test('many accounts at one network address are stopped together; others at another address are not', async () => {
  const eve = await shop.register()
  const victim = await shop.register()
  const [open, elsewhere] = [await order(eve), await order(victim)]
  const secret = await secretOf(eve, open)
  const other = await secretOf(victim, elsewhere, ELSEWHERE)
  const address = {
    asked_from: (
      await shop.shop.db
        .selectFrom('payments')
        .select('asked_from')
        .where('order_id', '=', open._id)
        .executeTakeFirstOrThrow()
    ).asked_from,
  }
  const rows = Array.from({ length: MOST_DECLINES_AN_HOUR.address - 1 }, (_, n) => ({
    charge_id: `ch_${n}`,
    order_id: open._id,
    user_id: `account ${n % 10}`,
    counted_at: shop.shop.now(),
    ...address,
  }))
  await shop.shop.db.insertInto('declined_cards').values(rows).execute()
  const third = await shop.register()
  const tried = await secretOf(third, await order(third))
  await tryCards(tried, 1)
  await deliverEvents()
  for (const given of [secret, tried])
    expect(await paymentState(shop.shop, intentOf(given))).toBe('cancelled')
  expect(await paymentState(shop.shop, intentOf(other))).toBe('open')
  expectRefused(await start(eve, open))
  expect((await start(eve, open, ELSEWHERE)).status).toBe(200)
  expect((await start(victim, elsewhere, ELSEWHERE)).status).toBe(200)
})

/** The last cards that the limit of the account allows are declined now, of another order. */
async function reachLimit(orderId: string): Promise<void> {
  const user_id = await userIdOf(shop.shop, customer)
  const rows = Array.from({ length: MOST_DECLINES_AN_HOUR.unverified }, (_, n) => ({
    charge_id: `ch_${n}`,
    order_id: orderId,
    user_id,
    counted_at: shop.shop.now(),
  }))
  const { db } = shop.shop
  await db
    .insertInto('declined_cards')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function startDirectly(placed: Order, gateway: Gateway, at = shop.shop as Shop): Promise<string> {
  const id = await userIdOf(shop.shop, customer)
  const user = { ...customer, id, emailVerified: false, sessionId: '' }
  const request = { totalPrice: placed.totalPrice, orderId: placed._id }
  return startPayment(at, gateway, { customer: user, address: '192.0.2.1' }, request)
}

// attack: card-testing
test('an intent that is created while another order reaches the limit is given to nobody', async () => {
  const placed = await order()
  const gateway = interceptedGateway(shop.shop, async ({ method, url }) => {
    if (method === 'POST' && new URL(url).pathname === '/v1/payment_intents') await reachLimit(placed._id)
    return undefined
  })
  await expect(startDirectly(placed, gateway)).rejects.toMatchObject({ code: 'too_many_declines' })
  expect(await shop.shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
})

// attack: card-testing
test('an intent that is recorded while another order reaches the limit is cancelled, and given to nobody', async () => {
  const placed = await order()
  const { db } = shop.shop
  // The limit is reached between the check of the transaction that records the intent and its commit.
  const racing = new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: async (work: (trx: Db) => Promise<unknown>) => {
          const result = await db.transaction().execute(work)
          await reachLimit(placed._id)
          return result
        },
      })
    },
  })
  const gateway = interceptedGateway(shop.shop, () => undefined)
  const failed = startDirectly(placed, gateway, { ...shop.shop, db: racing, now: shop.shop.now })
  await expect(failed).rejects.toMatchObject({ code: 'too_many_declines' })
  const payments = await db.selectFrom('payments').select(['intent_id', 'state']).execute()
  expect(payments).toMatchObject([{ state: 'cancelled' }])
  const { status } = await ownerSdk(shop.shop).paymentIntents.retrieve(payments[0]?.intent_id ?? '')
  expect(status).toBe('canceled')
})

// attack: card-testing
test('without any event the declined cards of open intents are found by the check of payments', async () => {
  await declineOverOrders(customer, MOST_DECLINES_AN_HOUR.unverified - 2)
  const secrets = [await secretOf(customer, await order()), await secretOf(customer, await order())]
  for (const secret of secrets) await tryCards(secret, 1)
  await shop.shop.db.updateTable('sandbox_stripe').set({ due_at: null }).where('kind', '=', 'event').execute()
  shop.shop.advance(MINUTE_MS)
  await shop.runJobs('reconcile payments')
  for (const secret of secrets)
    expect((await ownerSdk(shop.shop).paymentIntents.retrieve(intentOf(secret))).status).toBe('canceled')
  expect((await start(customer, await order())).status).toBe(429)
})

// attack: card-testing
test('whoever registered the e-mail of another stops no link of an order that an admin entered for it', async () => {
  const body = { ...orderFor(product), customer: customer.email }
  const admin = await shop.registerAdmin()
  const entered = (await shop.call('POST', '/api/order', { as: admin, body })).body
  const token = await shop.createLink(admin, entered)
  const path = `/api/payment-link/${token}/payment-intent`
  const secret = (await shop.call('POST', path, { headers: ELSEWHERE })).body.clientSecret
  await declineOverOrders(customer, MOST_DECLINES_AN_HOUR.unverified)
  await deliverEvents()
  expectRefused(await start(customer, await order()))
  expect(await paymentState(shop.shop, intentOf(secret))).toBe('open')
  expect(await shop.call('POST', path, { headers: ELSEWHERE })).toMatchObject({
    status: 200,
    body: { clientSecret: secret },
  })
  // Cards of the link do not count for the account's own orders either.
  shop.shop.advance(HOUR_MS)
  await declineOverOrders(customer, MOST_DECLINES_AN_HOUR.unverified - 1)
  await tryCards((await shop.call('POST', path, { headers: ELSEWHERE })).body.clientSecret, 5)
  await deliverEvents()
  expect((await start(customer, await order())).status).toBe(200)
})
