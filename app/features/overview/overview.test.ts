import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Right } from '#features/accounts/rights.ts'
import { markPaid } from '#features/orders/orders.ts'
import { DAY_MS } from '#kit/time.ts'
import { createRefundSetup } from '../../../tests/support/refund-setup.ts'
import { salesOfOrders } from '../../../tests/support/sales-of-orders.ts'
import {
  createSalesShop,
  overviewOfOrders,
  readSales,
  type SalesShop,
} from '../../../tests/support/sales-shop.ts'
import { readOverview, readOverviewFor, withoutMoney } from './overview.ts'
import { overviewWithoutMoneySchema } from './schema.ts'

let app: SalesShop

beforeEach(async () => {
  app = await createSalesShop([0.0333, 0.0434])
})
afterEach(() => app[Symbol.asyncDispose]())

const overview = (days: number) => readOverview(app.shop, { days })

test('a day is counted by the payment, what goes back on its own day, and the period before is compared', async () => {
  const { shop } = app
  const start = Date.UTC(2030, 0, 10, 23, 59)
  shop.advance(start - shop.now())
  await app.sell([[0, 1000]])
  shop.advance(2 * 60_000)
  const id = await app.sell([[1, 100]])
  const { days, orders, previous } = await overview(7)
  expect(days.map(({ day }) => day)).toEqual([
    '2030-01-05',
    '2030-01-06',
    '2030-01-07',
    '2030-01-08',
    '2030-01-09',
    '2030-01-10',
    '2030-01-11',
  ])
  expect(days.slice(-2)).toEqual([
    { day: '2030-01-10', orders: 1, revenue: 33.3 },
    { day: '2030-01-11', orders: 1, revenue: 4.34 },
  ])
  expect({ orders, previous }).toMatchObject({ orders: 2, previous: { orders: 0, revenue: 0 } })
  shop.advance(7 * DAY_MS)
  await app.refund(id, 100)
  expect((await overview(7)).previousDays.slice(-2).map(({ revenue }) => revenue)).toEqual([33.3, 4.34])
  expect(await overview(7)).toMatchObject({
    orders: 0,
    revenue: -1,
    paid: 0,
    paidBack: 1,
    previous: { orders: 2, revenue: 37.64, paid: 37.64, paidBack: 0 },
    top: [],
  })
  expect((await overview(7)).days.at(-1)).toEqual({ day: '2030-01-18', orders: 0, revenue: -1 })
})

