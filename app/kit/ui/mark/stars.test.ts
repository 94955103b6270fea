import { expect, test } from 'vitest'
import { halfStars } from './stars.tsx'

// spec: slide
test.each([
  [4.5, 4.5],
  [4.24, 4],
  [4.25, 4.5],
  [4.75, 5],
  [0.2, 0],
])('%d is shown as %d', (value, shown) => {
  expect(halfStars(value)).toBe(shown)
})

test('values outside the scale are limited to 0 and 5', () => {
  expect(halfStars(-3)).toBe(0)
  expect(halfStars(11)).toBe(5)
  expect(halfStars(Number.POSITIVE_INFINITY)).toBe(5)
})

// spec: slide
test('NaN is shown as no star', () => {
  expect(halfStars(Number.NaN)).toBe(0)
})
