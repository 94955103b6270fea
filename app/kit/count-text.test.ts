import { expect, test } from 'vitest'
import { countText, formatCount } from '#kit/count-text.ts'

test('a whole number has its thousands apart, as the platform writes it', () => {
  for (const count of [0, 1, 12, 999, 1000, 1001, 10_000, 123_456, 999_999, 1_000_000, 1_234_567_890])
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
})

test('a count that was not brought to its end says so', () => {
  expect(countText({ total: 1000, isTotalCut: true })).toBe('1,000+')
  expect(countText({ total: 1000 })).toBe('1,000')
})
