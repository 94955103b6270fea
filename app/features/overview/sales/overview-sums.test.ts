import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRefundSetup } from '#tests/support/refund-setup.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { createSalesShop, overviewOfOrders, readOrderRow, readSales } from '#tests/support/sales-shop.ts'
import { TOP_LISTED } from '../limits.ts'
import { readOverview } from '../overview.ts'

/** Of more products than a list has. */
const PRICES = Array.from({ length: TOP_LISTED + 3 }, (_, index) => (333 + index * 101) / 10_000)

const pieces = fc
  .uniqueArray(fc.tuple(fc.nat(PRICES.length - 1), fc.integer({ min: 100, max: 9999 })), {
    minLength: 1,
    maxLength: 5,
    selector: ([index]) => index,
  })
  .map((lines) => ({ kind: 'sell' as const, lines }))

const step = fc.oneof(
  { weight: 4, arbitrary: pieces },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      order: fc.nat(),
      share: fc.nat(100),
      dispute: fc.constantFrom(null, 'open' as const, 'won' as const, 'lost' as const),
      disputed: fc.option(fc.nat(100)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('restock' as const), order: fc.nat(), pieces: fc.nat(200) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stock' as const),
      index: fc.nat(PRICES.length - 1),
      to: fc.nat(5000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('archive' as const), index: fc.nat(PRICES.length - 1) }),
  },
)

type Refund = Extract<typeof step extends fc.Arbitrary<infer Action> ? Action : never, { kind: 'refund' }>

test('the overview is what the orders add up to, after any sales, refunds, disputes, restocks, days and changes of stock', async () => {
  await using app = await createSalesShop(PRICES)
  const { shop } = app
  const ids: string[] = []
  const refund = async (id: string | undefined, { share, dispute, disputed }: Refund) => {
    if (id === undefined) return
    const { total_cents } = await readOrderRow(shop, id)
    const centsOf = (percent: number) => Math.floor((total_cents * percent) / 100)
    const disputedCents = disputed === null ? null : centsOf(disputed)
    await app.refund(id, centsOf(share), { dispute, disputedCents })
  }
  const restock = async (id = '', pieces: number) => {
    const restocked = sql<number>`case when restocked + ${pieces} > quantity then 0 else restocked + ${pieces} end`
    await shop.db.updateTable('order_lines').set({ restocked }).where('order_id', '=', id).execute()
  }
  const take = async (action: typeof step extends fc.Arbitrary<infer Action> ? Action : never) => {
    if (action.kind === 'wait') return shop.advance(action.hours * 3_600_000)
    if (action.kind === 'sell') return void ids.push(await app.sell(action.lines))
    if (action.kind === 'refund') return refund(ids[action.order % ids.length], action)
    if (action.kind === 'restock') return restock(ids[action.order % ids.length], action.pieces)
    const change = action.kind === 'stock' ? { quantity: action.to } : { archived_at: shop.now() }
    const id = app.products[action.index]?._id as string
    await shop.db.updateTable('products').set(change).where('id', '=', id).execute()
  }
  // One sequence: the shop of each step is what all steps before made of it.
  for (const [index, action] of fc.sample(step, { numRuns: 80, seed: 25 }).entries()) {
    await take(action)
    if (index % 5 !== 4) continue
    for (const days of [7, 7 + (index % 30), 365]) {
      expect(await readOverview(shop, { days })).toMatchObject(await overviewOfOrders(app, days))
    }
  }
  const kept = await readSales(shop)
  expect(await salesOfOrders(shop)).toEqual(kept)
}, 180_000)

test('pieces of a restocked order that return to stock with their shipment are not sold', async () => {
  await using setup = await createRefundSetup()
  const { shop, admin } = setup
  const order = await setup.paidOrder()
  const ship = (quantity: number) =>
    shop.call('POST', `/api/order/${order._id}/shipments`, {
      as: admin,
      body: { lines: [{ position: 0, quantity }] },
    })
  await ship(60)
  const { shipmentId } = (await ship(30)).body
  expect((await setup.request(order, 4.25, 'all', true)).status).toBe(201)
  const sold = async () => (await readSales(shop.shop)).sold.map(({ quantity }) => quantity)
  expect(await sold()).toEqual([90])
  const path = `/api/order/${order._id}/shipments/${shipmentId}`
  expect((await shop.call('DELETE', path, { as: admin })).status).toBe(200)
  expect(await sold()).toEqual([60])
  const kept = await readSales(shop.shop)
  expect(await salesOfOrders(shop.shop)).toEqual(kept)
})
