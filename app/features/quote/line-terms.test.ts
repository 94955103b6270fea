import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceLine } from '#features/pricing/price-line.ts'
import { quantityProblem } from '#features/pricing/quantity-terms.ts'
import { judgeLine, judgeLines } from './line-terms.ts'

const PART = {
  minimum: 100,
  step: 50,
  quantity: 1020,
  prices: [
    { from: 100, price: 0.05 },
    { from: 500, price: 0.04 },
    { from: 1000, price: 0.034 },
  ],
}

test('a line has its price by the break reached, and its total in dollars', () => {
  expect(judgeLine(PART, 100)).toEqual({ unitPrice: 0.05, lineTotal: 5 })
  expect(judgeLine(PART, 500)).toEqual({ unitPrice: 0.04, lineTotal: 20 })
})

test('the first problem of a line counts, with the quantities that can be ordered instead', () => {
  expect(judgeLine(PART, undefined)).toEqual({ problem: 'no_quantity' })
  const problem = (quantity: number, part = PART) => {
    const { problem, fixes } = judgeLine(part, quantity)
    return [problem, fixes?.map((fix) => fix.quantity)]
  }
  expect(problem(0)).toEqual(['below_minimum', [100]])
  expect(problem(99)).toEqual(['below_minimum', [100]])
  expect(problem(99, { ...PART, quantity: 0 })).toEqual(['below_minimum', [100]])
  expect(problem(130)).toEqual(['off_step', [100, 150]])
  expect(problem(1010)).toEqual(['off_step', [1000]])
  expect(problem(1130)).toEqual(['off_step', [1000]])
  expect(problem(130, { ...PART, quantity: 99 })).toEqual(['off_step', undefined])
  expect(problem(1050)).toEqual(['out_of_stock', [1000]])
  expect(problem(100, { ...PART, quantity: 99 })).toEqual(['out_of_stock', undefined])
})

test('a larger quantity that costs less is advised, the one that saves most', () => {
  expect(judgeLine(PART, 450).advice).toEqual({ quantity: 500, lineTotal: 20, saves: 2.5 })
  expect(judgeLine(PART, 900).advice).toEqual({ quantity: 1000, lineTotal: 34, saves: 2 })
  expect(judgeLine(PART, 850).advice).toEqual(undefined)
  // It is also advised instead of a quantity that cannot be ordered.
  expect(judgeLine(PART, 470).advice?.quantity).toBe(500)
  // In stock, and a multiple of the step.
  expect(judgeLine({ ...PART, quantity: 999 }, 900).advice).toBe(undefined)
  expect(judgeLine({ ...PART, minimum: 120, step: 120, quantity: 5000 }, 960).advice?.quantity).toBe(1080)
})

/** Products that an admin can enter, small enough to try every quantity. */
const product = fc
  .record({
    step: fc.integer({ min: 1, max: 60 }),
    breaks: fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 6 }),
    pricesE4: fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 7, maxLength: 7 }),
    quantity: fc.integer({ min: 0, max: 1500 }),
  })
  .map(({ step, breaks, pricesE4, quantity }) => {
    const minimum = Math.ceil(100 / step) * step
    const from = [minimum, ...breaks.sort((a, b) => a - b).map((more) => minimum + more)]
    const cheaper = pricesE4.toSorted((a, b) => b - a)
    const prices = from.map((each, at) => ({ from: each, price: (cheaper[at] ?? 0) / 10_000 }))
    return { step, minimum, quantity, prices }
  })

const pieces = fc.nat({ max: 1600 })

test('no larger orderable quantity costs less than the advised one', () => {
  fc.assert(
    fc.property(product, pieces, (part, quantity) => {
      const now = priceLine(part, quantity).totalCents
      let best = { quantity, cents: now }
      for (let more = quantity + 1; more <= part.quantity; more += 1) {
        const cents = priceLine(part, more).totalCents
        if (quantityProblem(part, more) === undefined && cents < best.cents) best = { quantity: more, cents }
      }
      const { advice } = judgeLine(part, quantity)
      expect(advice).toEqual(
        best.quantity === quantity
          ? undefined
          : { quantity: best.quantity, lineTotal: best.cents / 100, saves: (now - best.cents) / 100 },
      )
    }),
  )
})

test('a line without a problem can be ordered, and every fix can, except a minimum that is not in stock', () => {
  fc.assert(
    fc.property(product, pieces, (part, quantity) => {
      const { problem, fixes = [], unitPrice, lineTotal } = judgeLine(part, quantity)
      expect(problem).toBe(quantityProblem(part, quantity))
      expect([unitPrice, lineTotal]).not.toContain(undefined)
      for (const fix of fixes) {
        expect(fix.quantity).not.toBe(quantity)
        const left = quantityProblem(part, fix.quantity)
        expect(left === undefined || (problem === 'below_minimum' && left === 'out_of_stock')).toBe(true)
      }
    }),
  )
})

test('the total is the sum of the line totals, and a list can be ordered when each of its lines can', () => {
  expect(judgeLines([])).toEqual({ totalPrice: 0, orderable: false })
  expect(judgeLines([{ lineTotal: 0.1 }, { lineTotal: 0.2 }])).toEqual({ totalPrice: 0.3, orderable: true })
  expect(judgeLines([{ lineTotal: 1 }, { problem: 'no_quantity' }])).toEqual({
    totalPrice: 1,
    orderable: false,
  })
})