test('a payment that fails in its transaction is not counted, and payments at once are counted each', async () => {
  const { shop } = app
  const lost = await app.place([[0, 100]])
  await expect(
    shop.db.transaction().execute(async (trx) => {
      const payment = {
        orderId: lost,
        transactionId: 'pi-lost',
        actor: 'provider',
        at: shop.now(),
        timeZone: 'UTC',
      }
      await markPaid(trx, payment)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect((await readSales(app.shop)).ofProducts).toEqual([])
  const ids: string[] = []
  // Each has the products in another sequence.
  for (let index = 0; index < 12; index += 1)
    ids.push(
      await app.place(
        index % 2 === 0
          ? [
              [0, 100],
              [1, 200],
            ]
          : [
              [1, 200],
              [0, 100],
            ],
      ),
    )
  expect(await Promise.all(ids.map(app.pay))).not.toContain(false)
  await Promise.all(ids.map((id, index) => app.refund(id, index * 10)))
  expect(await overview(7)).toMatchObject({ ...(await overviewOfOrders(app, 7)), orders: 12 })
})

test('payments at once with refunds of earlier days leave the sums of all days right', async () => {
  const { shop } = app
  const sold: string[] = []
  for (let day = 0; day < 3; day += 1) {
    for (let index = 0; index < 4; index += 1) sold.push(await app.sell([[index % 2, 1000]]))
    shop.advance(DAY_MS)
  }
  const placed: string[] = []
  for (let index = 0; index < 8; index += 1) placed.push(await app.place([[index % 2, 100]]))
  await Promise.all([...sold.map((id, index) => app.refund(id, 100 + index)), ...placed.map(app.pay)])
  const kept = await readSales(shop)
  expect(await salesOfOrders(shop)).toEqual(kept)
  expect(await overview(7)).toMatchObject(await overviewOfOrders(app, 7))
})

test('a part that was archived and restored is listed again by what was sold of it', async () => {
  const { shop } = app
  const as = await app.registerAdmin()
  await app.sell([[0, 1000]])
  const listed = async () => (await overview(7)).low.map(({ sku }) => sku)
  const [{ _id, sku }] = app.products as [(typeof app.products)[number]]
  shop.advance(DAY_MS)
  expect((await app.call('DELETE', `/api/product/${_id}`, { as: await app.signIn(as) })).status).toBe(200)
  expect(await listed()).toEqual([])
  expect((await app.call('POST', `/api/product/${_id}/restore`, { as: await app.signIn(as) })).status).toBe(
    200,
  )
  expect(await listed()).toEqual([sku])
})

test('pieces that went back to stock were not sold, those that were shipped before were', async () => {
  await using setup = await createRefundSetup()
  const { shop } = setup.shop
  const order = await setup.paidOrder()
  const ship = { lines: [{ position: 0, quantity: 30 }] }
  await setup.shop.call('POST', `/api/order/${order._id}/shipments`, { as: setup.admin, body: ship })
  expect((await setup.request(order, 4.25, 'a-sample-key', true)).status).toBe(201)
  expect((await readOverview(shop, { days: 10 })).low).toMatchObject([{ perDay: 1 }])
  const unshipped = await setup.paidOrder()
  await setup.request(unshipped, 4.25, 'another-key', true)
  expect(await readOverview(shop, { days: 10 })).toMatchObject({ top: [], low: [{ perDay: 1 }], revenue: 0 })
  const kept = await readSales(shop)
  expect(await salesOfOrders(shop)).toEqual(kept)
})

test('a lost dispute takes its amount out of the revenue, and one that is won puts it back', async () => {
  const { shop } = app
  const id = await app.sell([
    [0, 1000],
    [1, 1000],
  ])
  const sums = async () => {
    const { days, revenue, top } = await overview(7)
    return [days.at(-1)?.revenue, revenue, top.map((part) => part.revenue)]
  }
  const dispute = (state: 'open' | 'won' | 'lost' | null, disputedCents: number | null, refunded = 0) =>
    app.refund(id, refunded, { dispute: state, disputedCents })
  const whole = [76.7, 76.7, [43.4, 33.3]]
  await dispute('open', 7670)
  expect(await sums()).toEqual(whole)
  await dispute('lost', 7670)
  expect(await sums()).toEqual([0, 0, []])
  await dispute('won', 7670)
  expect(await sums()).toEqual(whole)
  await dispute('lost', 767)
  expect(await sums()).toEqual([69.03, 69.03, [39.06, 29.97]])
  // No more than all of it goes, also of a dispute whose amount is not known.
  await dispute('lost', 7670, 1000)
  expect(await sums()).toEqual([0, 0, []])
  await dispute('lost', null)
  expect(await sums()).toEqual([0, 0, []])
  expect(await readSales(shop)).toEqual(await salesOfOrders(shop))
  await dispute(null, null)
  expect(await sums()).toEqual(whole)
})

// attack: right-of-another
test('orders are named to staff who may look at them, and without the right for money parts are ranked by pieces', async () => {
  const { shop } = app
  await app.sell([[0, 110]])
  const id = await app.sell([[1, 100]])
  await shop.db.updateTable('orders').set({ dispute: 'open' }).where('id', '=', id).execute()
  const of = async (right: Right) => {
    const { open, top } = await readOverviewFor({ rights: [right] }, shop, { days: 7 })
    return [open.disputes.count, open.disputes.orders.length, top.map(({ quantity }) => quantity)]
  }
  expect(await of('money')).toEqual([1, 1, [100, 110]])
  expect(await of('orders')).toEqual([1, 1, [110, 100]])
  for (const right of ['products', 'people', 'settings'] as const)
    expect(await of(right)).toEqual([1, 0, [110, 100]])
})

test('the call answers admins only, with 30 days unless 7 to 365 are asked for', async () => {
  const admin = await app.registerAdmin()
  await app.sell([[0, 1000]])
  const answer = await app.call('GET', '/api/overview', { as: admin })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ orders: 1, revenue: 33.3, top: [{ quantity: 1000 }], low: [{}] })
  expect(answer.body.days).toHaveLength(30)
  expect((await app.call('GET', '/api/overview?days=365', { as: admin })).body.days).toHaveLength(365)
  for (const days of ['6', '366', '7.5', '', 'week', '-7', '0x10', '1e1', '%2030'])
    expect((await app.call('GET', `/api/overview?days=${days}`, { as: admin })).status).toBe(422)
  expect((await app.call('GET', '/api/overview', { as: await app.register() })).status).toBe(403)
  expect((await app.call('GET', '/api/overview')).status).toBe(401)
})

test('without the right to see money an overview has the orders and pieces, and no sum', async () => {
  await app.sell([
    [0, 1000],
    [1, 100],
  ])
  const whole = await overview(7)
  expect(whole.revenue).toBeGreaterThan(0)
  const without = withoutMoney(whole)
  expect(without).toMatchObject({ orders: 1, open: whole.open, top: [{ quantity: 1000 }, { quantity: 100 }] })
  expect(JSON.stringify({ ...without, open: undefined })).not.toMatch(/revenue|paid|goods/i)
  expect(overviewWithoutMoneySchema.strict().parse(without)).toEqual(without)
})
