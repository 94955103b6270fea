import { expect, test } from 'vitest'
import type { TaxRate } from '#features/tax/schema.ts'
import { given } from '#tests/support/sample-settings.ts'
import type { Settings } from '../../schema.ts'
import { type SettingsValues, valuesOfSettings } from '../form/draft.ts'
import { missingRatesText, offeredRates, withOffered } from './offered-rates.ts'

const vat = (country: string, percent: number): TaxRate => ({ country, percent, name: 'VAT' })

const STANDARD = [vat('PT', 23), vat('FR', 20), vat('DE', 19)]

const row = (at: number, country: string, percent: string, region = '') => ({
  row: at,
  country,
  region,
  percent,
  name: 'Own name',
})

test('rates that are missing are added, those that differ keep their name and row, and all others stay', () => {
  const typed = [row(4, 'DE', '19.0'), row(7, 'FR', '19,6'), row(2, 'PT', '22', '30'), row(9, 'US', '1')]
  const offered = offeredRates(typed, STANDARD)
  expect(offered).toEqual([
    { rate: STANDARD[1], row: 7, from: '19,6' },
    { rate: STANDARD[0], row: undefined, from: undefined },
  ])
  expect(withOffered(typed, offered)).toEqual([
    typed[0],
    { ...typed[1], percent: '20' },
    typed[2],
    typed[3],
    { row: 10, country: 'PT', region: '', percent: '23', name: 'VAT' },
  ])
  expect(withOffered(typed, [])).toEqual(typed)
})

const settings = (change: { rates?: TaxRate[]; euUnion?: boolean; country?: string; served?: string[] }) => {
  const {
    rates = [vat('DE', 19)],
    euUnion = true,
    country = 'DE',
    served = ['DE', 'FR', 'IE', 'US'],
  } = change
  const values = valuesOfSettings(given() as unknown as Settings)
  return {
    ...values,
    seller: { ...values.seller, address: { ...values.seller.address, country } },
    tax: { ...values.tax, rates, euUnion },
    delivery: { ...values.delivery, countries: served },
  } as SettingsValues
}

test.each([
  [{}, 'There is no rate for France and Ireland. Goods to there are taxed by the rate of Germany, 19 %.'],
  [
    { rates: [] },
    'There is no rate for France, Germany and Ireland, nor for Germany, where goods leave from: they are sold without VAT. Add the rate of Germany.',
  ],
  [{ country: 'US' }, 'There is no rate for France and Ireland: goods to there are sold without VAT.'],
  [{ served: ['DE', 'US'] }, undefined],
  [{ rates: [vat('DE', 19), vat('FR', 20), vat('IE', 23)] }, undefined],
  [{ euUnion: false }, expect.stringContaining('its rules are not chosen')],
  [{ euUnion: false, country: 'US' }, undefined],
  [{ euUnion: false, served: ['DE', 'US'] }, undefined],
])('of %o the settings say %o', (change, text) => {
  expect(missingRatesText(settings(change))).toEqual(text)
})

test('without an address the rules of the EU decide nothing, which is said', () => {
  const { seller, ...values } = settings({})
  const { address: _, ...nowhere } = seller
  expect(missingRatesText({ ...values, seller: nowhere })).toContain('the address of the seller')
  const tax = { ...values.tax, euUnion: false }
  expect(missingRatesText({ ...values, tax, seller: nowhere })).toBeUndefined()
})
