import { expect, test } from 'vitest'
import { vatIdField } from '#kit/input/fields.ts'
import { taxSettingsSchema } from './schema.ts'

const RATE = { country: 'FR', percent: 20, name: 'TVA' }
const SETTINGS = { pricesInclude: false, rates: [RATE], euUnion: true, exemptOutside: true }

const problemsOf = (settings: unknown): string[] =>
  taxSettingsSchema
    .safeParse(settings)
    .error?.issues.map(({ path, message }) => `${path.join('/')}: ${message}`) ?? []

const withRate = (change: object) => ({ ...SETTINGS, rates: [{ ...RATE, ...change }] })

test('settings are kept as they are, texts without spaces around', () => {
  const rates = [RATE, { country: 'US', region: ' TX ', percent: 8.25, name: ' Sales tax ' }]
  expect(taxSettingsSchema.parse({ ...SETTINGS, rates })).toEqual({
    ...SETTINGS,
    rates: [RATE, { country: 'US', region: 'TX', percent: 8.25, name: 'Sales tax' }],
  })
})

test.each([0, 0.0001, 5.5, 8.875, 8.1875, 100])('%d percent are possible', (percent) => {
  expect(problemsOf(withRate({ percent }))).toEqual([])
})

test.each([
  [withRate({ percent: -1 }), 'rates/0/percent: The percent is'],
  [withRate({ percent: 100.0001 }), 'rates/0/percent: The percent is'],
  [withRate({ percent: 5.00001 }), 'rates/0/percent: The percent is'],
  [withRate({ percent: 1e-7 }), 'rates/0/percent: The percent is'],
  [withRate({ percent: '20' }), 'rates/0/percent: The percent is'],
  [withRate({ percent: Number.NaN }), 'rates/0/percent: The percent is'],
  [withRate({ percent: Number.POSITIVE_INFINITY }), 'rates/0/percent: The percent is'],
  [withRate({ country: 'fr' }), 'rates/0/country: Choose a country, by its code'],
  [withRate({ country: 'FRA' }), 'rates/0/country: Choose a country, by its code'],
  [withRate({ country: 'XX' }), 'rates/0/country: Choose a country, by its code'],
  [withRate({ country: undefined }), 'rates/0/country: The country is required'],
  [withRate({ country: 'MC' }), 'rates/0/country: Choose France instead: its rates'],
  [withRate({ country: 'IM' }), 'rates/0/country: Choose United Kingdom instead: its rates'],
  [withRate({ region: '' }), 'rates/0/region: '],
  [withRate({ region: 'x'.repeat(61) }), 'rates/0/region: '],
  [withRate({ name: '' }), 'rates/0/name: '],
  [withRate({ name: 'x'.repeat(61) }), 'rates/0/name: '],
  [withRate({ name: 'a\nb' }), 'rates/0/name: '],
  [{ ...SETTINGS, rates: {} }, 'rates: The rates are a list'],
  [{ ...SETTINGS, pricesInclude: 'true' }, 'pricesInclude: Say'],
  [{ ...SETTINGS, euUnion: 1 }, 'euUnion: Say'],
  [{ ...SETTINGS, exemptOutside: undefined }, 'exemptOutside: Say'],
])('wrong settings are refused: %o', (settings, problem) => {
  expect(problemsOf(settings)).toEqual([expect.stringContaining(problem)])
})

test('500 rates are possible, and no more', () => {
  const rates = Array.from({ length: 501 }, (_, n) => ({ ...RATE, region: `R${n}` }))
  expect(problemsOf({ ...SETTINGS, rates: rates.slice(1) })).toEqual([])
  expect(problemsOf({ ...SETTINGS, rates })).toEqual(['rates: At most 500 rates are possible.'])
})

test('of two rates for one country or region the second is refused', () => {
  const texas = { country: 'US', region: 'TX', percent: 8.25, name: 'Tax' }
  const rates = [RATE, texas, { ...RATE, percent: 10 }, { ...texas, region: 'tx' }, { ...RATE, region: 'X' }]
  expect(problemsOf({ ...SETTINGS, rates })).toEqual([
    'rates/2: There is another rate for France.',
    'rates/3: There is another rate for United States, TX.',
  ])
})

test('a VAT ID has at most 30 characters', () => {
  expect(vatIdField.parse(' FR 40 303 265 045 ')).toBe('FR 40 303 265 045')
  for (const wrong of ['', ' ', 'x'.repeat(31), 5, undefined, 'a\0b'])
    expect(vatIdField.safeParse(wrong).success, String(wrong)).toBe(false)
})
