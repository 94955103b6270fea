import type { UpdateObject } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NAMED_AT_MOST } from '#features/orders/orders.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import { DAY_MS } from '#kit/time.ts'
import { createSalesShop, readOrderRow, type SalesShop } from '../../../../tests/support/sales-shop.ts'
import { findOpen } from './open-work.ts'

let app: SalesShop

beforeEach(async () => {
  app = await createSalesShop([0.0333, 0.0434])
})
afterEach(() => app[Symbol.asyncDispose]())

const open = () => findOpen(app.shop)

test('what waits is counted, and the list behind each count has these orders', async () => {
  const { db } = app.shop
  const held = await app.place([[0, 100]])
  const lapsing = await app.place([[0, 100]], DAY_MS / 2)
  const change = async (set: UpdateObject<Schema, 'orders'>): Promise<string> => {
    const id = await app.sell([[0, 100]])
    await db.updateTable('orders').set(set).where('id', '=', id).execute()
    return id
  }
  const { number, id: disputed } = await readOrderRow(app.shop, await change({ dispute: 'open' }))
  // None of these can ship.
  const TOTAL_CENTS = 333
  const refunded = await change({ refunded_cents: TOTAL_CENTS, ships_on: '2026-01-02' })
  const refunding = await change({ refunding_cents: TOTAL_CENTS })
  const restocked = await change({ restocked_at: 1, ships_on: '2026-01-02' })
  const lost = await change({ dispute: 'lost' })
  const today = new Date(app.shop.now()).toISOString().slice(0, 10)
  const toShipToday = await change({ ships_on: today })
  const late = await change({ ships_on: '2026-01-02' })
  expect(await open()).toEqual({
    unpaid: 2,
    lapsing: 1,
    toShip: 3,
    toShipToday: 1,
    late: 1,
    toAnswer: 0,
    returns: 0,
    offers: 0,
    lowStock: 0,
    newReviews: 0,
    plansToDecide: 0,
    atLeast: [],
    disputes: { count: 1, orders: [{ _id: disputed, number }] },
    held: { count: 0, orders: [] },
    mailsFailing: { count: 0, orders: [] },
    refundsFailing: { count: 0, orders: [] },
  })
  const admin = await app.registerAdmin()
  const listed = async (status: string) => {
    const { body, headers } = await app.call('GET', `/api/orders?status=${status}`, { as: admin })
    expect(headers.get('x-total-count')).toBe(String(body.length))
    return body.map(({ _id }: { _id: string }) => _id).sort()
  }
  expect(await listed('unpaid')).toEqual([held, lapsing].sort())
  expect(await listed('lapsing')).toEqual([lapsing])
  expect(await listed('to_ship')).toEqual([disputed, toShipToday, late].sort())
  expect(await listed('to_ship_today')).toEqual([toShipToday])
  expect(await listed('late')).toEqual([late])
  expect(await listed('disputed')).toEqual([disputed])
  expect(await listed('pending')).toEqual(
    [disputed, refunded, refunding, restocked, lost, toShipToday, late].sort(),
  )
})

// attack: held-stock
test('a part is named of whose stock one account holds more than half', async () => {
  const [first] = app.products
  const setStock = (quantity: number) =>
    app.shop.db
      .updateTable('products')
      .set({ quantity })
      .where('id', '=', first?._id ?? '')
      .execute()
  const held = async () => (await open()).held
  const ids = [await app.place([[0, 200]])]
  // The ids of one millisecond are in any sequence.
  app.shop.advance(1)
  ids.push(
    await app.place([
      [0, 100],
      [1, 100],
    ]),
  )
  await setStock(300)
  expect(await held()).toEqual({ count: 0, orders: [] })
  await setStock(299)
  expect(await held()).toMatchObject({ count: 1, orders: [{ _id: ids[1] }, { _id: ids[0] }] })
  await app.pay(ids[0] as string)
  expect(await held()).toEqual({ count: 0, orders: [] })
})

test('failing refunds are counted up to a limit, and some of their orders named', async () => {
  const { db } = app.shop
  const ids = await Promise.all(Array.from({ length: 7 }, () => app.sell([[0, 100]])))
  const row = { amount_cents: 1, status: 'failed', created_at: 1, attempts: 1, next_attempt_at: 1 } as const
  for (let start = 0; start <= COUNTED_AT_MOST; start += 100)
    await db
      .insertInto('unmatched_refunds')
      .values(
        Array.from({ length: 100 }, (_, index) => ({
          ...row,
          intent_id: `pi_${start + index}`,
          order_id: ids[index % ids.length] ?? null,
          refund_id: null,
        })),
      )
      .execute()
  const { refundsFailing, atLeast } = await open()
  expect(refundsFailing.count).toBe(COUNTED_AT_MOST)
  expect(atLeast).toEqual(['refundsFailing'])
  expect(new Set(refundsFailing.orders.map(({ _id }) => _id)).size).toBe(NAMED_AT_MOST)
  expect((await app.call('GET', '/readyz')).body.warnings).toEqual(['refunds that failed: 1,000+'])
})

test('mails and refunds that fail name their orders', async () => {
  const { db } = app.shop
  const [mailed, refunded] = [await app.place([[0, 100]]), await app.sell([[1, 100]])]
  const failing = { next_attempt_at: 1, last_error: 'refused' }
  const entry = { kind: 'mail', payload: '{}', not_before: 1, attempts: 1, sent_at: null, ...failing }
  await db
    .insertInto('outbox')
    .values({ id: 'sample', about: mailed, ...entry })
    .execute()
  const due = { created_at: 1, attempts: 1, next_attempt_at: 1, refund_id: null }
  await db
    .insertInto('unmatched_refunds')
    .values({ intent_id: 'pi_sample', order_id: refunded, amount_cents: 1, status: 'failed', ...due })
    .execute()
  expect(await open()).toMatchObject({
    mailsFailing: { count: 1, orders: [{ _id: mailed }] },
    refundsFailing: { count: 1, orders: [{ _id: refunded }] },
  })
})
