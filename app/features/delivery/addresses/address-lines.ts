import type { Address } from '../schema.ts'
import {
  type CountryRules,
  FIELD_LETTERS,
  type FormattedField,
  isLatin,
  rulesOf,
  toRules,
} from './country-rules.ts'

/** A part of a line: a field of the address, perhaps empty, or a text of the format. */
interface Part {
  readonly isField: boolean
  readonly text: string
}

const FIELDS = Object.fromEntries(
  Object.entries(FIELD_LETTERS).map(([field, letter]) => [letter, field]),
) as Record<string, FormattedField>

/**
 * The countries whose post writes the code of a region instead of its name: "AUSTIN, TX 78701". The library has codes and
 * names of all, but does not tell; Google's data, of which it is made, has these codes as what is written.
 */
const WITH_REGION_CODES = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

/**
 * A checked address in lines, as the post of its country writes it, with the country in English as the last one. An address
 * in Latin letters has the country's format for them.
 */
export function addressLines(address: Address): string[] {
  // A country that no longer exists, in an old order.
  const rules = rulesOf(address.country) ?? toRules(address.country, {})
  const inLatin = isLatin(`${address.street}${address.city ?? ''}`)
  const format = inLatin ? rules.latinFormat : rules.format
  const texts = textsOf(address, rules, inLatin)
  const unused = unusedText(texts, rules)
  // Where the name is last, places are written from the largest to the smallest.
  const isReversed = format.indexOf('%N') > format.indexOf('%A')
  const street = [texts.street, unused].filter(Boolean)
  texts.street = (isReversed ? street.reverse() : street).join('\n')
  const lines = format.split('%n').flatMap((line) => joined(partsOf(line, texts)).split('\n'))
  const country = rules.name.toUpperCase()
  const written = lines.map((line) => line.trim()).filter(Boolean)
  return written.at(-1) === country ? written : [...written, country]
}

/** Georgian addresses are in small letters: its capitals are for headings, and few fonts have them. */
const HAS_CAPITALS = /\P{Script=Georgian}+/gu

function textsOf(address: Address, rules: CountryRules, inLatin: boolean): Record<FormattedField, string> {
  const cased = (field: FormattedField, text = ''): string =>
    rules.isUpperCase(field)
      ? text.replace(HAS_CAPITALS, (part) => part.toLocaleUpperCase(rules.language))
      : text
  return {
    // Some posts prefer capitals here too, but a name is as its bearer writes it.
    name: address.name,
    company: address.company ?? '',
    street: cased('street', address.street),
    city: cased('city', address.city),
    region: cased('region', regionText(address, rules, inLatin)),
    postcode: cased('postcode', address.postcode),
  }
}

function regionText({ region = '' }: Address, rules: CountryRules, inLatin: boolean): string {
  const found = rules.findRegion(region)
  if (!found) return region
  if (WITH_REGION_CODES.has(rules.code)) return found.key
  return inLatin ? found.latin : found.name
}

/** What the country has no place for, in one line beside the street. */
const unusedText = (texts: Readonly<Record<FormattedField, string>>, { isUsed }: CountryRules): string =>
  (['city', 'region', 'postcode'] as const)
    .filter((field) => !isUsed(field))
    .map((field) => texts[field])
    .filter(Boolean)
    .join(', ')

const isEmptyField = (part: Part | undefined): boolean => part?.isField === true && part.text === ''

/**
 * The parts of a line that are written. A text of the format goes with an empty field after it; after an empty field it
 * stays only behind another field.
 */
function partsOf(line: string, texts: Readonly<Record<FormattedField, string>>): Part[] {
  const all = (line.match(/%[A-Z]|[^%]+/g) ?? []).map((token): Part => {
    if (!token.startsWith('%')) return { isField: false, text: token }
    // An address has no district and no sorting code.
    const field = FIELDS[token.charAt(1)]
    return { isField: true, text: field === undefined ? '' : texts[field] }
  })
  if (!all.some(({ isField }) => isField)) return all
  const kept: Part[] = []
  for (const [index, part] of all.entries()) {
    const isKept = part.isField
      ? part.text !== ''
      : !isEmptyField(all[index + 1]) && (!isEmptyField(all[index - 1]) || kept.at(-1)?.isField === true)
    if (isKept) kept.push(part)
  }
  return kept.some(({ isField }) => isField) ? kept : []
}

/** Two fields without anything between them are one word in the scripts that have no spaces. */
const joined = (parts: readonly Part[]): string =>
  parts.reduce((line, { isField, text }, index) => {
    const isAfterField = isField && parts[index - 1]?.isField === true
    return isAfterField && isLatin(line) ? `${line} ${text}` : line + text
  }, '')
