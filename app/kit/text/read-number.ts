import { piecesText } from './count-text.ts'

/**
 * Parses typed quantities and prices. "1,000", "1.000", "1 000" and "1'000" are all a thousand in some country. A text
 * with more than one meaning is never guessed.
 */

/** Longer texts are not parsed. */
const LONGEST = 40

/** Thousands separators: comma, point, spaces (plain, no-break, narrow) and apostrophes. */
const GROUP_SEPARATOR = /[,. '\u00a0\u202f\u2019]/

/** Groups of three digits with one separator; a number that begins with 0 has no groups. */
const GROUPED = /^[1-9]\d{0,2}(?:([,. '\u00a0\u202f\u2019])\d{3})(?:\1\d{3})*$/

const THOUSANDS = /^(\d+)(?:[.,](\d{1,2}))?[ \u00a0\u202f]?k$/i

/**
 * The number of pieces in a typed text, a whole number from 0; undefined when the text is no quantity. `1,000`, `1.000`,
 * `1 000`, `1'000` and `1k` are a thousand, `1.5k` is 1,500. `1.5`, `1,5`, `1e3`, `-5` and `½` are no quantities.
 */
export function readPieces(text: string): number | undefined {
  const typed = text.trim()
  if (typed.length > LONGEST) return undefined
  const pieces = plainPieces(typed) ?? groupedPieces(typed) ?? thousandsOfPieces(typed)
  return Number.isSafeInteger(pieces) ? pieces : undefined
}

/** How a quantity was parsed, "= 1,000 pieces"; undefined when it is none, or below 1,000 and typed in plain digits. */
export function interpretedPieces(text: string): string | undefined {
  const pieces = readPieces(text)
  if (pieces === undefined || (pieces < 1000 && text.trim() === String(pieces))) return undefined
  return `= ${piecesText(pieces)}`
}

const plainPieces = (typed: string): number | undefined => (/^\d+$/.test(typed) ? Number(typed) : undefined)

const groupedPieces = (typed: string): number | undefined =>
  GROUPED.test(typed) ? Number(digitsOf(typed)) : undefined

function thousandsOfPieces(typed: string): number | undefined {
  const [, whole, part = ''] = THOUSANDS.exec(typed) ?? []
  return whole === undefined ? undefined : Number(whole + part.padEnd(3, '0'))
}

const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** The meanings of a typed price in dollars: one, or two for an ambiguous text. */
export type PriceReadings = readonly [dollars: number] | readonly [smaller: number, larger: number]

/**
 * The dollars of a typed price, 0 or more; undefined when the text is no price. Point and comma both can be the
 * decimal separator: `0.0425`, `0,0425` and `1.250,50` have one reading. `1,000` and `1.000` have two, 1 and 1,000.
 */
export function readPrice(text: string): PriceReadings | undefined {
  const typed = text.trim()
  if (typed.length > LONGEST) return undefined
  const readings = [asDecimal(typed), asGrouped(typed), asGroupedDecimal(typed)].filter(
    (dollars) => dollars !== undefined,
  )
  const [first, second] = [...new Set(readings)].sort((a, b) => a - b)
  if (first === undefined) return undefined
  return second === undefined ? [first] : [first, second]
}

/** `12`, `0.0425`, `0,0425`, `.5` */
function asDecimal(typed: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d*)(?:[.,](\d+))?$/.exec(typed) ?? []
  return whole + part === '' ? undefined : Number(`${whole || '0'}.${part || '0'}`)
}

/** `1,000`, `1 000 000` */
const asGrouped = (typed: string): number | undefined => groupedPieces(typed)

/** `1,250.50`, `1.250,5`, `1 250.50`: decimals after groups with another separator. */
function asGroupedDecimal(typed: string): number | undefined {
  const [, groups = '', mark, part] = /^(.+)([.,])(\d+)$/.exec(typed) ?? []
  const groupSeparator = GROUP_SEPARATOR.exec(groups)?.[0]
  if (groupSeparator === undefined || groupSeparator === mark || !GROUPED.test(groups)) return undefined
  return Number(`${digitsOf(groups)}.${part}`)
}
