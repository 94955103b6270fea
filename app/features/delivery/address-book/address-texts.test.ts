import { expect, test } from 'vitest'
import { listCountries } from '../addresses/countries.ts'
import {
  addressOf,
  addressTextsOf,
  autoCompleteOf,
  countryOfLanguage,
  destinationOf,
  laidOut,
  looksLikePostcode,
  shownText,
} from './address-texts.ts'

const countryOf = (code: string) => {
  const country = listCountries('all').find((each) => each.code === code)
  if (!country) throw new Error(`There is no ${code}.`)
  return country
}

const TEXTS = addressTextsOf({
  name: ' Erika Sample ',
  street: '1 Sample Street\nSuite 4',
  postcode: '78701',
  city: 'Austin',
  region: 'TX',
  country: 'US',
})

test('an address has what the form of its country shows, trimmed and without what is empty', () => {
  const address = {
    name: 'Erika Sample',
    street: '1 Sample Street\nSuite 4',
    city: 'Austin',
    region: 'TX',
    postcode: '78701',
    country: 'US',
  }
  expect(addressOf(TEXTS, countryOf('US'))).toEqual(address)
})

test('what was typed for another country is not sent, and is there again when that one is chosen', () => {
  const inFrance = { ...TEXTS, country: 'FR' }
  expect(addressOf(inFrance, countryOf('FR'))).not.toHaveProperty('region')
  // Hong Kong writes no postcodes, and its regions are others.
  const { postcode, region } = addressOf({ ...TEXTS, country: 'HK' }, countryOf('HK'))
  expect([postcode, region]).toEqual([undefined, undefined])
  expect(addressOf({ ...inFrance, country: 'US' }, countryOf('US'))).toMatchObject({ region: 'TX' })
})

test('a field with options shows none of another country', () => {
  const options = [{ value: 'TX', label: 'Texas' }]
  expect([shownText('TX', { options }), shownText('BY', { options }), shownText('BY', {})]).toEqual([
    'TX',
    '',
    'BY',
  ])
})

test('a destination leaves out what is empty', () => {
  expect(destinationOf({ country: 'FR', region: '', postcode: '69001' })).toEqual({
    country: 'FR',
    postcode: '69001',
  })
})

test.each([
  ['69001', '\\d{2} ?\\d{3}', true],
  [' 69 001', '\\d{2} ?\\d{3}', true],
  ['６９００１', '\\d{2} ?\\d{3}', true],
  ['sw1a 1aa', '[A-Z]{2}\\d[A-Z] ?\\d[A-Z]{2}', true],
  ['6900', '\\d{2} ?\\d{3}', false],
  ['69001 9', '\\d{2}|\\d{5}', false],
  ['anything', undefined, true],
])('%j with the pattern %j looks like a postcode: %j', (text, pattern, looks) => {
  expect(looksLikePostcode(text, pattern)).toBe(looks)
})

test('browsers fill the fields of a delivery apart from those of a bill', () => {
  expect([
    autoCompleteOf('street'),
    autoCompleteOf('region', 'shipping'),
    autoCompleteOf('postcode', 'billing'),
  ]).toEqual(['street-address', 'shipping address-level1', 'billing postal-code'])
})

test.each([
  ['en-US', 'US'],
  ['de', ''],
  ['zh-Hant-TW', 'TW'],
])('a browser in %s suggests the country %j', (language, country) => {
  expect(countryOfLanguage(language)).toBe(country)
})

test.each([
  ['US', ['name 6/3', 'company 3/3', 'phone 3/3', 'street 6/6', 'city 6/2', 'region 3/2', 'postcode 3/2']],
  ['FR', ['name 6/3', 'company 3/3', 'phone 3/3', 'street 6/6', 'postcode 3/3', 'city 3/3']],
  ['HU', ['name 6/3', 'company 3/3', 'phone 3/3', 'street 6/6', 'city 3/3', 'postcode 3/3']],
])('the form of %s has postcode and city, and company and phone, beside each other', (code, expected) => {
  const rows = laidOut(countryOf(code).fields)
  expect(rows.map(({ field, width }) => `${field.name} ${width.narrow}/${width.wide}`)).toEqual(expected)
})

test('the form of any country has each of its fields once', () => {
  for (const { code, fields } of listCountries('all')) {
    const names = laidOut(fields).map(({ field }) => field.name)
    expect(names.toSorted(), code).toEqual(fields.map(({ name }) => name).toSorted())
  }
})
