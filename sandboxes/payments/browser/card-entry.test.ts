import { expect, test } from 'vitest'
import { type CardField, errorOf, formatCvc, formatExpiry, formatNumber } from './card-entry.ts'

const TODAY = new Date(2026, 6, 15)

test.each([
  ['4', '4'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242-4242-42429999', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['36227206271667', '3622 7206 2716 67'],
  ['6205500000000000004', '6205 5000 0000 0000 004'],
  ['card 5555', '5555'],
])('the number %s is shown as %s', (typed, shown) => {
  expect(formatNumber(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['5', '05 / '],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['1/34', '01 / 34'],
  ['12 / 2034', '12 / 34'],
  ['122034', '12 / 34'],
  ['12 / 203', '12 / 203'],
  ['12 / 345', '12 / 34'],
])('the expiry %s is shown as %s', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('the slash can be deleted', () => {
  expect(formatExpiry('12 /', true)).toBe('12')
})

test('a security code has the length that its brand has', () => {
  expect(formatCvc('12345', '4242')).toBe('123')
  expect(formatCvc('12345', '3782')).toBe('1234')
  expect(formatCvc('12a', '')).toBe('12')
})

const GOOD = { number: '4242 4242 4242 4242', expiry: '07 / 26', cvc: '123' }

test('a complete card has no error', () => {
  for (const field of ['number', 'expiry', 'cvc'] as const)
    expect(errorOf(field, GOOD, TODAY)).toBeUndefined()
})

test.each<[CardField, string, string, string]>([
  ['number', '', 'incomplete_number', 'Your card number is incomplete.'],
  ['number', '4242 4242 4242 424', 'incomplete_number', 'Your card number is incomplete.'],
  ['number', '4242 4242 4242 4241', 'invalid_number', 'Your card number is invalid.'],
  ['expiry', '07 / 2', 'incomplete_expiry', "Your card's expiration date is incomplete."],
  ['expiry', '13 / 30', 'invalid_expiry_month', "Your card's expiration date is invalid."],
  ['expiry', '12 / 25', 'invalid_expiry_year_past', "Your card's expiration year is in the past."],
  ['expiry', '06 / 26', 'invalid_expiry_month_past', "Your card's expiration date is in the past."],
  ['expiry', '07 / 77', 'invalid_expiry_year', "Your card's expiration year is invalid."],
  ['cvc', '12', 'incomplete_cvc', "Your card's security code is incomplete."],
])('%s "%s" is wrong: %s', (field, text, code, message) => {
  expect(errorOf(field, { ...GOOD, [field]: text }, TODAY)).toEqual({
    type: 'validation_error',
    code,
    message,
  })
})

test('American Express needs a security code of four digits', () => {
  const amex = { ...GOOD, number: '3782 822463 10005' }
  expect(errorOf('cvc', amex, TODAY)?.code).toBe('incomplete_cvc')
  expect(errorOf('cvc', { ...amex, cvc: '1234' }, TODAY)).toBeUndefined()
})
