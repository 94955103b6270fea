import { expect, test } from 'vitest'
import { isPublicHoliday, type Place } from './holidays.ts'

const days = (place: Place, from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  ).filter((day) => isPublicHoliday(place, day))

test.each<[string, Place, string, number, string[]]>([
  [
    'Christmas in Germany is no holiday on the 24th',
    { country: 'DE' },
    '2026-12-23',
    5,
    ['2026-12-25', '2026-12-26'],
  ],
  ['a substitute day is one too', { country: 'US' }, '2026-07-01', 5, ['2026-07-03', '2026-07-04']],
  [
    'New Year 2028 is a Saturday, so Friday is off',
    { country: 'US' },
    '2027-12-30',
    3,
    ['2027-12-31', '2028-01-01'],
  ],
  [
    'Eid al-Fitr begins at sunset, and the day before is an ordinary one',
    { country: 'SA' },
    '2026-03-17',
    8,
    ['2026-03-19', '2026-03-20', '2026-03-21', '2026-03-22'],
  ],
  [
    'the Turkish feast ends at noon before an ordinary day',
    { country: 'TR' },
    '2026-03-18',
    8,
    ['2026-03-20', '2026-03-21', '2026-03-22'],
  ],
  ['Yom Kippur is one day', { country: 'IL' }, '2026-09-19', 4, ['2026-09-21']],
  ['a half holiday counts', { country: 'IS' }, '2026-12-23', 4, ['2026-12-24', '2026-12-25', '2026-12-26']],
  [
    'a feast of several days goes on in the next year',
    { country: 'SZ' },
    '2026-12-31',
    4,
    ['2026-12-31', '2027-01-01', '2027-01-02'],
  ],
  ['a country that the library does not know has none', { country: 'AQ' }, '2026-01-01', 365, []],
])('%s', (_, place, from, count, expected) => {
  expect(days(place, from, count)).toEqual(expected)
})

test('a region has days of its own, by its code and by its name', () => {
  const epiphany = (country: string, region?: string): boolean =>
    isPublicHoliday({ country, region }, '2026-01-06')
  expect(
    ['BY', 'by', 'Bayern', 'Baden-Württemberg', 'baden-wurttemberg'].map((region) => epiphany('DE', region)),
  ).toEqual(Array(5).fill(true))
  expect([undefined, '', 'HE', 'Nowhere', 'constructor'].map((region) => epiphany('DE', region))).toEqual(
    Array(5).fill(false),
  )
  expect(isPublicHoliday({ country: 'GB', region: 'Scotland' }, '2026-01-02')).toBe(true)
  expect(isPublicHoliday({ country: 'GB' }, '2026-01-02')).toBe(false)
})
