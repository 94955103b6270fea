import { expect, test } from 'vitest'
import {
  e4ToDollars,
  formatPrice,
  formatTotal,
  isSameTotal,
  missingPlaces,
  mostPlaces,
  priceToE4,
  totalCents,
  totalToCents,
} from './money.ts'
import {
  addedTaxCents,
  apportionCents,
  batchPriceFor,
  batchPriceOf,
  batchPriceText,
  containedTaxCents,
  runningTotals,
  taxedTotalCents,
} from './money-division.ts'

test.each([
  [0.0425, 425],
  [12, 120_000],
  [0.0001, 1],
  [0.5, 5000],
  [12.25, 122_500],
  [99_999.9999, 999_999_999],
])('a price of %d dollars is %i ten-thousandths and back', (dollars, e4) => {
  expect(priceToE4(dollars)).toBe(e4)
  expect(e4ToDollars(e4)).toBe(dollars)
})

test.each([0.00001, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1.23456])(
  '%d is not a price',
  (dollars) => {
    expect(priceToE4(dollars)).toBeUndefined()
  },
)

// spec: total-price
test.each([
  [425, 100, 425],
  // 0.0033 × 150 = 0.495: half a cent is rounded up.
  [33, 150, 50],
  [33, 149, 49],
  [1, 100, 1],
  // Price × quantity exceeds 2^53, where floating point rounds the second to the wrong cent.
  [999_999_999, 100_000_050, 1_000_000_499_000_000],
  [999_999_999, 100_000_051, 1_000_000_508_999_999],
])('%i ten-thousandths × %i pieces are %i cents', (priceE4, quantity, cents) => {
  expect(totalCents(priceE4, quantity)).toBe(cents)
})

test('a total matches only if it is rounded or multiplied in floating point', () => {
  expect(isSameTotal(0.5, [{ priceE4: 33, quantity: 150 }])).toBe(true)
  expect(isSameTotal(0.0033 * 150, [{ priceE4: 33, quantity: 150 }])).toBe(true)
  expect(isSameTotal(0.49, [{ priceE4: 33, quantity: 150 }])).toBe(false)
  expect(isSameTotal(0.51, [{ priceE4: 33, quantity: 150 }])).toBe(false)
  expect(isSameTotal(Number.NaN, [{ priceE4: 33, quantity: 150 }])).toBe(false)
})

test.each([
  [4.25, 425],
  [0.29, 29],
  [999_999.99, 99_999_999],
  [1_000_000, undefined],
  [4.255, undefined],
  [-5.2e222, undefined],
  [Number.NaN, undefined],
])('a total of %d dollars is %d cents', (dollars, cents) => {
  expect(totalToCents(dollars)).toBe(cents)
})

// spec: currency
test('prices show as stored, totals with thousands separators and cents', () => {
  expect(mostPlaces([2.5, 0.0687, 12])).toBe(4)
  expect([2.5, 0.065, 0.0687].map((price) => missingPlaces(price, 4))).toEqual([2, 1, 0])
  expect(mostPlaces([])).toBe(0)
  expect(formatPrice(0.0425)).toBe('$0.0425')
  expect(formatPrice(0.065)).toBe('$0.065')
  expect(formatPrice(0.0004)).toBe('$0.0004')
  expect(formatPrice(12.5)).toBe('$12.50')
  expect(formatPrice(1250)).toBe('$1250.00')
  expect(formatTotal(42.5)).toBe('$42.50')
  expect(formatTotal(0.005)).toBe('$0.01')
  expect(formatTotal(1000)).toBe('$1,000.00')
  expect(formatTotal(40_379.18)).toBe('$40,379.18')
  expect(formatTotal(999_999.99)).toBe('$999,999.99')
})

test('the total of several lines is the sum of their rounded totals', () => {
  const lines = [
    { priceE4: 33, quantity: 150 },
    { priceE4: 33, quantity: 150 },
  ]
  expect(isSameTotal(1, lines)).toBe(true)
  expect(isSameTotal(0.99, lines)).toBe(false)
  expect(isSameTotal(0.98, lines)).toBe(false)
})

