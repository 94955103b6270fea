import { expect, test } from 'vitest'
import { listText, shortenMiddle } from './list-text.ts'

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j reads "%s"', (texts, text) => {
  expect(listText(texts)).toBe(text)
})

test('a long id keeps its first eight and last four characters', () => {
  expect(shortenMiddle('pi_3QabcdefghijklmnoXYZ9')).toBe('pi_3Qabc…XYZ9')
})

test('an id that would not become shorter stays unchanged', () => {
  expect(shortenMiddle('1234567890123')).toBe('1234567890123')
  expect(shortenMiddle('12345678901234')).toBe('12345678…1234')
})
