import { expect, test } from 'vitest'
import { keptBreaksText, leavingBreaks } from './kept-breaks.ts'
import type { CellChange } from './sheet-drafts.ts'

const change = (
  column: CellChange['column'],
  ...prices: readonly (readonly [number, number])[]
): CellChange => ({
  product: {
    _id: 'a',
    name: 'Part a',
    prices: prices.map(([from, price]) => ({ from, price })),
    minimum: 100,
    step: 1,
    quantity: 1000,
    revision: 1,
  },
  column,
  was: 0.05,
  value: 0.06,
})

test('a changed price of a product with later price breaks leaves these, a changed stock and a single price do not', () => {
  const withBreaks = change('price', [100, 0.05], [1000, 0.04])
  expect(
    leavingBreaks([change('price', [100, 0.05]), change('stock', [100, 0.05], [1000, 0.04]), withBreaks]),
  ).toEqual([withBreaks])
})

test('who changes a later price break too is not asked', () => {
  const [first, second] = [
    change('price', [100, 0.05], [1000, 0.04]),
    change('price 2', [100, 0.05], [1000, 0.04]),
  ]
  expect(leavingBreaks([first, second])).toEqual([])
  expect(leavingBreaks([second])).toEqual([])
})

test('what stays is said with its prices, after the old and the new first price', () => {
  expect(keptBreaksText(change('price', [100, 0.05], [1000, 0.04]))).toBe(
    '$0.05 → $0.06. From 1,000 pieces $0.04 stays as it is.',
  )
  expect(keptBreaksText(change('price', [100, 0.05], [1000, 0.04], [5000, 0.03]))).toBe(
    '$0.05 → $0.06. From 1,000 pieces $0.04 and from 5,000 $0.03 stay as they are.',
  )
})
