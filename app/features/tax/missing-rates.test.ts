import { expect, test } from 'vitest'
import { decideTax } from './deciding/decide-tax.ts'
import { STANDARD_RATES } from './deciding/standard-rates.ts'
import { EU_MEMBERS } from './deciding/territories.ts'
import { missingRates } from './missing-rates.ts'

const VAT_DE = { country: 'DE', percent: 19, name: 'VAT' }
const BERLIN = { country: 'DE', postcode: '10115' }
const everywhere = () => true

const missing = (rates: readonly object[], seller: { country: string; postcode?: string } = BERLIN) =>
  missingRates({ euUnion: true, rates: rates as (typeof VAT_DE)[] }, seller, everywhere)

test('countries of the EU without a rate are named with the rate that is charged there', () => {
  const { countries, instead } = missing([VAT_DE])
  expect(countries).toEqual(EU_MEMBERS.filter((country) => country !== 'DE'))
  expect(instead).toEqual(VAT_DE)
  const settings = { pricesInclude: false, euUnion: true, exemptOutside: true, rates: [VAT_DE] }
  for (const country of countries)
    expect(decideTax({ settings, seller: BERLIN, to: { country } })).toMatchObject({
      kind: 'added',
      percent: 19,
    })
})

test('without a rate of the seller nothing is charged instead, and from outside of the EU neither', () => {
  expect(missing([])).toMatchObject({ instead: undefined, isFromEu: true })
  expect(missing([VAT_DE], { country: 'US' })).toMatchObject({ instead: undefined, isFromEu: false })
  // The Canary Islands are no part of it.
  expect(missing([VAT_DE], { country: 'ES', postcode: '35001' }).isFromEu).toBe(false)
})

test('a rate of a region is none of its country, and the standard rates leave no country out', () => {
  const madeira = { country: 'PT', region: '30', percent: 22, name: 'IVA' }
  expect(missing([VAT_DE, madeira]).countries).toContain('PT')
  expect(missing(STANDARD_RATES).countries).toEqual([])
})

test('only countries that are delivered to count', () => {
  const rates = [VAT_DE]
  expect(
    missingRates({ euUnion: true, rates }, BERLIN, (code) => ['DE', 'FR', 'US'].includes(code)).countries,
  ).toEqual(['FR'])
})
