import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productFields } from '#features/catalog/fields/product-fields.ts'
import { isSameTotal } from '#kit/money.ts'
import { lineTotal, type PriceBreak, priceLine } from './price-line.ts'
import { completeTerms, termProblems } from './price-terms.ts'

/** Price breaks that an admin can enter, with the minimum they begin at; prices in ten-thousandths of a dollar. */
const breaksUpTo = (largestE4: number) =>
  fc
    .record({
      minimum: fc.integer({ min: 100, max: 5000 }),
      widths: fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 9 }),
      pricesE4: fc.uniqueArray(fc.integer({ min: 1, max: largestE4 }), { minLength: 10, maxLength: 10 }),
    })
    .map(({ minimum, widths, pricesE4 }) => {
      const cheaper = pricesE4.toSorted((a, b) => b - a)
      const begins = [minimum]
      for (const width of widths) begins.push((begins.at(-1) ?? 0) + width)
      return begins.map((from, index) => ({ from, priceE4: cheaper[index] ?? 1 }))
    })

const breaksInE4 = fc.oneof(breaksUpTo(10_000), breaksUpTo(1_000_000_000))

const toPrices = (breaks: readonly { from: number; priceE4: number }[]): PriceBreak[] =>
  breaks.map(({ from, priceE4 }) => ({ from, price: priceE4 / 10_000 }))

const pieces = fc.integer({ min: 1, max: 1_000_000_000 })

test('the generated price breaks are valid', () => {
  fc.assert(
    fc.property(breaksInE4, (breaks) => {
      expect(termProblems({ minimum: breaks[0]?.from, prices: toPrices(breaks) })).toEqual([])
    }),
  )
})

test('a line has the price of the highest break reached, and its total to the half cent', () => {
  fc.assert(
    fc.property(breaksInE4, pieces, (breaks, quantity) => {
      // Read by hand: the last break that begins at the quantity or before it, or else the first.
      let priceE4 = breaks[0]?.priceE4 ?? 0
      for (const each of breaks) if (each.from <= quantity) priceE4 = each.priceE4
      const e4 = BigInt(priceE4) * BigInt(quantity)
      const [cents, rest] = [e4 / 100n, e4 % 100n]
      const totalCents = Number(rest >= 50n ? cents + 1n : cents)
      expect(priceLine({ prices: toPrices(breaks) }, quantity)).toEqual({ priceE4, totalCents })
    }),
    { numRuns: 1000 },
  )
})

test('exactly at a break its own price counts, one piece before it the price of the one before', () => {
  fc.assert(
    fc.property(breaksInE4, (breaks) => {
      const prices = toPrices(breaks)
      for (const [index, { from, priceE4 }] of breaks.entries()) {
        expect(priceLine({ prices }, from).priceE4).toBe(priceE4)
        expect(priceLine({ prices }, from - 1).priceE4).toBe((breaks[index - 1] ?? breaks[0])?.priceE4)
      }
    }),
  )
})

test('between two breaks the total never falls when the quantity rises', () => {
  fc.assert(
    fc.property(breaksInE4, pieces, fc.integer({ min: 1, max: 10_000 }), (breaks, quantity, more) => {
      const prices = toPrices(breaks)
      const [fewer, greater] = [priceLine({ prices }, quantity), priceLine({ prices }, quantity + more)]
      if (fewer.priceE4 === greater.priceE4)
        expect(greater.totalCents).toBeGreaterThanOrEqual(fewer.totalCents)
      else expect(greater.priceE4).toBeLessThan(fewer.priceE4)
    }),
    { numRuns: 1000 },
  )
})

test('the shop accepts the total that the browser shows', () => {
  fc.assert(
    fc.property(breaksUpTo(90_000), fc.integer({ min: 100, max: 100_000 }), (breaks, quantity) => {
      const product = { prices: toPrices(breaks) }
      const { priceE4, totalCents } = priceLine(product, quantity)
      expect(isSameTotal(lineTotal(product, quantity), [{ priceE4, quantity }])).toBe(true)
      expect(isSameTotal((totalCents + 1) / 100, [{ priceE4, quantity }])).toBe(false)
    }),
  )
})

test('a price that is none throws instead of being free', () => {
  for (const price of [Number.NaN, 0.00001, -1, Number.POSITIVE_INFINITY])
    expect(() => priceLine({ prices: [{ from: 100, price }] }, 100)).toThrow('is not a price')
  expect(() => priceLine({ prices: [] }, 100)).toThrow('without a price')
  expect(() => completeTerms({ minimum: 100 })).toThrow('without a price')
  const { price, prices } = productFields
  expect(() => price.stored.toColumn(0.12345)).toThrow('is not a price')
  expect(() => prices.stored.toColumn([{ from: 100, price: 0.12345 }])).toThrow('is not a price')
})
