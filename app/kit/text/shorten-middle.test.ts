import { expect, test } from 'vitest'
import { shortenMiddle } from './shorten-middle.ts'

test('a long id keeps its first eight and last four characters', () => {
  expect(shortenMiddle('pi_3QabcdefghijklmnoXYZ9')).toBe('pi_3Qabc…XYZ9')
})

test('an id that would not become shorter stays unchanged', () => {
  expect(shortenMiddle('1234567890123')).toBe('1234567890123')
  expect(shortenMiddle('12345678901234')).toBe('12345678…1234')
})
