import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, dayNumber } from '#kit/time.ts'
import { createSalesShop, overviewOfOrders, readSales, type SalesShop } from '#tests/support/sales-shop.ts'
import { deleteOldSales, readOverview } from '../overview.ts'

const KEPT_DAYS = 3 * 365

let app: SalesShop

beforeEach(async () => {
  app = await createSalesShop([0.05, 0.07])
})
afterEach(() => app[Symbol.asyncDispose]())

const daysOf = async (index: number): Promise<number[]> =>
  (await readSales(app.shop)).ofProducts
    .filter(({ product_id }) => product_id === app.products[index]?._id)
    .map(({ day }) => day)

const expectRightSums = async (): Promise<void> => {
  for (const days of [7, 365])
    expect(await readOverview(app.shop, { days })).toMatchObject(await overviewOfOrders(app, days))
}

const today = (): number => dayNumber(app.shop.now())

test('sums by day that no overview asks for are deleted, but the last of each product', async () => {
  const { shop } = app
  const first = today()
  const orders = [
    await app.sell([
      [0, 1000],
      [1, 300],
    ]),
  ]
  for (const days of [1, 1, 500]) {
    shop.advance(days * DAY_MS)
    orders.push(await app.sell([[0, 100]]))
  }
  await deleteOldSales(shop)
  expect(await daysOf(0)).toEqual([first, first + 1, first + 2, first + 502])
  // The sums of the third day are the last ones before the oldest that are kept.
  shop.advance((first + 2 + KEPT_DAYS - today()) * DAY_MS)
  await Promise.all([deleteOldSales(shop), deleteOldSales(shop)])
  expect(await daysOf(0)).toEqual([first + 2, first + 502])
  expect(await daysOf(1)).toEqual([first])
  // Refunds of orders from before, on a day that has no sums any more and on one that has.
  for (const id of orders.slice(0, 3)) await app.refund(id, 200)
  await app.sell([
    [0, 400],
    [1, 100],
  ])
  await expectRightSums()
  await deleteOldSales(shop)
  expect(await daysOf(0)).toEqual([first + 2, first + 502, today()])
  await expectRightSums()
})
