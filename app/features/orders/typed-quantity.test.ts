import { expect, test } from 'vitest'
import { checkTypedQuantity, stepQuantity } from './typed-quantity.ts'

test.each(['', '100', '250', '999'])('%j needs no feedback', (text) => {
  expect(checkTypedQuantity(text, 5000)).toEqual({})
})

test.each(['1000', '1,000', '1.000', '1k'])('%j is shown as parsed', (text) => {
  expect(checkTypedQuantity(text, 5000)).toEqual({ reading: '= 1,000 pieces' })
})

test.each(['1.5', '1,5', '1e3', '-5', '½'])('%j gets the warning that it is not a quantity', (text) => {
  expect(checkTypedQuantity(text, 5000)).toEqual({ warning: `“${text}” is no whole number of pieces.` })
})

test('too few and too many pieces get a warning with the nearest quantity that can be ordered', () => {
  expect(checkTypedQuantity('99', 5000)).toEqual({ warning: 'An order has at least 100 pieces.', fix: 100 })
  expect(checkTypedQuantity('5001', 5000)).toEqual({ warning: 'Only 5,000 pieces are left.', fix: 5000 })
  expect(checkTypedQuantity('99', 60)).toEqual({})
})

test('a long text is shortened in the warning', () => {
  expect(checkTypedQuantity('x'.repeat(500), 5000).warning).toHaveLength(53)
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
  expect([stepQuantity(text, 'up'), stepQuantity(text, 'down')]).toEqual([up, down])
})
