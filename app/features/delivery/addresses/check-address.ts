import type { FieldError } from '#kit/problem.ts'
import { lowerFirst } from '#kit/text/first-letter.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import { unprintedIn, unprintedText } from '#kit/typeset/printed-characters.ts'
import type { Address, Destination } from '../schema.ts'
import { type CountryRules, type FormattedField, rulesOf } from './country-rules.ts'
import { readPostcode } from './postcode.ts'
import { wrongRegionText } from './region-postcode.ts'

/** A checked address, or what is wrong with it: `pointer` leads into the address, such as `/postcode`. */
export type CheckedAddress =
  | { readonly address: Address; readonly problems?: undefined }
  | { readonly address?: undefined; readonly problems: FieldError[] }

/** A checked destination, or what is wrong with it. */
export type CheckedDestination =
  | { readonly destination: Destination; readonly problems?: undefined }
  | { readonly destination?: undefined; readonly problems: FieldError[] }

/** Country, region and postcode with what is wrong with them; empty ones are left out. */
interface ReadPlace {
  readonly rules?: CountryRules
  readonly destination: Destination
  readonly problems: FieldError[]
}

/** The longest part of a wrong text that a message repeats. */
const SHOWN = 40

/**
 * The address as its country writes it, or what is wrong with it. Postcodes get the country's form, regions their key. A
 * field that the country does not use is kept, so that nothing that a person typed is lost; an empty one is left out.
 */
export function checkAddress(given: Address): CheckedAddress {
  const { rules, destination, problems } = readPlace(given)
  const { company, city, phone } = given
  const address: Address = {
    name: given.name,
    ...(company && { company }),
    street: given.street,
    ...(city && { city }),
    ...destination,
    ...(phone && { phone }),
  }
  const all = [...(rules ? missingFields(address, problems, rules) : []), ...problems, ...unprinted(address)]
  return all.length > 0 ? { problems: all } : { address }
}

/** The same for what a quote is asked for: only what is given is checked. */
export function checkDestination(given: Destination): CheckedDestination {
  const { destination, problems } = readPlace(given)
  return problems.length > 0 ? { problems } : { destination }
}

/** What customs and carriers could not read. Postcodes and the keys of regions are printed always. */
const unprinted = (address: Address): FieldError[] =>
  (['name', 'company', 'street', 'city', 'region'] as const).flatMap((field) => {
    const character = unprintedIn(address[field] ?? '')
    return character === undefined ? [] : [{ pointer: `/${field}`, detail: unprintedText(character) }]
  })

function readPlace({ country, region, postcode }: Destination): ReadPlace {
  const rules = rulesOf(country)
  if (!rules)
    return {
      destination: { country },
      problems: [{ pointer: '/country', detail: `“${shortenEnd(country, SHOWN)}” is no country.` }],
    }
  const key = region && keyOf(region, rules)
  const code = postcode && readPostcode(postcode, rules)
  const problems: FieldError[] = []
  if (region && !key) problems.push({ pointer: '/region', detail: unknownText('region', region, rules) })
  if (postcode && !code)
    problems.push({ pointer: '/postcode', detail: unknownText('postcode', postcode, rules) })
  const wrong = key && code && wrongRegionText(code, key, rules)
  if (wrong) problems.push({ pointer: '/postcode', detail: wrong })
  return {
    rules,
    destination: { country, ...(key && { region: key }), ...(code && { postcode: code }) },
    problems,
  }
}

/** The key of a region. Where the library lists none, or the country writes none, any text is one. */
function keyOf(region: string, { regions, isUsed, findRegion }: CountryRules): string | undefined {
  const found = findRegion(region)?.key
  return found ?? (regions.length === 0 || !isUsed('region') ? region : undefined)
}

function unknownText(field: 'region' | 'postcode', given: string, rules: CountryRules): string {
  const what = `“${shortenEnd(given, SHOWN)}” is not a ${lowerFirst(rules.labels[field])} of ${rules.name}.`
  const [example] = field === 'postcode' ? rules.examples : []
  return example === undefined ? what : `${what} An example is ${example}.`
}

const isAlwaysWanted = (field: FormattedField): field is 'name' | 'street' =>
  field === 'name' || field === 'street'

/** The fields that are wanted and missing, but for those that are wrong. */
function missingFields(
  address: Address,
  problems: readonly FieldError[],
  { isRequired, labels }: CountryRules,
): FieldError[] {
  const wanted = ['name', 'street', 'city', 'region', 'postcode'] as const satisfies FormattedField[]
  return wanted
    .filter((field) => !address[field] && (isAlwaysWanted(field) || isRequired(field)))
    .filter((field) => !problems.some(({ pointer }) => pointer === `/${field}`))
    .map((field) => {
      const label = isAlwaysWanted(field) ? field : lowerFirst(labels[field])
      return { pointer: `/${field}`, detail: `The ${label} is required.` }
    })
}
