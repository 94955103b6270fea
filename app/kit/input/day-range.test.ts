import { expect, test } from 'vitest'
import { daysOfRange, fileNameOfDays, isRange, momentsOf, monthsWith, rangeBefore } from './day-range.ts'
import { askedDays } from './day-range-fields.ts'

test.each([
  ['this-month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2024-03-01', '2024-02-01', '2024-02-29'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['last-quarter', '2026-01-01', '2025-10-01', '2025-12-31'],
  ['last-quarter', '2026-06-30', '2026-01-01', '2026-03-31'],
  ['this-quarter', '2026-06-30', '2026-04-01', '2026-06-30'],
  ['this-quarter', '2025-12-01', '2025-10-01', '2025-12-31'],
  ['2025-12', '2026-06-30', '2025-12-01', '2025-12-31'],
])('%s on %s is from %s to %s', (range, today, from, to) => {
  expect(isRange(range)).toBe(true)
  expect(daysOfRange(range, today)).toEqual({ from, to })
})

test.each([
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['2025-11-01', '2026-01-31', '2025-08-01', '2025-10-31'],
])('before %s to %s are %s to %s', (from, to, firstBefore, lastBefore) => {
  expect(rangeBefore({ from, to })).toEqual({ from: firstBefore, to: lastBefore })
})

test.each([
  ['2026-02-01', '2026-02-28', 'sums-2026-02'],
  ['2024-02-01', '2024-02-28', 'sums-2024-02-01-to-2024-02-28'],
  ['2026-01-01', '2026-03-31', 'sums-2026-01-01-to-2026-03-31'],
  [undefined, '2026-03-31', 'sums'],
])('a file of %s to %s is %s', (from, to, name) => {
  expect(fileNameOfDays('sums', { from, to })).toBe(name)
})

test.each(['', 'yesterday', '2026-13', '2026-00', '2026-1', '2026-01-01'])('%s is no range', (name) => {
  expect(isRange(name)).toBe(false)
})

test('a range has the days that it has now in the time zone', () => {
  const now = Date.parse('2026-01-31T23:20:00Z')
  expect(askedDays({ range: 'this-month' }, { now, timeZone: 'Europe/Berlin' }).from).toBe('2026-02-01')
  expect(askedDays({ range: 'this-month' }, { now, timeZone: 'America/New_York' }).from).toBe('2026-01-01')
  expect(askedDays({ from: '2026-01-05' }, { now, timeZone: 'UTC' })).toEqual({ from: '2026-01-05' })
})

test.each([
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-02-01', 24],
])('%s has %i hours in Berlin', (day, hours) => {
  const { since = 0, before = 0 } = momentsOf({ from: day, to: day }, 'Europe/Berlin')
  expect((before - since) / 3_600_000).toBe(hours)
})

test('the last day that can be written has no moment after it', () => {
  expect(momentsOf({ from: '2026-01-01', to: '9999-12-31' }, 'UTC')).toEqual({ since: Date.UTC(2026, 0, 1) })
})

test('the last months are offered, and the one that is chosen', () => {
  const now = Date.UTC(2026, 1, 28)
  expect(monthsWith(undefined, now).slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(monthsWith('2019-05', now).at(-1)).toBe('2019-05')
  expect(monthsWith('last-month', now)).toEqual(monthsWith(undefined, now))
})
