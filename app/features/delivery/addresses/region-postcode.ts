import { lowerFirst } from '#kit/text/first-letter.ts'
import { listText } from '#kit/text/list-text.ts'
import type { CountryRules, Region } from './country-rules.ts'
import { readPostcode } from './postcode.ts'

/**
 * Postcodes of a region that the library has in a neighbouring one: border towns, exclaves, and authorities that are served from
 * another place. Found by comparing public lists of the postcodes of these countries with the library.
 */
const MORE: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  AU: { NSW: /^43(?:7[57]|8[035])/, NT: /^4825/, QLD: /^2406/, VIC: /^3691/ },
  CA: { ON: /^K1A/, QC: /^K1A/ },
  IN: {
    CH: /^1401(?:19|25|33)/,
    JH: /^813208/,
    ML: /^7831(?:23|34)/,
    PY: /^(?:533464|607402|673310)/,
  },
  IT: { BG: /^23806/, CA: /^090[56]0/, RN: /^6101[34]/ },
  JP: { '11': /^370-1507/ },
  US: { MD: /^20588/, TX: /^73960/, VA: /^20598/ },
}

/** Their postcodes are written with and without a beginning, by which the library cannot tell regions apart. */
const UNTOLD: ReadonlySet<string> = new Set(['AM'])

const holds = ({ code }: CountryRules, { key, postcodes }: Region, postcode: string): boolean =>
  postcodes?.test(postcode) === true || MORE[code]?.[key]?.test(postcode) === true

/** The key of the only region that has the postcode; undefined where the library does not tell. */
export function regionOfPostcode(typed: string, rules: CountryRules): string | undefined {
  const postcode = readPostcode(typed, rules)
  if (postcode === undefined) return undefined
  const [region, ...others] = rules.regions.filter((each) => holds(rules, each, postcode))
  return others.length === 0 ? region?.key : undefined
}

/**
 * Why a postcode is none of its region: the library has it in another one of the country. One that it has in no region is
 * taken, so that a new one is not refused; both are written as the country does.
 */
export function wrongRegionText(postcode: string, key: string, rules: CountryRules): string | undefined {
  const { code, regions, labels, isUsed } = rules
  const region = regions.find((each) => each.key === key)
  if (!region?.postcodes || !isUsed('region') || UNTOLD.has(code) || holds(rules, region, postcode))
    return undefined
  const others = regions.filter((each) => holds(rules, each, postcode)).map(({ latin }) => latin)
  if (others.length === 0) return undefined
  const [what, where] = [lowerFirst(labels.postcode), lowerFirst(labels.region)]
  return `The ${what} ${postcode} is not in ${region.latin} but in ${listText(others)}. Correct the ${what} or the ${where}.`
}
