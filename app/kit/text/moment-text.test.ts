import { expect, test } from 'vitest'
import { dateTimeText, momentText } from './moment-text.ts'

const at = (iso: string): number => Date.parse(iso)

test.each([
  ['2026-11-23T23:59:00Z', '2026-11-23T14:20:00Z', 'today 23:59'],
  ['2026-11-24T00:00:00Z', '2026-11-23T23:59:00Z', 'tomorrow 00:00'],
  ['2026-11-25T14:20:00Z', '2026-11-23T23:59:00Z', 'Wednesday 14:20'],
  ['2026-11-29T14:20:00Z', '2026-11-23T00:00:00Z', 'Sunday 14:20'],
  ['2026-11-30T14:20:00Z', '2026-11-23T23:59:00Z', 'Nov 30, 2026, 14:20'],
  ['2026-11-22T14:20:00Z', '2026-11-23T00:00:00Z', 'Nov 22, 2026, 14:20'],
])('%s is said at %s as %s', (moment, now, said) => {
  expect(momentText(moment, at(now), 'UTC')).toBe(said)
})

test('days are those of the time zone, also where a day has 23 or 25 hours', () => {
  expect(momentText('2026-11-24T04:30:00Z', at('2026-11-24T03:00:00Z'), 'America/New_York')).toBe(
    'today 23:30',
  )
  const berlin = (moment: string, now: string) => momentText(moment, at(now), 'Europe/Berlin')
  // 23:30 on the day before the clocks are put forward.
  expect(berlin('2026-03-29T22:30:00Z', '2026-03-28T22:30:00Z')).toBe('Monday 00:30')
  expect(berlin('2026-03-29T20:00:00Z', '2026-03-28T22:30:00Z')).toBe('tomorrow 22:00')
  // 00:30 on the day on which they are put back.
  expect(berlin('2026-10-25T22:45:00Z', '2026-10-24T22:30:00Z')).toBe('today 23:45')
})

test('what has happened is said with its date', () => {
  expect(dateTimeText('2026-11-23T04:05:00Z', 'UTC')).toBe('Nov 23, 2026, 04:05')
})
