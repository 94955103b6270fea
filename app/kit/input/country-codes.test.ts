import { expect, test } from 'vitest'
import { countryName } from '#kit/text/country-name.ts'
import { COUNTRY_CODES, isCountryCode, toCountryCode } from './country-codes.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Of the codes that have a name, those that ISO has not assigned: reserved, withdrawn or private ones. */
const NOT_ASSIGNED = [
  ...['AC', 'AN', 'BU', 'CP', 'CQ', 'CS', 'CT', 'DD', 'DG', 'DY', 'EA', 'EU', 'EZ', 'FQ', 'FX', 'HV', 'IC'],
  ...['JT', 'MI', 'NH', 'NQ', 'NT', 'PC', 'PU', 'PZ', 'QO', 'QU', 'RH', 'SU', 'TA', 'TP', 'UK', 'UN', 'VD'],
  ...['WK', 'XA', 'XB', 'XK', 'YD', 'YU', 'ZR', 'ZZ'],
]

test('the codes are all that have a name but those that are not assigned', () => {
  expect(COUNTRY_CODES).toHaveLength(249)
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const named = pairs.filter((code) => countryName(code) !== code && !NOT_ASSIGNED.includes(code))
  expect(named).toEqual(COUNTRY_CODES)
})

test('a code is known in upper case, and may be typed in any case', () => {
  expect(['DE', 'de', 'D', 'DEU', 'XK', 'EU', ''].filter(isCountryCode)).toEqual(['DE'])
  expect(toCountryCode(' de ')).toBe('DE')
})
