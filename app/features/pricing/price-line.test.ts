import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldKinds } from '#features/catalog/fields.ts'
import { isSameTotal } from '#kit/money.ts'
import { lineTotal, nextBreak, orderTotal, type PriceBreak, priceLine } from './price-line.ts'
import { completeTerms, termProblems } from './price-terms.ts'
import { quantityProblem } from './quantity-terms.ts'

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
    expect(() => priceLine({ prices: [{ from: 100, price }] }, 100)).toThrow(
      'is not a number with at most 4 decimals',
    )
  expect(() => priceLine({ prices: [] }, 100)).toThrow('without a price')
  expect(() => completeTerms({ minimum: 100 })).toThrow('without a price')
  const { price, priceBreaks } = fieldKinds
  expect(() => price.toColumn(0.12345)).toThrow('is not a number with at most 4 decimals')
  expect(() => priceBreaks.toColumn([{ from: 100, price: 0.12345 }])).toThrow(
    'is not a number with at most 4 decimals',
  )
})

const PART = {
  minimum: 100,
  step: 1,
  quantity: 5000,
  prices: [
    { from: 100, price: 0.05 },
    { from: 500, price: 0.04 },
    { from: 2500, price: 0.03 },
  ],
}

test.each([
  [0, 500],
  [100, 500],
  [499, 500],
  [500, 2500],
  [2500, undefined],
  [9000, undefined],
])('with %i pieces the next break is at %j', (pieces, quantity) => {
  expect(nextBreak(PART, pieces)?.quantity).toBe(quantity)
})

test('a break that is no multiple of the step is reached at the next multiple', () => {
  expect(nextBreak({ ...PART, step: 300, minimum: 300 }, 300)).toEqual({ quantity: 600, price: 0.04 })
})

test('there is none beyond the stock', () => {
  expect(nextBreak({ ...PART, quantity: 2400 }, 500)).toBe(undefined)
  expect(nextBreak({ ...PART, quantity: 60 }, 100)).toBe(undefined)
})

test('it can be ordered, costs what it says and less than now', () => {
  const part = fc
    .record({
      step: fc.integer({ min: 1, max: 700 }),
      breaks: fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 6 }),
      quantity: fc.integer({ min: 0, max: 9000 }),
    })
    .map(({ step, breaks, quantity }) => {
      const minimum = Math.ceil(100 / step) * step
      const from = [minimum, ...breaks.sort((a, b) => a - b).map((more) => minimum + more)]
      return { step, minimum, quantity, prices: from.map((each, at) => ({ from: each, price: 10 - at })) }
    })
  fc.assert(
    fc.property(part, fc.integer({ min: 0, max: 9000 }), (product, pieces) => {
      const next = nextBreak(product, pieces)
      if (!next) return
      expect(next.quantity).toBeGreaterThan(pieces)
      expect(quantityProblem(product, next.quantity)).toBe(undefined)
      expect(priceLine(product, next.quantity).priceE4).toBe(next.price * 10_000)
      expect(next.price * 10_000).toBeLessThan(priceLine(product, pieces).priceE4)
    }),
  )
})

const at = (price: number) => ({ prices: [{ from: 100, price }] })

// spec: client-total
test('half a cent is rounded up, as on the server', () => {
  expect(orderTotal(at(0.425), 100)).toBe(42.5)
  expect(orderTotal(at(0.0687), 250)).toBe(17.18)
  expect(orderTotal(at(1.005), 100)).toBe(100.5)
})

test('there is no total without pieces', () => {
  expect(orderTotal(at(0.425), undefined)).toBeUndefined()
  expect(orderTotal(at(0.425), 0)).toBeUndefined()
})
