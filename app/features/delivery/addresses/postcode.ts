import type { CountryRules } from './country-rules.ts'

/** Where an example of a postcode has a separator: before that letter or digit, of so many. */
interface Shape {
  readonly index: number
  readonly length: number
  readonly separator: string
}

/** Letters and digits as ASCII, upper case: full-width forms, and digits of Arabic, Devanagari and other scripts. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitOf)
    .toUpperCase()
    .trim()
    .replace(/\s+/g, ' ')

/** Unicode places the ten digits of a script at …0 to …9 or at …6 to …F. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const low = code % 16
  const first = /\p{Nd}/u.test(String.fromCodePoint(code - low)) ? 0 : 6
  return String(low - first)
}

/** Letters and digits only. `ー` is a letter that Japanese keyboards type in place of a dash. */
const compactOf = (text: string): string => text.replace(/[^\p{L}\p{N}]|ー/gu, '')

function shapeOf(example: string): Shape | undefined {
  const at = example.search(/[^A-Z0-9]/)
  return at < 0 ? undefined : { index: at, length: compactOf(example).length, separator: example.charAt(at) }
}

const insert = (compact: string, index: number, separator: string): string =>
  `${compact.slice(0, index)}${separator}${compact.slice(index)}`

/** The letters and digits with the separator of the examples, the likeliest first. */
function withSeparators(compact: string, examples: readonly string[]): string[] {
  const alike = examples.filter((example) => compactOf(example).length === compact.length)
  const others = examples.filter((example) => !alike.includes(example))
  const shaped = (list: readonly string[], fromEnd: boolean): string[] =>
    list.map((example) => {
      const shape = shapeOf(example)
      if (!shape) return compact
      const index = fromEnd ? compact.length - (shape.length - shape.index) : shape.index
      return index > 0 && index < compact.length ? insert(compact, index, shape.separator) : compact
    })
  // A part of fixed length is the last one in Britain ("M2 5BQ", "OX14 4PG"), elsewhere the first.
  return [...shaped(alike, true), ...shaped(others, true), ...shaped(others, false)]
}

/** The letters with which every postcode of the country begins ("LV-1010", "AD100"); most countries have none. */
const beginningOf = ({ pattern }: CountryRules): string => /^[A-Z]*/.exec(pattern ?? '')?.[0] ?? ''

/** Without what foreign senders write before: the code of the country or its first letter ("D-80331"), or the library's. */
function withoutPrefix(compact: string, { code, prefix = code }: CountryRules): string {
  return compact.replace(new RegExp(`^(?:${compactOf(prefix)}|${code}|${code.charAt(0)}(?=\\d))`), '')
}

/**
 * A postcode as the country writes it: in upper case and ASCII digits, with its own separator. "ec1a1bb" is "EC1A 1BB",
 * "１５４００２３" is "154-0023", "CH 8001" is "8001" in Switzerland. Undefined when the country has no such postcode.
 */
export function readPostcode(text: string, rules: CountryRules): string | undefined {
  const typed = plain(text)
  if (rules.pattern === undefined) return typed
  const whole = new RegExp(`^(?:${rules.pattern})$`)
  const compact = compactOf(typed)
  const readings = [compact, `${beginningOf(rules)}${compact}`, withoutPrefix(compact, rules)]
  const candidates = readings.flatMap((reading) => withSeparators(reading, rules.examples))
  return [...candidates, typed, compact].find((candidate) => whole.test(candidate))
}
