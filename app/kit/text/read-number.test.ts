import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrice } from '#kit/input/read-price.ts'
import { formatCount } from './count-text.ts'
import { interpretedPieces, readPieces } from './read-number.ts'

const MARKS = [',', '.', ' ', "'", '\u00a0', '\u202f', '\u2019']

const grouped = (count: number, mark: string): string => formatCount(count).replaceAll(',', mark)

const pieces = fc.nat({ max: 1_000_000_000 })
const mark = fc.constantFrom(...MARKS)

test.each([
  ['1000', 1000],
  ['1,000', 1000],
  ['1.000', 1000],
  ['1 000', 1000],
  ["1'000", 1000],
  ['1\u00a0000', 1000],
  ['1\u202f000', 1000],
  ['1\u2019000', 1000],
  ['1.000.000', 1_000_000],
  ['1k', 1000],
  ['1.5k', 1500],
  ['1,5 K', 1500],
  ['12.25k', 12_250],
  [' 100 ', 100],
  ['99', 99],
  ['0', 0],
  ['007', 7],
])('%j are %i pieces', (text, count) => {
  expect(readPieces(text)).toBe(count)
})

test.each([
  '',
  ' ',
  '1.5',
  '1,5',
  '1e3',
  '1e400',
  '-5',
  '+5',
  '½',
  '²',
  '١٠٠',
  '0x10',
  '$1',
  'ten',
  'k',
  '1.',
  '.5',
  '1.00',
  '1.0000',
  '0.100',
  '0,100',
  '1,00,000',
  '1000,000',
  '1,000.000',
  '1,000 000',
  '1.500k',
  '1,000k',
  '10 0',
  '9007199254740993',
  '1'.repeat(400),
])('%j is not a number of pieces', (text) => {
  expect(readPieces(text)).toBeUndefined()
})

test('every count is parsed, without or with any one thousands separator', () => {
  fc.assert(
    fc.property(pieces, mark, (count, by) => {
      expect(readPieces(String(count))).toBe(count)
      expect(readPieces(grouped(count, by))).toBe(count)
      expect(readPieces(`  ${grouped(count, by)}\t`)).toBe(count)
    }),
  )
})

test('groups with two different separators are never parsed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000_000, max: 1_000_000_000 }), mark, mark, (count, one, other) => {
      fc.pre(one !== other)
      const [first, ...others] = formatCount(count).split(',')
      expect(readPieces(`${first}${one}${others.join(other)}`)).toBeUndefined()
    }),
  )
})

test('a parsed number has exactly the typed digits', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789', ...MARKS, '-', 'e', '½'), maxLength: 14 })
  fc.assert(
    fc.property(typed, (text) => {
      const count = readPieces(text)
      if (count === undefined) return
      expect(String(count)).toBe(text.replace(/\D/g, '').replace(/^0+(?=\d)/, ''))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['1000', '= 1,000 pieces'],
  ['1.000', '= 1,000 pieces'],
  ['0250', '= 250 pieces'],
  ['250', undefined],
  [' 999 ', undefined],
  ['1.5', undefined],
])('%j shows the reading %j', (text, reading) => {
  expect(interpretedPieces(text)).toBe(reading)
})

test.each<[string, readonly number[]]>([
  ['0.0425', [0.0425]],
  ['0,0425', [0.0425]],
  ['0.125', [0.125]],
  ['.5', [0.5]],
  ['12', [12]],
  ['1250', [1250]],
  ['1,5', [1.5]],
  ['12,50', [12.5]],
  ['1.1250', [1.125]],
  ['1234.567', [1234.567]],
  ['1 000', [1000]],
  ["1'000", [1000]],
  ['1,000,000', [1_000_000]],
  ['1,250.50', [1250.5]],
  ['1.250,50', [1250.5]],
  ['1 250,5', [1250.5]],
  ['1,000', [1, 1000]],
  ['1.000', [1, 1000]],
  ['12.500', [12.5, 12_500]],
  ['1.125', [1.125, 1125]],
])('%j can be a price of %j dollars', (text, dollars) => {
  expect(readPrice(text)).toEqual(dollars)
})

test.each([
  '',
  '.',
  '1.',
  ',',
  '-1',
  '1e3',
  '$1',
  'ten',
  'NaN',
  '1k',
  '½',
  '1.2.3',
  '1,00,000',
  '1 00',
  '0x10',
])('%j is not a price', (text) => {
  expect(readPrice(text)).toBeUndefined()
})

test('a price with a point or a comma is among the readings of its text', () => {
  const price = fc.integer({ min: 0, max: 999_999_999 })
  const decimals = fc.integer({ min: 0, max: 4 })
  fc.assert(
    fc.property(price, decimals, fc.constantFrom('.', ','), (e4, places, by) => {
      const text = (e4 / 10_000).toFixed(places)
      const readings = readPrice(text.replace('.', by))
      expect(readings).toContain(Number(text))
      expect(readings).toHaveLength(places === 3 && /^[1-9]\d{0,2}\./.test(text) ? 2 : 1)
    }),
  )
})

test('a long text is refused without parsing it', () => {
  expect(readPrice('1'.repeat(1_000_000))).toBeUndefined()
  expect(readPieces(`${'1,'.repeat(1_000_000)}x`)).toBeUndefined()
})
