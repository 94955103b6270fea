import { expect, test } from 'vitest'
import { checkTypedQuantity, stepQuantity } from './typed-quantity.ts'

const PART = { minimum: 100, step: 1, quantity: 5000 }

test.each(['', '100', '250', '999'])('%j needs no feedback', (text) => {
  expect(checkTypedQuantity(text, PART)).toEqual({})
})

test.each(['1000', '1,000', '1.000', '1k'])('%j is shown as parsed', (text) => {
  expect(checkTypedQuantity(text, PART)).toEqual({ reading: '= 1,000 pieces' })
})

test.each(['1.5', '1,5', '1e3', '-5', '½'])('%j gets the warning that it is not a quantity', (text) => {
  expect(checkTypedQuantity(text, PART)).toEqual({ warning: `“${text}” is not a whole number of pieces.` })
})

test('too few and too many pieces get a warning with the nearest quantity that can be ordered', () => {
  expect(checkTypedQuantity('99', PART)).toEqual({ warning: 'An order has at least 100 pieces.', fix: 100 })
  expect(checkTypedQuantity('5001', PART)).toEqual({ warning: 'Only 5,000 pieces are left.', fix: 5000 })
  expect(checkTypedQuantity('99', { ...PART, quantity: 60 })).toEqual({})
})

test('a long text is shortened in the warning', () => {
  expect(checkTypedQuantity('x'.repeat(500), PART)).toEqual({
    warning: `“${'x'.repeat(20)}…” is not a whole number of pieces.`,
  })
})

test.each([
  ['100', 150, 100],
  ['150', 200, 100],
  ['120', 150, 100],
  ['1,000', 1050, 950],
  ['99', 100, 100],
  ['', 100, 100],
  ['1.5', 100, 100],
])('from %j the arrow keys step up to %i and down to %i', (text, up, down) => {
  expect([stepQuantity(text, PART, 'up'), stepQuantity(text, PART, 'down')]).toEqual([up, down])
})

test('for a part that is sold in steps only multiples of the step are accepted', () => {
  const part = { minimum: 200, step: 50, quantity: 5010 }
  expect(checkTypedQuantity('250', part)).toEqual({})
  expect(checkTypedQuantity('199', part)).toEqual({ warning: 'An order has at least 200 pieces.', fix: 200 })
  expect(checkTypedQuantity('201', part)).toEqual({
    warning: 'Sold in multiples of 50.',
    fix: 250,
  })
  expect(checkTypedQuantity('5050', part)).toEqual({ warning: 'Only 5,010 pieces are left.', fix: 5000 })
  // Off the step too, but the stock is the reason.
  expect(checkTypedQuantity('999,999', part)).toEqual({ warning: 'Only 5,010 pieces are left.', fix: 5000 })
  expect(checkTypedQuantity('5005', part)).toEqual({
    warning: 'Sold in multiples of 50.',
    fix: 5000,
  })
  expect([stepQuantity('200', part, 'up'), stepQuantity('300', part, 'down')]).toEqual([250, 250])
  expect(stepQuantity('500', { minimum: 500, step: 500 }, 'up')).toBe(1000)
})