test.each([
  [11_900, 19, 1900],
  [10_000, 19, 1597],
  [425, 0, 0],
  [1, 19, 0],
  // 19 / 119 of 3 cents is 0.479 cents, of 4 cents 0.639.
  [3, 19, 0],
  [4, 19, 1],
  // Exactly half a cent: 100 / 200 of 1 cent.
  [1, 100, 1],
  [69_078, 8.875, 5631],
  [99_999_999, 0.0001, 100],
])('%d cents with %d percent of tax contain %d cents of it', (gross, percent, tax) => {
  expect(containedTaxCents(gross, percent)).toBe(tax)
})

test.each([
  [10_000, 19, 1900],
  [425, 0, 0],
  // Exactly half a cent: 50 % of 1 cent; 8.25 % of 600 cents is 49.5 cents.
  [1, 50, 1],
  [600, 8.25, 50],
  [1, 49.9999, 0],
  [63_447, 8.875, 5631],
  [99_999_999, 0.0001, 100],
  [99_999_999, 100, 99_999_999],
])('on %d cents with %d percent of tax are added %d cents', (net, percent, tax) => {
  expect(addedTaxCents(net, percent)).toBe(tax)
})

test('totals add up in cents', () => {
  expect(runningTotals([0.1, 0.2, 999_999.7])).toEqual([0.1, 0.3, 1_000_000])
  expect(runningTotals([])).toEqual([])
})

test.each([
  // 0.0687 × 250 × 1.19 = 20.43825, and 0.01 × 50 × 1.01 = 0.505.
  [687, 250, 19, 2044],
  [100, 50, 1, 51],
  [425, 100, 0, 425],
])('%i × %i with %d %% of tax come to %i cents', (priceE4, quantity, percent, cents) => {
  expect(taxedTotalCents(priceE4, quantity, percent)).toBe(cents)
})

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [2, [1, 1, 1], [1, 1, 0]],
  [3, [1, 2, 4], [0, 1, 2]],
  [7, [0, 7, 0], [0, 7, 0]],
  [84, [100, 1, 0], [83, 1, 0]],
  [0, [0, 0], [0, 0]],
  [99_999_999, [99_999_998, 1], [99_999_998, 1]],
])('%i cents in proportion to %j are %j', (cents, amounts, parts) => {
  expect(apportionCents(cents, amounts)).toEqual(parts)
})

test.each([
  [20_000, { cents: 200, pieces: 1 }],
  [687, { cents: 687, pieces: 100 }],
  [12_500, { cents: 125, pieces: 1 }],
  [12_501, { cents: 12_501, pieces: 100 }],
])('%i ten-thousandths of a dollar a piece are %j', (priceE4, price) => {
  expect(batchPriceOf(priceE4)).toEqual(price)
})

test.each([
  [1234, 1, { cents: 1234, pieces: 1 }],
  [1000, 100, { cents: 10, pieces: 1 }],
  [1037, 100, { cents: 1037, pieces: 100 }],
  [24_536, 4250, { cents: 57_732, pieces: 10_000 }],
  [0, 99, { cents: 0, pieces: 1 }],
  [99_999_999, 1_000_000_000, { cents: 99_999_999, pieces: 1_000_000_000 }],
])('%i cents for %i pieces are the price %j', (cents, quantity, price) => {
  expect(batchPriceFor(cents, quantity)).toEqual(price)
})

test.each([
  [
    { cents: 5, pieces: 1 },
    { amount: '0.05', pieces: 1 },
  ],
  [
    { cents: 1037, pieces: 100 },
    { amount: '10.37', pieces: 100 },
  ],
  [
    { cents: 57_732, pieces: 1000 },
    { amount: '577.32', pieces: 1000 },
  ],
  [
    { cents: 57_732, pieces: 10_000 },
    { amount: '57.732', pieces: 1000 },
  ],
  [
    { cents: 7, pieces: 1_000_000 },
    { amount: '0.00007', pieces: 1000 },
  ],
])('the price %j is written %j', (price, text) => {
  expect(batchPriceText(price)).toEqual(text)
})
