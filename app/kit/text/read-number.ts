import { piecesText } from './count-text.ts'

/**
 * Parses typed quantities; `kit/input/read-price.ts` parses prices. "1,000", "1.000", "1 000" and "1'000" are all a thousand in
 * some country. A text with more than one meaning is never guessed.
 */

/** Longer texts are not parsed. */
export const LONGEST = 40

/** Thousands separators: comma, point, spaces (plain, no-break, narrow) and apostrophes. */
export const GROUP_SEPARATOR = /[,. '\u00a0\u202f\u2019]/

/** Groups of three digits with one separator; a number that begins with 0 has no groups. */
export const GROUPED = /^[1-9]\d{0,2}(?:([,. '\u00a0\u202f\u2019])\d{3})(?:\1\d{3})*$/

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

export const groupedPieces = (typed: string): number | undefined =>
  GROUPED.test(typed) ? Number(digitsOf(typed)) : undefined

function thousandsOfPieces(typed: string): number | undefined {
  const [, whole, part = ''] = THOUSANDS.exec(typed) ?? []
  return whole === undefined ? undefined : Number(whole + part.padEnd(3, '0'))
}

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')
