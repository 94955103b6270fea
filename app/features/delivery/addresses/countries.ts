import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import type { AddressField, Country, DeliverySettings } from '../schema.ts'
import { type CountryRules, FIELD_LETTERS, type FormattedField, rulesOf } from './country-rules.ts'

/** Whether the countries of the settings, or of a method, have this one. */
export const includesCountry = (countries: DeliverySettings['countries'], code: string): boolean =>
  countries === 'all' || countries.includes(code)

const compareNames = new Intl.Collator('en').compare

let listed: Omit<Country, 'served'>[] | undefined

/** All countries by their English names, with the fields of their addresses. */
export function listCountries(countries: DeliverySettings['countries']): Country[] {
  listed ??= COUNTRY_CODES.flatMap((code) => rulesOf(code) ?? [])
    .map((rules) => ({ code: rules.code, name: rules.name, fields: fieldsOf(rules) }))
    .sort((one, other) => compareNames(one.name, other.name))
  return listed.map(({ code, name, fields }) => ({
    code,
    name,
    served: includesCountry(countries, code),
    fields,
  }))
}

/** The fields in the sequence of the format; a name is always wanted, a street too. */
function fieldsOf(rules: CountryRules): AddressField[] {
  const position = (field: FormattedField): number => rules.latinFormat.indexOf(`%${FIELD_LETTERS[field]}`)
  const fields = (Object.keys(FIELD_LETTERS) as FormattedField[])
    .filter((field) => position(field) >= 0)
    .sort((one, other) => position(one) - position(other))
    .map((field) => fieldOf(field, rules))
  return [...fields, { name: 'phone', label: 'Phone', required: false }]
}

function fieldOf(name: FormattedField, rules: CountryRules): AddressField {
  const { labels, regions, pattern } = rules
  const label = { name: 'Name', company: 'Company', street: 'Street', ...labels }[name]
  const required = name === 'name' || rules.isRequired(name)
  if (name === 'region' && regions.length > 0) return { name, label, required, options: optionsOf(rules) }
  if (name === 'postcode' && pattern !== undefined) return { name, label, required, pattern }
  return { name, label, required }
}

const optionsOf = ({ regions }: CountryRules) =>
  regions
    .map(({ key, latin }) => ({ value: key, label: latin }))
    .sort((one, other) => compareNames(one.label, other.label))
