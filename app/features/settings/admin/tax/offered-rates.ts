import { missingRates } from '#features/tax/missing-rates.ts'
import type { TaxRate } from '#features/tax/schema.ts'
import { countryName } from '#kit/text/country-name.ts'
import { listText } from '#kit/text/list-text.ts'
import { addRow, changeRow } from '#kit/ui/form/form-rows.ts'
import { readNumber, type SettingsValues, type TaxRateDraft } from '../form/draft.ts'

/** A rate of a whole country that is offered. `row` is the one that it would change; `from` is its percent. */
export interface OfferedRate {
  readonly rate: TaxRate
  readonly row: number | undefined
  readonly from: string | undefined
}

const byName = (rates: readonly TaxRate[]): readonly TaxRate[] =>
  rates.toSorted((one, other) => countryName(one.country).localeCompare(countryName(other.country), 'en'))

/** By the names of their countries the standard rates that the typed ones do not have; rates of regions are no rates of their country. */
export const offeredRates = (
  typed: readonly TaxRateDraft[],
  standard: readonly TaxRate[],
): readonly OfferedRate[] =>
  byName(standard).flatMap((rate) => {
    const own = typed.find(({ country, region }) => country === rate.country && region.trim() === '')
    if (own && readNumber(own.percent) === rate.percent) return []
    return [{ rate, row: own?.row, from: own?.percent }]
  })

/** The typed rates with the offered ones; a changed one keeps its name. */
export const withOffered = (
  typed: readonly TaxRateDraft[],
  offered: readonly OfferedRate[],
): readonly TaxRateDraft[] =>
  offered.reduce<readonly TaxRateDraft[]>((rates, { rate: { country, percent, name }, row }) => {
    const text = String(percent)
    return row === undefined
      ? addRow(rates, { country, region: '', percent: text, name })
      : changeRow(rates, row, { percent: text })
  }, typed)

const namesOf = (countries: readonly string[]): string => listText(countries.map(countryName).sort())

/** What the typed settings leave without a rate in the EU, and what is charged there; undefined when nothing is. */
export function missingRatesText({ seller, tax, delivery }: SettingsValues): string | undefined {
  const place = seller.address
  if (!place) return tax.euUnion ? 'The rules of the EU need the address of the seller.' : undefined
  const { countries, instead, isFromEu } = missingRates(
    tax,
    place,
    (country) => delivery.countries === 'all' || delivery.countries.includes(country),
  )
  if (!tax.euUnion)
    return isFromEu && countries.some((country) => country !== place.country)
      ? 'Goods leave from the EU, but its rules are not chosen: where no rate fits, goods to other countries of the EU are sold without VAT.'
      : undefined
  if (countries.length === 0) return undefined
  const names = namesOf(countries)
  if (instead)
    return `There is no rate for ${names}. Goods to there are taxed by the rate of ${countryName(instead.country)}, ${instead.percent} %.`
  return isFromEu
    ? `There is no rate for ${names}, nor for ${countryName(place.country)}, where goods leave from: they are sold without VAT. Add the rate of ${countryName(place.country)}.`
    : `There is no rate for ${names}: goods to there are sold without VAT.`
}
