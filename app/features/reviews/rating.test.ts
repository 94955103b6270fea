import { expect, test } from 'vitest'
import { readHalfStars } from './reviews.ts'

// spec: testimonial-fields
test.each([
  ['4', 8],
  ['4.5', 9],
  ['4,5', 9],
  ['4/5', 8],
  ['4 stars', 8],
  [' 3.7 ', 7],
  ['0', 0],
  ['5', 10],
  ['4.75', 10],
])('reads %j as %i half stars', (text, halfStars) => {
  expect(readHalfStars(text)).toBe(halfStars)
})

test.each(['', 'good', '6', '5.1', '-1', '4/10', '4 4', 'NaN', '1e0', '４'])('cannot read %j', (text) => {
  expect(readHalfStars(text)).toBeUndefined()
})
