import { expect, test } from 'vitest'
import { fieldValueText, valueText } from './texts.ts'

test('values of changes are said in words', () => {
  expect(valueText(null)).toBe('none')
  expect(valueText([])).toBe('none')
  expect(valueText(true)).toBe('yes')
  expect(
    valueText([
      { from: 100, price: 0.06 },
      { from: 1000, price: 0.05 },
    ]),
  ).toBe('100: $0.06, 1,000: $0.05')
  expect(
    valueText([
      { position: 0, quantity: 1500 },
      { position: 2, quantity: 100 },
    ]),
  ).toBe('1,500 of line 1, 100 of line 3')
  expect(fieldValueText('price', 2.5)).toBe('$2.50')
  expect(fieldValueText('refundedAmount', 1250)).toBe('$1,250.00')
  expect(fieldValueText('quantity', 1250)).toBe('1,250')
  expect([fieldValueText('origin', 'DE'), fieldValueText('origin', null)]).toEqual(['Germany', 'none'])
  expect(valueText({ thread: 'M8', length: 40 })).toBe('thread: M8, length: 40')
})
