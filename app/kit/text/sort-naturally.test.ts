import { expect, test } from 'vitest'
import { sortNaturally } from './sort-naturally.ts'

test.each([
  [['M5', 'M10', 'M100']],
  [['M2', 'M2.5', 'M3']],
  [['G1/8', 'G1/4', 'G3/8', 'G1/2']],
  [['M8', 'M8 × 1', 'M10 × 1.25', 'M10 × 1.5']],
  [['Rubber seals', 'Steel 8.8', 'Steel 10.9', 'Zinc plated']],
  [['a', 'B', 'c']],
  [[2.5, 10, '10 mm', 'long']],
  [['M', 'M1', 'MM']],
])('%j is sorted naturally', (values) => {
  expect(sortNaturally(values)).toEqual(values)
  expect(sortNaturally(values.toReversed())).toEqual(values)
})

test('texts that differ only in capital letters or leading zeros have one sequence', () => {
  expect(sortNaturally(['m8', 'M8', 'M08'])).toEqual(sortNaturally(['M08', 'm8', 'M8']))
})
