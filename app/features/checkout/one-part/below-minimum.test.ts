import { expect, test } from 'vitest'
import { isBelowMinimum } from './below-minimum.ts'

test.each([
  '99',
  '0',
  '1',
  ' 99 ',
  '0.05k',
  '-5',
  '\u22125',
  '- 5',
  '-.5',
  '-1,000',
  '50.5',
  '50,5',
  '99.99',
  '.5',
  '1.00',
  '7.',
])('%j is below 100 pieces', (text) => {
  expect(isBelowMinimum(text, 100)).toBe(true)
})

test.each(['100', '1,000', '1.000', '1k', '100.5', '100,00', '1000.5', '1,000.5'])('%j is not', (text) => {
  expect(isBelowMinimum(text, 100)).toBe(false)
})

test.each(['', ' ', 'ten', '-', '.', ',', '½', '1e3', '1-5'])('%j is no number at all', (text) => {
  expect(isBelowMinimum(text, 100)).toBe(false)
})

test('a part with a larger minimum has its own', () => {
  expect([isBelowMinimum('249', 250), isBelowMinimum('249.5', 250), isBelowMinimum('250', 250)]).toEqual([
    true,
    true,
    false,
  ])
})
