import { expect, test } from 'vitest'
import { countText, formatCount, linesText, piecesText } from './count-text.ts'

test('a whole number has the same thousands separators as `toLocaleString`', () => {
  for (const count of [0, 1, 12, 999, 1000, 1001, 10_000, 123_456, 999_999, 1_000_000, 1_234_567_890])
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
})

test('a count that reached its limit ends with a plus', () => {
  expect(countText({ total: 1000, isTotalCut: true })).toBe('1,000+')
  expect(countText({ total: 1000 })).toBe('1,000')
})

test('lines and pieces are counted', () => {
  expect([0, 1, 1200].map(linesText)).toEqual(['0 lines', '1 line', '1,200 lines'])
  expect([0, 1, 1200].map(piecesText)).toEqual(['0 pieces', '1 piece', '1,200 pieces'])
})
