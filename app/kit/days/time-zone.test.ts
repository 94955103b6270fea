import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAt, momentOf } from './time-zone.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

test.each([
  ['2026-12-08T22:59:59.999Z', 'Europe/Berlin', '2026-12-08'],
  ['2026-12-08T23:00:00.000Z', 'Europe/Berlin', '2026-12-09'],
  ['2026-12-08T04:59:59.999Z', 'America/New_York', '2026-12-07'],
  ['2026-12-08T15:00:00.000Z', 'Asia/Tokyo', '2026-12-09'],
  ['2026-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01'],
  ['2027-01-01T11:59:59.999Z', 'Etc/GMT+12', '2026-12-31'],
])('%s is in %s on %s', (moment, zone, day) => {
  expect(dayAt(Date.parse(moment), zone)).toBe(day)
})

test.each([
  ['2026-12-08', '14:00', 'Europe/Berlin', '2026-12-08T13:00:00.000Z'],
  ['2026-07-08', '14:00', 'Europe/Berlin', '2026-07-08T12:00:00.000Z'],
  // Clocks are put forward at 02:00 and put back at 03:00.
  ['2026-03-29', '01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25', '01:59', 'Europe/Berlin', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-12-08', '17:15', 'Asia/Kathmandu', '2026-12-08T11:30:00.000Z'],
])('on %s at %s in %s it is %s', (day, time, zone, moment) => {
  expect(iso(momentOf(day, time, zone))).toBe(moment)
})

test('the moment of a time on a day is on that day, in every zone, and later times are not earlier', () => {
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16))
  const day = fc.integer({ min: 0, max: 2000 }).map((days) => iso(Date.UTC(2026, 0, 1 + days)).slice(0, 10))
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      day,
      time,
      time,
      (zone, each, one, other) => {
        const moments = [one, other].sort().map((at) => momentOf(each, at, zone))
        expect(moments.map((moment) => dayAt(moment, zone))).toEqual([each, each])
        // Within a skipped or a repeated hour the sequence can differ by that hour.
        expect(Number(moments[1])).toBeGreaterThanOrEqual(Number(moments[0]) - 3_600_000)
      },
    ),
    { numRuns: 1000 },
  )
})
