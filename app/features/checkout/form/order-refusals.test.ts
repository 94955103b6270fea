import { expect, test } from 'vitest'
import { ProblemError } from '#kit/browser/client.ts'
import { isOrderRefused } from './order-refusals.ts'

test.each([
  [409, true],
  [422, true],
  // The try before may have placed the order, and its answer was lost.
  [401, false],
  [429, false],
  [500, false],
  [0, false],
])('after status %i it is known that nothing was ordered: %s', (status, isKnown) => {
  expect(isOrderRefused(new ProblemError(status, 'x', 'Refused.'))).toBe(isKnown)
})
