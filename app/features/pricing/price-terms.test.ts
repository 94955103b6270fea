import { expect, test } from 'vitest'
import { lineTotal, priceLine } from './price-line.ts'
import { completeTerms, termProblems } from './price-terms.ts'
import { largestOrderable, quantityProblem, smallestMinimum, stepsAround } from './quantity-terms.ts'

const prices = [
  { from: 100, price: 0.0687 },
  { from: 1000, price: 0.0612 },
  { from: 10_000, price: 0.05 },
]

test.each([
  [50, 687, 344],
  [100, 687, 687],
  [999, 687, 6863],
  [1000, 612, 6120],
  [1001, 612, 6126],
  [25_000, 500, 125_000],
])('%i pieces cost %i ten-thousandths each and %i cents together', (quantity, priceE4, totalCents) => {
  expect(priceLine({ prices }, quantity)).toEqual({ priceE4, totalCents })
  expect(lineTotal({ prices }, quantity)).toBe(totalCents / 100)
})

test('the terms have defaults: a step of 1, the smallest minimum, one price', () => {
  expect(completeTerms({ price: 0.5 })).toEqual({
    step: 1,
    minimum: 100,
    price: 0.5,
    prices: [{ from: 100, price: 0.5 }],
  })
  expect(completeTerms({ price: 0.5, step: 30 }).minimum).toBe(120)
  expect(completeTerms({ prices }).price).toBe(0.0687)
})

test.each([
  [1, 100],
  [30, 120],
  [50, 100],
  [250, 250],
])('with a step of %i the smallest minimum is %i', (step, minimum) => {
  expect(smallestMinimum(step)).toBe(minimum)
})

const problemsOf = (given: object): string[] =>
  termProblems({ prices, ...given }).map(({ path }) => path.join('/'))

test('valid terms have no problem', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ price: 0.0687, minimum: 100, step: 50 })).toEqual([])
})

test.each([
  [{ minimum: 100, step: 30 }, 'minimum'],
  [{ price: 0.0688 }, 'price'],
  [{ minimum: 200 }, 'prices/0/from'],
  [{ prices: [...prices, { from: 10_000, price: 0.04 }] }, 'prices/3/from'],
  [{ prices: [...prices, { from: 20_000, price: 0.05 }] }, 'prices/3/price'],
  [{ prices: [...prices, { from: 20_000, price: 0.06 }] }, 'prices/3/price'],
])('%j has a problem at %s', (given, path) => {
  expect(problemsOf(given)).toEqual([path])
})

test('a quantity is orderable from the minimum, in steps, up to the stock', () => {
  const product = { minimum: 200, step: 50, quantity: 620 }
  const problems = [150, 200, 225, 600, 650].map((quantity) => quantityProblem(product, quantity))
  expect(problems).toEqual(['below_minimum', undefined, 'off_step', undefined, 'out_of_stock'])
  expect(largestOrderable(product)).toBe(600)
  expect(largestOrderable({ ...product, quantity: 199 })).toBeUndefined()
  expect(stepsAround(product, 225)).toEqual([200, 250])
})
