import { assert as check, integer, property, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { discounted, isSameLadder } from './agreed-ladder.ts'

const LADDER = [
  { from: 100, price: 0.0687 },
  { from: 1000, price: 0.0001 },
]

test('each rung is less the discount, half of the fourth decimal up, and nothing is free', () => {
  expect(discounted(LADDER, 0)).toEqual(LADDER)
  // 0.0687 × 0.875 = 0.0601125; 0.0001 × 0.875 = 0.0000875.
  expect(discounted(LADDER, 125_000)).toEqual([
    { from: 100, price: 0.0601 },
    { from: 1000, price: 0.0001 },
  ])
  // 0.0003 × 0.5 = 0.00015: half up.
  expect(discounted([{ from: 1, price: 0.0003 }], 500_000)).toEqual([{ from: 1, price: 0.0002 }])
  expect(discounted([{ from: 1, price: 0.0001 }], 900_000)).toEqual([{ from: 1, price: 0.0001 }])
  // A percent of four decimals: 100,000 × 99.9999 % = 99,999.9.
  expect(discounted([{ from: 1, price: 100_000 }], 1)).toEqual([{ from: 1, price: 99_999.9 }])
})

test('a discounted ladder stays one: more pieces never cost more each, and no price rises', () => {
  const prices = uniqueArray(integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 10 })
  check(
    property(prices, integer({ min: 0, max: 900_000 }), (given, discountE4) => {
      const ladder = given
        .toSorted((a, b) => b - a)
        .map((priceE4, at) => ({ from: at + 1, price: priceE4 / 10_000 }))
      const less = discounted(ladder, discountE4)
      for (const [at, { from, price }] of less.entries()) {
        expect(from).toBe(at + 1)
        expect(price).toBeGreaterThan(0)
        expect(price).toBeLessThanOrEqual(ladder[at]?.price ?? 0)
        expect(price).toBeLessThanOrEqual(less[at - 1]?.price ?? Number.POSITIVE_INFINITY)
      }
    }),
  )
})

test('ladders are the same with the same rungs only', () => {
  expect(isSameLadder(LADDER, structuredClone(LADDER))).toBe(true)
  expect(isSameLadder(LADDER, LADDER.slice(1))).toBe(false)
  expect(isSameLadder(LADDER, discounted(LADDER, 100_000))).toBe(false)
  expect(
    isSameLadder(LADDER, [
      { from: 200, price: 0.0687 },
      { from: 1000, price: 0.0001 },
    ]),
  ).toBe(false)
})
