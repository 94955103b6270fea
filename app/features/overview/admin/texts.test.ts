import { expect, test } from 'vitest'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { labelledDays, valueScale } from './chart-scales.ts'
import { beforeText, readShown, writeShown } from './periods.ts'
import {
  changeText,
  comparedDayText,
  dayFiguresText,
  daysLeftText,
  moneyText,
  perDayText,
  shortTotalText,
} from './texts.ts'

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

test('the days or the month are read from the address, and another value is the usual one', () => {
  for (const shown of [
    { days: 7 },
    { days: 30 },
    { days: 365 },
    { month: '2026-02' },
    { range: 'last-quarter' },
  ] as const)
    expect(readShown(new URLSearchParams(writeShown(shown)))).toEqual(shown)
  for (const days of ['', '8', '30.0', 'year'])
    expect(readShown(new URLSearchParams({ days }))).toEqual({ days: 30 })
  for (const month of ['2026-13', 'last-month', '0026-01'])
    expect(readShown(new URLSearchParams({ month }))).toEqual({ days: 30 })
})

test('a month is compared with the one before, or with as many of its days', () => {
  const daysFrom = (first: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ day: isoDay(Date.parse(first) + at * DAY_MS) }))
  expect(beforeText({ month: '2026-03' }, daysFrom('2026-02-01', 28))).toBe('February 2026')
  expect(beforeText({ month: '2026-01' }, daysFrom('2025-12-01', 12))).toBe(
    'the first 12 days of December 2025',
  )
  expect(beforeText({ days: 7 }, daysFrom('2026-01-01', 7))).toBe('the 7 days before')
  expect(beforeText({ range: 'last-quarter' }, daysFrom('2026-07-01', 92))).toBe(
    'the days Jul 1, 2026 to Sep 30, 2026',
  )
  expect(beforeText({ range: 'this-month' }, daysFrom('2026-07-01', 1))).toBe('the day Jul 1, 2026')
})

test('more can go back than was paid', () => {
  expect([moneyText(-1.5), shortTotalText(-1500)]).toEqual(['−$1.50', '−$1.5K'])
  expect(changeText(-5, -10)).toBe('up 50%')
})

test('the axis names the first and the last day, and a scale without values has a height', () => {
  expect(labelledDays(7, 5)).toEqual([0, 2, 3, 5, 6])
  expect(labelledDays(365, 5)).toEqual([0, 91, 182, 273, 364])
  const [low = 0, high = 0] = valueScale([0, 0]).domain()
  expect([low, high > 0]).toEqual([0, true])
})
