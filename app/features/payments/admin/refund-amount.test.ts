import { expect, test } from 'vitest'
import { amountProblem, readAmount, refundedElsewhere } from './refund-amount.ts'

test.each([
  ['12', 12],
  ['12.5', 12.5],
  [' $12.50 ', 12.5],
  ['12,50', 12.5],
  ['0.07', 0.07],
  ['999999.99', 999_999.99],
])('%j is an amount', (text, amount) => {
  expect(readAmount(text)).toBe(amount)
})

test.each(['', '-1', '1.005', '1,000', '1e3', '1.', 'all', '1234567'])('%j is none', (text) => {
  expect(readAmount(text)).toBeUndefined()
})

test('an amount can be refunded when it is more than zero and not more than is left', () => {
  expect(amountProblem('4.25', 4.25)).toBeUndefined()
  expect(amountProblem('4.26', 4.25)).toBe('At most $4.25 can be refunded.')
  expect(amountProblem('0', 4.25)).toBe('The amount has to be more than zero.')
  expect(amountProblem(' ', 4.25)).toBe('The amount is required.')
  expect(amountProblem('four', 4.25)).toBe('The amount is a sum in dollars, such as 12.50.')
})

test('what was not refunded here was refunded elsewhere', () => {
  const made = [
    { amount: 0.1, state: 'succeeded' },
    { amount: 0.2, state: 'pending' },
    { amount: 5, state: 'failed' },
    { amount: 6, state: 'asked' },
  ]
  expect(refundedElsewhere(0.3, made)).toBe(0)
  expect(refundedElsewhere(1, made)).toBe(0.7)
})
