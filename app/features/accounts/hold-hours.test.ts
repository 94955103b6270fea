import { expect, test } from 'vitest'
import { holdFact, hoursText } from './hold-hours.ts'

test.each([
  [72, '72 hours'],
  [1, '1 hour'],
  [1.55, '1.5 hours'],
  [0.5, '30 minutes'],
  [0.001, '1 minute'],
])('%d hours are written "%s"', (hours, text) => {
  expect(hoursText(hours)).toBe(text)
})

test('the shorter hold is said where there is one', () => {
  expect(holdFact({ hours: 72 })).toBe('72 hours until paid')
  expect(holdFact({ hours: 72, unconfirmedHours: 1 })).toBe(
    '72 hours until paid, 1 hour until your e-mail is confirmed',
  )
})
