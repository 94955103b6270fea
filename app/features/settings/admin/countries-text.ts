import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { countryName } from '#kit/text/country-name.ts'
import { listText } from '#kit/text/list-text.ts'

/** More countries are only counted. */
const NAMED = 6

const namesOf = (codes: readonly string[]): string => listText(codes.map(countryName).sort())

/** "all countries", "Germany and France", "all countries but United States", "38 countries". */
export function countriesText(countries: 'all' | readonly string[]): string {
  if (countries === 'all') return 'all countries'
  if (countries.length === 0) return 'no countries'
  if (countries.length <= NAMED) return namesOf(countries)
  const others = COUNTRY_CODES.filter((code) => !countries.includes(code))
  if (others.length === 0) return 'all countries'
  return others.length <= NAMED ? `all countries but ${namesOf(others)}` : `${countries.length} countries`
}
