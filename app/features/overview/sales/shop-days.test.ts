import { expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { DAY_MS } from '#kit/time.ts'
import { createBerlinShop, sumOfCents } from '#tests/support/berlin-shop.ts'
import { LYON, TRADE } from '#tests/support/delivery-shop.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'

test('lists and exports are filtered by days of Berlin, also one of 23 hours', async () => {
  await using shop = await createBerlinShop()
  const placed: string[] = []
  for (const moment of [
    '03-30T23:59:00+01:00',
    '03-31T00:00:00+01:00',
    '03-31T23:59:00+02:00',
    '04-01T00:00:00+02:00',
  ]) {
    await shop.at(`2030-${moment}`)
    placed.push((await shop.place())._id)
  }
  const found = async (query: string) =>
    ((await shop.get(`orders?${query}`)) as Order[]).map(({ _id }) => _id).reverse()
  expect(await found('from=2030-03-31&to=2030-03-31')).toEqual(placed.slice(1, 3))
  expect(await found('to=2030-03-30')).toEqual(placed.slice(0, 1))
  expect(await found('range=this-month')).toEqual(placed.slice(3))
  expect(await found('range=last-month')).toEqual(placed.slice(0, 3))
  expect(await found('days=1')).toEqual(placed.slice(3))
  expect(await found('days=2')).toEqual(placed.slice(1))
  expect((await shop.rowsOf('orders.csv?range=2030-03')).map(({ _id }) => _id)).toEqual(
    placed.slice(0, 3).reverse(),
  )
  const changes = (query: string) => shop.get(`audit?kind=settings.changed&${query}`)
  await shop.at('2030-04-02T00:10:00+02:00')
  await shop.change({ tax: { ...TRADE.tax, euUnion: false } })
  expect(await changes('from=2030-04-02')).toHaveLength(1)
  expect(await changes('from=2030-04-01&to=2030-04-01')).toHaveLength(0)
  for (const query of ['range=2030-13', 'range=soon', 'days=0', 'days=x', 'dayOf=shipped'])
    await expect(shop.get(`orders?${query}`)).rejects.toThrow('"status":422')
  for (const month of ['2030-13', '2030', '2030-1'])
    await expect(shop.get(`overview?month=${month}`)).rejects.toThrow('"status":422')
})

test('a refund by line comes off that line at its price, one of an amount its part, and no part loses delivery or tax', async () => {
  await using shop = await createBerlinShop()
  const order = await shop.place()
  await shop.pay(order)
  const top = async () => {
    const { top: rows, goods } = await shop.get('overview')
    return { goods, top: rows.map(({ sku, revenue }: { sku: string; revenue: number }) => [sku, revenue]) }
  }
  const [one, other] = shop.parts
  expect(await top()).toEqual({
    goods: 533.33,
    top: [
      [other.sku, 333.33],
      [one.sku, 200],
    ],
  })
  await shop.refund(order, { lines: [{ position: 1, quantity: 50 }], delivery: true })
  expect(await top()).toEqual({
    goods: 366.66,
    top: [
      [one.sku, 200],
      [other.sku, 166.66],
    ],
  })
  // A tenth of all that is left: $200.00 and $166.67 with 20 % VAT.
  await shop.refund(order, { amount: 44 })
  expect(await top()).toEqual({
    goods: 329.99,
    top: [
      [one.sku, 180],
      [other.sku, 149.99],
    ],
  })
  const { refundableAmount } = await shop.get(`myorder/${order._id}`)
  await shop.refund(order, { amount: refundableAmount })
  expect(await top()).toEqual({ goods: 0, top: [] })
  expect((await shop.get('overview')).revenue).toBe(0)
  expect(await readSales(shop.app.shop)).toEqual(await salesOfOrders(shop.app.shop))
})

test('how fast stock ends is of the last 30 days, whatever days are shown', async () => {
  await using shop = await createBerlinShop()
  await shop.pay(await shop.place([300]))
  await shop.at(new Date(Date.now() + 20 * DAY_MS).toISOString())
  await shop.pay(await shop.place([600]))
  const [part] = (await shop.get('overview?days=30')).low
  expect(part).toMatchObject({ perDay: 30 })
  for (const query of ['days=7', 'days=365', 'month=2001-01'])
    expect((await shop.get(`overview?${query}`)).low).toEqual([part])
})

test.each([
  ['added', TRADE.tax],
  ['included', { ...TRADE.tax, pricesInclude: true }],
])(
  'goods, delivery and tax of an exported order are what is paid, with tax that is %s',
  async (kind, tax) => {
    await using shop = await createBerlinShop({ tax })
    await shop.pay(await shop.place([133, 177]))
    await shop.place([100])
    const rows = await shop.rowsOf('orders.csv')
    expect(rows).toHaveLength(2)
    for (const { goods, deliveryPrice, tax: amount, taxAmount, taxKind, payable } of rows) {
      expect(taxKind).toBe(kind)
      expect(amount).toBe(taxAmount)
      expect(sumOfCents([goods, deliveryPrice, amount])).toBe(sumOfCents([payable]))
    }
    const lines = await shop.rowsOf('orders.csv?rows=lines')
    for (const own of Map.groupBy(lines, ({ number }) => number).values())
      expect(sumOfCents(own.flatMap((row) => [row.lineNet, row.orderDeliveryNet, row.orderTax]))).toBe(
        sumOfCents([own[0]?.orderPayable]),
      )
  },
)

test('the file of invoices tells why no tax is charged, and orders are found by any refund', async () => {
  await using shop = await createBerlinShop()
  const orders = [
    await shop.pay(await shop.place()),
    await shop.pay(await shop.place()),
    await shop.pay(await shop.place()),
  ] as const
  await shop.refund(orders[0], { amount: 1 })
  await shop.refund(orders[1], { amount: orders[1].payable })
  const found = async (status: string) =>
    ((await shop.get(`orders?status=${status}`)) as Order[]).map(({ _id }) => _id)
  expect((await found('with_refund')).sort()).toEqual([orders[0]._id, orders[1]._id].sort())
  expect(await found('partly_refunded')).toEqual([orders[0]._id])
  expect(await found('refunded')).toEqual([orders[1]._id])
  const swiss = { ...LYON, postcode: '8001', city: 'Zürich', country: 'CH' }
  await shop.pay(await shop.place([100], swiss))
  const kinds = (await shop.rowsOf('invoices.csv')).map(({ kind, taxKind }) => [kind, taxKind])
  expect(kinds).toContainEqual(['invoice', 'export'])
  expect(kinds.filter(([, taxKind]) => taxKind === 'added')).toHaveLength(5)
})
