import { expect, test } from 'vitest'
import { labelledDays, valueScale } from './chart-scales.ts'
import { readDays, writeDays } from './periods.ts'
import { changeText, comparedDayText, dayFiguresText, daysLeftText, perDayText } from './texts.ts'

test('a figure is compared with the period before', () => {
  expect(changeText(112, 100)).toBe('up 12%')
  expect(changeText(97, 100)).toBe('down 3%')
  expect(changeText(0, 100)).toBe('down 100%')
  expect(changeText(50_000, 10)).toBe('up 499,900%')
  for (const same of [100, 100.4]) expect(changeText(same, 100)).toBe('unchanged')
  expect(changeText(0, 0)).toBe('unchanged')
  expect(changeText(5, 0)).toBe('none before')
})

test('the pieces of a day have one decimal, whatever their size', () => {
  expect([40, 86.666, 1234.56, 0.07, 0.03, 0].map(perDayText)).toEqual([
    '40.0',
    '86.7',
    '1,234.6',
    '0.1',
    'under 0.1',
    '0.0',
  ])
})

test('the days that stock lasts are rounded down, and none is said', () => {
  expect([0, 0.4, 1.9, 12, 1500].map(daysLeftText)).toEqual([
    'none left',
    'less than a day',
    '1 day',
    '12 days',
    '1,500 days',
  ])
})

test('a day is said with its figures, in UTC', () => {
  expect(dayFiguresText({ day: '2026-11-23', revenue: 1234, orders: 1 })).toBe(
    'Nov 23, 2026: $1,234.00, 1 order',
  )
  const day = { day: '2026-11-23', revenue: 1234, orders: 1 }
  expect(comparedDayText(day, { day: '2026-10-24', revenue: 0, orders: 0 })).toBe(
    'Nov 23, 2026: $1,234.00, 1 order; Oct 24, 2026: $0.00, 0 orders',
  )
})

test('the period is read from the address, and another value is the usual one', () => {
  for (const days of [7, 30, 90, 365] as const) {
    expect(readDays(new URLSearchParams(writeDays(days)))).toBe(days)
  }
  for (const days of ['', '8', '30.0', 'year']) expect(readDays(new URLSearchParams({ days }))).toBe(30)
})

test('the axis names the first and the last day, and a scale without values has a height', () => {
  expect(labelledDays(7, 5)).toEqual([0, 2, 3, 5, 6])
  expect(labelledDays(365, 5)).toEqual([0, 91, 182, 273, 364])
  const [low = 0, high = 0] = valueScale([0, 0]).domain()
  expect([low, high > 0]).toEqual([0, true])
})
