import { expect, test } from 'vitest'
import { compareNaturally } from './natural-order.ts'

test.each([
  [['M5', 'M10', 'M100']],
  [['M2', 'M2.5', 'M3']],
  [['G1/8', 'G1/4', 'G3/8', 'G1/2']],
  [['M8', 'M8 × 1', 'M10 × 1.25', 'M10 × 1.5']],
  [['Rubber seals', 'Steel 8.8', 'Steel 10.9', 'Zinc plated']],
  [['a', 'B', 'c']],
])('%j is in natural order', (values) => {
  expect(values.toReversed().sort(compareNaturally)).toEqual(values)
  expect(values.toSorted(compareNaturally)).toEqual(values)
})

test('only the same text is equal', () => {
  expect(compareNaturally('M8', 'M8')).toBe(0)
  expect(compareNaturally('M8', 'm8')).not.toBe(0)
  expect(Math.sign(compareNaturally('M8', 'M08'))).toBe(-Math.sign(compareNaturally('M08', 'M8')))
})
