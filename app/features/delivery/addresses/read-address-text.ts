import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { countryName } from '#kit/text/country-name.ts'
import { MAXIMUM_STREET_LINES } from '../limits.ts'
import type { Address } from '../schema.ts'
import { checkAddress } from './check-address.ts'
import { type CountryRules, rulesOf } from './country-rules.ts'
import { regionOfPostcode } from './region-postcode.ts'

/** A piece of the text, and what parts it from the next one. */
interface Part {
  readonly text: string
  readonly end: string
}

/** Postcodes are at most three words: "CH 8001", "SW1A 2AA", "SE 113 46". */
const POSTCODE_WORDS = 3

/** City, region and postcode are at most so many parts: "Austin", "TX", "78701". */
const PLACE_PARTS = 3

type PlaceFields = Pick<Address, 'city' | 'region' | 'postcode'>

/**
 * Reads an address that was written in one or more lines, with commas or line breaks between street, place and country. The
 * last part is the country, by its name or code; without one it is `country`. Undefined when it is not all that the country wants:
 * an address that was guessed wrong would decide about holidays and taxes.
 */
export function readAddressText(
  text: string,
  { name, country: known }: { readonly name: string; readonly country?: string | undefined },
): Address | undefined {
  const all = partsOf(text)
  const named = countryOf(all.at(-1)?.text ?? '')
  const rules = rulesOf(named ?? known ?? '')
  const parts = named === undefined ? all : all.slice(0, -1)
  if (!rules) return undefined
  const readings = Array.from({ length: Math.min(PLACE_PARTS, parts.length - 1) }, (_, index) => {
    const street = streetOf(parts.slice(0, -index - 1), name)
    const places = street === undefined ? [] : placesOf(parts.slice(-index - 1), rules)
    return places.map((place) => ({ name, street: street ?? '', ...place, country: rules.code }))
  }).flat()
  // A region that is written counts before one that the postcode tells.
  const complete = [...readings, ...readings.flatMap((address) => withRegion(address, rules))]
  return complete.map((address) => checkAddress(address).address).find((address) => address !== undefined)
}

const partsOf = (text: string): Part[] =>
  [...text.matchAll(/([^,\n]+)([,\n]|$)/g)]
    .map(([, part = '', end = '']) => ({ text: part.trim(), end }))
    .filter((part) => part.text !== '')

let codes: ReadonlyMap<string, string> | undefined

const keyOf = (text: string): string => text.toLowerCase()

/** The code of a country that is written as one: by its English name, in its own language, or as a code. */
function countryOf(text: string): string | undefined {
  codes ??= new Map([
    ...COUNTRY_CODES.flatMap((code) => {
      const own = new Intl.DisplayNames([rulesOf(code)?.language ?? 'en'], { type: 'region' }).of(code)
      return [code, countryName(code), own ?? code].map((each) => [keyOf(each), code] as const)
    }),
    ['usa', 'US'],
    ['uk', 'GB'],
  ])
  return codes.get(keyOf(text))
}

/** The lines of the street, without the name of who is there above them. */
function streetOf(parts: readonly Part[], name: string): string | undefined {
  const own = keyOf(parts[0]?.text ?? '') === keyOf(name) ? parts.slice(1) : parts
  const lines = own.map(({ text, end }, index) =>
    index === own.length - 1 ? text : `${text}${end === ',' ? ', ' : '\n'}`,
  )
  const street = lines.join('')
  return street !== '' && street.split('\n').length <= MAXIMUM_STREET_LINES ? street : undefined
}

/** What the last parts can mean, the likeliest first. Without a postcode the last part is the city alone, or the region. */
function placesOf(parts: readonly Part[], rules: CountryRules): PlaceFields[] {
  const texts = parts.map(({ text }) => text)
  const withPostcode = texts.flatMap((text, index) =>
    postcodesIn(text).flatMap(({ postcode, rest }) => {
      const others = texts.with(index, rest).filter(Boolean)
      return namesOf(others, rules).map((place) => ({ ...place, postcode }))
    }),
  )
  const [only = ''] = texts
  return texts.length > 1 ? withPostcode : [...withPostcode, { city: only }, { region: only }]
}

/** Each run of words at one end of the text that may be its postcode, the longest first. */
function postcodesIn(text: string): { postcode: string; rest: string }[] {
  const words = text.split(/\s+/)
  const counts = Array.from({ length: Math.min(POSTCODE_WORDS, words.length) }, (_, index) => index + 1)
  return counts.reverse().flatMap((count) =>
    [
      { postcode: words.slice(0, count), rest: words.slice(count) },
      { postcode: words.slice(-count), rest: words.slice(0, -count) },
    ].map(({ postcode, rest }) => ({ postcode: postcode.join(' '), rest: rest.join(' ') })),
  )
}

/** City and region of what is left: a part each, or both in one, the region behind the city. */
function namesOf(texts: readonly string[], { findRegion, isUsed }: CountryRules): PlaceFields[] {
  const [first = '', second, ...more] = texts
  if (more.length > 0) return []
  // What has digits is a line of the street.
  if (second !== undefined)
    return findRegion(second) && !/\d/.test(first) ? [{ city: first, region: second }] : []
  const words = first.split(/\s+/)
  const both = words.slice(1).flatMap((_, index) => {
    const region = words.slice(index + 1).join(' ')
    return findRegion(region) ? [{ city: words.slice(0, index + 1).join(' '), region }] : []
  })
  return isUsed('region') ? [...both, { city: first }, { region: first }] : [{ city: first }]
}

/** With the region that the postcode tells, where the country wants one and the text has none. */
function withRegion(address: Address, rules: CountryRules): Address[] {
  const { region, city = '', postcode = '' } = address
  if (region !== undefined || !rules.isRequired('region')) return []
  const told = regionOfPostcode(postcode, rules)
  const named = rules.findRegion(city)?.key
  // "TX 78701" has no city. New York is one in New York.
  const isCity = city !== told && (named === undefined || named === told)
  return told !== undefined && isCity ? [{ ...address, region: told }] : []
}
