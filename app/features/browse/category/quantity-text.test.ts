import { expect, test } from 'vitest'
import { quantityText } from './quantity-text.ts'

const product = {
  minimum: 200,
  step: 50,
  quantity: 1020,
  prices: [
    { from: 200, price: 0.05 },
    { from: 500, price: 0.04 },
  ],
}

test.each([
  ['', '', false],
  ['200', '$10.00', true],
  ['500', '$20.00', true],
  ['1,000', '$40.00', true],
  ['199', 'min. 200', false],
  ['225', 'multiples of 50', false],
  ['1050', 'only 1,020', false],
  // Off the step too, but the stock is the reason.
  ['999999', 'only 1,020', false],
  ['many', '“many” is not a whole number of pieces.', false],
])('beside "%s" a row shows "%s"', (typed, text, canOrder) => {
  expect(quantityText(typed, product)).toEqual({ text, canOrder })
})

test('nothing of a sold-out part can be ordered', () => {
  expect(quantityText('200', { ...product, quantity: 199 })).toEqual({ text: 'sold out', canOrder: false })
})
