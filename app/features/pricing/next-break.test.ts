import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextBreak } from './next-break.ts'
import { priceLine } from './price-line.ts'
import { quantityProblem } from './quantity-terms.ts'

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
