import { expect, test } from 'vitest'
import { listText } from './list-text.ts'

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j reads "%s"', (texts, text) => {
  expect(listText(texts)).toBe(text)
})
