import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAXIMUM_TOTAL_CENTS } from '#kit/money.ts'
import { TAX_KINDS } from './schema.ts'
import { orderTotals } from './totals.ts'

const cents = fc.integer({ min: 0, max: MAXIMUM_TOTAL_CENTS })
const percent = fc.integer({ min: 0, max: 1_000_000 }).map((e4) => e4 / 10_000)
const tax = fc.record({ kind: fc.constantFrom(...TAX_KINDS), percent })
const sums = fc.record({ linesCents: cents, deliveryCents: cents, tax })

test('what is paid is lines, delivery and the tax that was added; net and tax are what is paid; nothing is negative', () => {
  fc.assert(
    fc.property(sums, (order) => {
      const { linesCents, deliveryCents, taxCents, netCents, payableCents } = orderTotals(order)
      expect([linesCents, deliveryCents]).toEqual([order.linesCents, order.deliveryCents])
      const addedCents = order.tax.kind === 'added' ? taxCents : 0
      expect(payableCents).toBe(linesCents + deliveryCents + addedCents)
      expect(netCents + taxCents).toBe(payableCents)
      for (const sum of [taxCents, netCents]) {
        expect(Number.isSafeInteger(sum)).toBe(true)
        expect(sum).toBeGreaterThanOrEqual(0)
      }
      if (order.tax.kind !== 'added' && order.tax.kind !== 'included') expect(taxCents).toBe(0)
    }),
  )
})

test('the tax is exact to half a cent, and half a cent counts up', () => {
  fc.assert(
    fc.property(sums, (order) => {
      const { kind } = order.tax
      if (kind !== 'included' && kind !== 'added') return
      const sum = BigInt(order.linesCents + order.deliveryCents)
      const rate = BigInt(Math.round(order.tax.percent * 10_000))
      const [dividend, divisor] =
        kind === 'included' ? [sum * rate, 1_000_000n + rate] : [sum * rate, 1_000_000n]
      const off = 2n * (BigInt(orderTotals(order).taxCents) * divisor - dividend)
      expect(off > -divisor && off <= divisor).toBe(true)
    }),
  )
})

test('more goods, a dearer delivery or a higher rate never cost less, or have less tax', () => {
  fc.assert(
    fc.property(sums, cents, cents, percent, (order, moreLines, moreDelivery, otherPercent) => {
      const less = orderTotals(order)
      const more = orderTotals({
        linesCents: order.linesCents + moreLines,
        deliveryCents: order.deliveryCents + moreDelivery,
        tax: { ...order.tax, percent: Math.max(order.tax.percent, otherPercent) },
      })
      expect(more.payableCents).toBeGreaterThanOrEqual(less.payableCents)
      expect(more.taxCents).toBeGreaterThanOrEqual(less.taxCents)
    }),
  )
})

test('the tax depends on the sum, not on what of it is delivery', () => {
  fc.assert(
    fc.property(sums, ({ linesCents, deliveryCents, tax: given }) => {
      const together = orderTotals({ linesCents: linesCents + deliveryCents, deliveryCents: 0, tax: given })
      const apart = orderTotals({ linesCents, deliveryCents, tax: given })
      expect(apart.taxCents).toBe(together.taxCents)
      expect(apart.payableCents).toBe(together.payableCents)
    }),
  )
})

test('tax that was added is the tax that the sum includes', () => {
  fc.assert(
    fc.property(cents, cents, percent, (linesCents, deliveryCents, rate) => {
      const added = orderTotals({ linesCents, deliveryCents, tax: { kind: 'added', percent: rate } })
      const included = orderTotals({
        linesCents: added.payableCents,
        deliveryCents: 0,
        tax: { kind: 'included', percent: rate },
      })
      expect(included.taxCents).toBe(added.taxCents)
    }),
  )
})

test.each([
  // Lines, delivery, kind, percent; tax, net, payable.
  [10_000, 1_500, 'added', 20, 2_300, 11_500, 13_800],
  [10_000, 1_500, 'included', 20, 1_917, 9_583, 11_500],
  [25_000, 3_200, 'included', 20, 4_700, 23_500, 28_200],
  // 5 and 5 cents: once on the sum 0.5 cents, not twice 0.25.
  [5, 5, 'added', 5, 1, 10, 11],
  [10_000, 1_500, 'reverse_charge', 0, 0, 11_500, 11_500],
  [10_000, 1_500, 'export', 0, 0, 11_500, 11_500],
  [10_000, 0, 'none', 0, 0, 10_000, 10_000],
] as const)(
  '%i and %i cents, %s %d percent',
  (linesCents, deliveryCents, kind, rate, taxCents, netCents, payableCents) => {
    expect(orderTotals({ linesCents, deliveryCents, tax: { kind, percent: rate } })).toEqual({
      linesCents,
      deliveryCents,
      taxCents,
      netCents,
      payableCents,
    })
  },
)
