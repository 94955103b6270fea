import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { applyStripeState, readRecordedState } from '#features/payments/refunds/record-refunds.ts'
import { kindOf } from '#kit/db/db.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { claimLapsedOrders, type Order } from '../orders.ts'
import { lockFor } from '../steps/ask.ts'
import { endUnpaidOrder, markPaid } from './pay-or-cancel.ts'

const NO_MORE = { reason: null, dueAt: null, isAnswered: false }

let shop: TestApp
let customer: Person
let product: Product
let order: Order

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  await verifyEmail(shop.shop, customer)
  product = await shop.addProduct({ quantity: 1000 })
  order = await shop.order(customer, product)
})
afterEach(() => shop[Symbol.asyncDispose]())

const pay = (transactionId: string) =>
  shop.shop.db.transaction().execute(async (trx) => {
    const payment = {
      orderId: order._id,
      transactionId,
      actor: 'provider',
      at: shop.shop.now(),
      timeZone: 'UTC',
    }
    return (await markPaid(trx, payment)) !== undefined
  })

const cancel = () =>
  shop.shop.db.transaction().execute((trx) =>
    endUnpaidOrder(trx, {
      orderId: order._id,
      action: 'cancel',
      by: 'staff',
      actor: 'shop',
      at: shop.shop.now(),
    }),
  )

const isUnpaid = () =>
  shop.shop.db.transaction().execute(async (trx) => {
    const acting = { by: 'provider', at: shop.shop.now() } as const
    return (await lockFor(trx, order._id, 'pay', acting)) !== undefined
  })

/** All rows that a change of an order writes. */
async function digest() {
  const { db } = shop.shop
  return {
    orders: await db.selectFrom('orders').selectAll().execute(),
    events: await db.selectFrom('order_events').select('id').orderBy('id').execute(),
    mails: await db.selectFrom('outbox').select(['id', 'payload']).orderBy('id').execute(),
    stock: await db.selectFrom('products').select('quantity').execute(),
    counts: await db.selectFrom('row_counts').selectAll().orderBy('name').execute(),
  }
}

// Paying and cancelling read the order first. In these cases another process changes it in between.

test('a paid order is neither paid by another transaction nor cancelled', async () => {
  expect([await isUnpaid(), await pay('pi_first')]).toEqual([true, true])
  const before = await digest()
  expect([await pay('pi_second'), await cancel(), await isUnpaid()]).toEqual([false, false, false])
  expect(await digest()).toEqual(before)
})

test('a cancelled order is neither paid nor cancelled again, and returns its pieces to stock once', async () => {
  expect(await cancel()).toBe(true)
  const before = await digest()
  expect(before.stock).toEqual([{ quantity: 1000 }])
  expect([await pay('pi_late'), await cancel(), await isUnpaid()]).toEqual([false, false, false])
  expect(await digest()).toEqual(before)
})

test('a refund status that another process stored is not replaced by an older one', async () => {
  await pay('pi_paid')
  const read = await readRecordedState(shop.shop.db, 'pi_paid')
  if (!read) throw new Error('the order has no transaction')
  const lost = { id: 'du_1', state: 'lost', amountCents: 400, holdsMoney: false, ...NO_MORE } as const
  const record = (refundedCents: number, disputes: (typeof lost)[]) =>
    applyStripeState(shop.shop, 'pi_paid', {
      before: read,
      after: { refundedCents, disputes, refunds: [] },
      at: shop.shop.now(),
    })
  expect(await record(200, [])).toEqual([])
  const before = await digest()
  expect(await record(100, [])).toBeUndefined()
  expect(await record(0, [lost])).toBeUndefined()
  expect(await digest()).toEqual(before)
})

test('each ended hold of an unpaid order is claimed by one process, and can be claimed again later', async () => {
  await pay('pi_paid')
  order = await shop.order(customer, product)
  await cancel()
  const held: Order[] = []
  for (let count = 0; count < 3; count += 1) held.push(await shop.order(customer, product))
  const ids = held.map(({ _id }) => _id).sort()
  shop.shop.advance(shop.shop.config.holdMs)
  const claimed = await claimTwice()
  expect(claimed.flat().sort()).toEqual(ids)
  expect(claimed.map(({ length }) => length)).toEqual([2, 1])
  expect(await claimLapsedOrders(shop.shop, 10)).toEqual([])
  shop.shop.advance(5000)
  expect(await claimLapsedOrders(shop.shop, 10)).toHaveLength(3)
})

/** Two processes claim at most two orders. On PostgreSQL the second claims before the first has committed. */
async function claimTwice(): Promise<string[][]> {
  const claim = async (db = shop.shop.db) =>
    (await claimLapsedOrders({ ...shop.shop, db }, 2)).map(({ id }) => id)
  if (kindOf(shop.shop.db) === 'sqlite') return [await claim(), await claim()]
  return shop.shop.db.transaction().execute(async (trx) => [await claim(trx), await claim()])
}
