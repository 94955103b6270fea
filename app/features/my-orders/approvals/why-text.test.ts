import { expect, test } from 'vitest'
import { monthText, whyText } from './why-text.ts'

test('why an order waits is said by each limit that it is above', () => {
  expect(whyText({ approval: { state: 'waiting', orderLimit: 300 } })).toBe(
    'Above the limit per order, $300.00.',
  )
  const both = { state: 'waiting', orderLimit: 300, monthLimit: 1000, monthBefore: 900 } as const
  expect(whyText({ approval: both })).toBe(
    'Above the limit per order, $300.00, and above the limit per month, $1,000.00.',
  )
})

test('what it does to the month is said with the limit, if there is one', () => {
  expect(monthText({ payable: 200.5, month: { others: 900, limit: 1000 } })).toBe(
    'The month comes to $1,100.50 with this order, and to $900.00 without it. The limit is $1,000.00.',
  )
  expect(monthText({ payable: 10, month: { others: 0 } })).toBe(
    'The month comes to $10.00 with this order, and to $0.00 without it.',
  )
})
