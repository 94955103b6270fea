import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import { type BerlinShop, createBerlinShop, sumOfCents } from '#tests/support/berlin-shop.ts'
import { LYON } from '#tests/support/delivery-shop.ts'
import { ownerSdk } from '#tests/support/payment-provider.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { sumsOf } from '#tests/support/sums-of-month.ts'

/** Each takes some hundredths of a second; a month of 500 is run by hand. */
const ORDERS = Number(process.env.MONTH_ORDERS ?? 40)

const PLACES = [
  LYON,
  { ...LYON, street: 'Ring 1', postcode: '1010', city: 'Wien', country: 'AT' },
  { ...LYON, street: 'Gasse 1', postcode: '3011', city: 'Bern', country: 'CH' },
]

/** What becomes of an order: when it is placed, of how many pieces, for whom, and what goes back on a later day. */
const sale = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  quantities: fc.array(fc.integer({ min: 100, max: 999 }), { minLength: 1, maxLength: 2 }),
  place: fc.integer({ min: 0, max: PLACES.length - 1 }),
  isPaid: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  refund: fc.option(
    fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((quantity) => ({ lines: [{ position: 0, quantity }] })),
      fc.integer({ min: 1, max: 500 }).map((cents) => ({ amount: cents / 100 })),
      fc.constant({ delivery: true }),
    ),
  ),
  refundedAfter: fc.integer({ min: 0, max: 5 }),
})

type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never

const twoDigits = (day: number): string => String(day).padStart(2, '0')

/** Plays the month day by day, the sales of a day and then what goes back on it; returns the paid orders. */
async function play(shop: BerlinShop, sales: readonly Sale[]): Promise<Order[]> {
  const paid = new Map<Sale, Order>()
  for (let day = 1; day <= 31; day += 1) {
    const today = sales.filter((one) => one.day === day)
    const back = sales.filter((one) => one.refund && Math.min(31, one.day + one.refundedAfter) === day)
    if (today.length + back.length === 0) continue
    await shop.at(`2030-01-${twoDigits(day)}T${day % 2 === 0 ? '00:10' : '23:50'}:00+01:00`)
    for (const one of today) {
      const order = await shop.place(one.quantities, PLACES[one.place])
      if (one.isPaid) paid.set(one, await shop.pay(order))
    }
    for (const one of back) {
      const order = paid.get(one)
      if (order && one.refund) await shop.refund(order, one.refund)
    }
  }
  return [...paid.values()]
}

/** What the provider has received less what it paid back, in cents. */
async function providerCents(shop: BerlinShop, orders: readonly Order[]): Promise<number> {
  const provider = ownerSdk(shop.app.shop)
  let cents = 0
  for (const { _id } of orders) {
    const payment_intent = (await shop.get(`myorder/${_id}`)).transactionId
    for (const charge of (await provider.charges.list({ payment_intent })).data)
      if (charge.paid) cents += charge.amount
    for (const refund of (await provider.refunds.list({ payment_intent, limit: 100 })).data)
      if (refund.status === 'succeeded') cents -= refund.amount
  }
  return cents
}

test('a month of chance comes to the same in overview, lists, files, sums and at the provider, to the cent', {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env.MONTH_SEED ?? Date.now() % 2 ** 31)
  await using shop = await createBerlinShop()
  await shop.app.shop.db.updateTable('products').set({ quantity: 1_000_000 }).execute()
  const paid = await play(shop, fc.sample(sale, { seed, numRuns: ORDERS }))
  const cents = await providerCents(shop, paid)
  expect(cents, `MONTH_SEED=${seed}`).toBeGreaterThan(0)
  const sums = await sumsOf(shop, '2030-01', 'range=2030-01')
  const expected = Object.fromEntries(Object.keys(sums).map((name) => [name, cents]))
  expect(sums, `MONTH_SEED=${seed}`).toEqual(expected)
  expect(sumOfCents(paid.map(({ payable }) => payable))).toBeGreaterThan(cents)
  expect(await readSales(shop.app.shop)).toEqual(await salesOfOrders(shop.app.shop))
})
