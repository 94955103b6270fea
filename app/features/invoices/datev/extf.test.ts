import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeWindows1252 } from '#kit/csv/windows-1252.ts'
import { readDatev } from '#tests/support/datev-check.ts'
import { type Booking, bookingLine, headLines } from './extf.ts'

const HEAD = {
  consultant: '29098',
  client: '55003',
  yearStart: '2026-01-01',
  accountLength: 4,
  from: '2026-11-01',
  to: '2026-11-30',
  createdAt: '20261201093000123',
}

const BOOKING: Booking = {
  cents: 123_405,
  side: 'S',
  account: '10000',
  contra: '8400',
  day: '2026-11-23',
  document: 'INV-000001',
  text: 'Sample GmbH',
}

const batchOf = (...bookings: readonly Booking[]) =>
  readDatev(
    encodeWindows1252(
      [...headLines(HEAD), ...bookings.map(bookingLine)].map((line) => `${line}\r\n`).join(''),
    ),
  )

const read = (change: Partial<Booking>) => batchOf({ ...BOOKING, ...change }).bookings[0]

test('a batch has its head, the names of the columns and a line for each booking', () => {
  const { head, bookings } = batchOf(BOOKING, { ...BOOKING, key: '3', side: 'H' })
  expect(head.slice(0, 22).join(';')).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261201093000123;;"RE";"";"";29098;55003;20260101;4;20261101;20261130;"Invoices 2026-11-01 2026-11-30";"";1;0;0;"EUR"',
  )
  expect(bookings).toEqual([
    { ...BOOKING, key: '', eu: '', euPercent: '' },
    { ...BOOKING, key: '0003', side: 'H', eu: '', euPercent: '' },
  ])
  expect(bookingLine(BOOKING)).toMatch(
    /^1234,05;"S";"EUR";;;"";10000;8400;"";2311;"INV-000001";"";;"Sample GmbH";/,
  )
})

test.each([
  ['Käufer “Süd” & Söhne', 'Käufer “Süd” & Söhne'],
  ['Say "yes"; then\r\n"no"', 'Say "yes"; then "no"'],
  ['Čapek 東京', 'Capek ??'],
  ['=1+1', "'=1+1"],
  ['\t-2', "'-2"],
  ['"=cmd()', `'"=cmd()`],
  ['x'.repeat(70), 'x'.repeat(60)],
  ['a\u2028b\0c', 'a b c'],
])('the text %j is %j', (text, said) => {
  expect(read({ text })?.text).toBe(said)
})

test('what the number of a document may not have is a dash, and it is cut', () => {
  expect(read({ document: `R;"1" ${'9'.repeat(40)}` })?.document).toBe(`R--1--${'9'.repeat(30)}`)
  expect(read({ document: '-1' })?.document).toBe('_1')
})

test('a rate of another country has two decimals, and a VAT ID its place', () => {
  expect(read({ eu: { vatIdOrCountry: 'EL', percent: 6.5 } })).toMatchObject({ eu: 'EL', euPercent: '06,50' })
  expect(read({ eu: { vatIdOrCountry: 'ATU12345675' } })).toMatchObject({ eu: 'ATU12345675', euPercent: '' })
})

test('no text leaves its field, whatever it is', () => {
  const string = fc.string({ unit: 'binary', maxLength: 80 })
  fc.assert(
    fc.property(string, string, fc.integer({ min: 1, max: 999_999_999_999 }), (text, document, cents) => {
      const found = read({ text, document, cents })
      expect(found).toMatchObject({ cents, account: '10000', day: '2026-11-23' })
      for (const said of [found?.text, found?.document]) expect(said).not.toMatch(/^"*[=+@-]/)
    }),
    { numRuns: 300 },
  )
})
