import { expect, test } from 'vitest'
import type { QuoteLine } from './schema.ts'
import { lineProblemText, repairAllText } from './texts.ts'

const line = (change: Partial<QuoteLine>): QuoteLine => ({
  given: { productId: 'a', quantity: 400 },
  quantity: 400,
  available: 1000,
  minimum: 200,
  step: 50,
  prices: [{ from: 200, price: 0.1 }],
  ...change,
})

test.each<[Partial<QuoteLine>, string | undefined]>([
  [{}, undefined],
  [{ problem: 'unknown' }, 'This part is no longer sold.'],
  [
    { given: 'Kind regards', sku: 'Kind regards', problem: 'unknown' },
    'No part number was found in this line.',
  ],
  [{ given: 'A-1 400', sku: 'A-1', problem: 'unknown' }, 'No part for sale has this number.'],
  [{ problem: 'no_quantity' }, 'How many pieces?'],
  [
    { problem: 'no_quantity', unclear: ['A-1 2 boxes'] },
    'How many pieces is “A-1 2 boxes”? Write the number of pieces.',
  ],
  [
    { problem: 'no_quantity', unclear: ['A-1 3 dozen'], fixes: [{ quantity: 36 }] },
    'How many pieces is “A-1 3 dozen”? 36 pieces cannot be ordered. An order has at least 200 pieces.',
  ],
  [
    { problem: 'no_quantity', unclear: ['A-1 200 or 210'], fixes: [{ quantity: 200 }, { quantity: 210 }] },
    'How many pieces is “A-1 200 or 210”? 210 pieces cannot be ordered. Sold in multiples of 50.',
  ],
  [
    { problem: 'no_quantity', unclear: ['A-1 20 or 30'], fixes: [{ quantity: 20 }, { quantity: 30 }] },
    'How many pieces is “A-1 20 or 30”? 20 pieces cannot be ordered. An order has at least 200 pieces. 30 pieces cannot be ordered.',
  ],
  [{ problem: 'below_minimum' }, 'An order has at least 200 pieces.'],
  [{ problem: 'off_step' }, 'Sold in multiples of 50.'],
  [{ problem: 'off_step', quantity: 999_999 }, 'Only 1,000 pieces are left.'],
  [{ problem: 'out_of_stock', available: 300 }, 'Only 300 pieces are left.'],
  [{ problem: 'off_step', available: 60 }, 'Sold out: 60 pieces are left, and an order has at least 200.'],
])('a line with %j has the problem "%s"', (change, text) => {
  expect(lineProblemText(line(change))).toBe(text)
})

test('the button that repairs all lines counts them, unless it is one', () => {
  expect([1, 2, 1200].map(repairAllText)).toEqual([
    'Fix the line that can be fixed',
    'Fix all that can be fixed (2)',
    'Fix all that can be fixed (1,200)',
  ])
})
