import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUpToKg, orderWeight, weightToKg } from './order-weight.ts'

test('a line without a weight makes the weight unknown', () => {
  expect(orderWeight([{ weight: 1, quantity: 2 }, { quantity: 1 }])).toBeUndefined()
  expect(orderWeight([])).toBe(0)
})

test('weights of four decimals are added exactly', () => {
  // In floating point 0.0687 × 3 and 0.1 + 0.2 are not.
  expect(orderWeight([{ weight: 0.0687, quantity: 3 }])).toBe(2061)
  expect(
    orderWeight([
      { weight: 0.1, quantity: 1 },
      { weight: 0.2, quantity: 1 },
    ]),
  ).toBe(3000)
  const line = fc.record({
    e4: fc.integer({ min: 1, max: 10_000_000 }),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
      const exact = lines.reduce((sum, { e4, quantity }) => sum + BigInt(e4) * BigInt(quantity), 0n)
      expect(orderWeight(lines.map(({ e4, quantity }) => ({ weight: e4 / 10_000, quantity })))).toBe(
        Number(exact),
      )
    }),
  )
})

test.each([
  [1, 0.001],
  [10_000, 0.001],
  [10_001, 0.002],
  [12_340_000, 1.234],
  [50_000_000_000, 5000],
  [0, 0],
])('%i ten-thousandths of a gram are %d kg', (weightE4, kg) => {
  expect(weightToKg(weightE4)).toBe(kg)
})

test('a bound of weight is included', () => {
  expect([100_000, 99_999, 100_001].map((weightE4) => isUpToKg(weightE4, 0.01))).toEqual([true, true, false])
  expect(isUpToKg(315_000_000, 31.5)).toBe(true)
  expect(isUpToKg(315_000_001, 31.5)).toBe(false)
})
