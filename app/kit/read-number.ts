import { formatCount } from '#kit/count-text.ts'

/**
 * Reads the numbers that people type. Quantities and prices are written in more than one way: "1,000", "1.000",
 * "1 000" and "1'000" are all a thousand somewhere. What can be read in one way is read; nothing is guessed.
 */

/** Longer texts are no number of this shop, and are not looked at. */
const LONGEST = 40

/** Between groups of three digits: comma, point, spaces (plain, no-break, narrow) and apostrophes. */
const GROUP_MARK = /[,. '\u00a0\u202f\u2019]/

/** Groups of three, all parted by the same mark; a number that begins with 0 has no groups. */
const GROUPED = /^[1-9]\d{0,2}(?:([,. '\u00a0\u202f\u2019])\d{3})(?:\1\d{3})*$/

const THOUSANDS = /^(\d+)(?:[.,](\d{1,2}))?[ \u00a0\u202f]?k$/i

/**
 * The whole number of pieces that someone typed, 0 or more; undefined when the text is none. `1,000`, `1.000`,
 * `1 000`, `1'000` and `1k` are a thousand, `1.5k` is 1,500. `1.5`, `1,5`, `1e3`, `-5` and `½` are no quantities.
 */
export function readPieces(text: string): number | undefined {
  const typed = text.trim()
  if (typed.length > LONGEST) return undefined
  const pieces = plainPieces(typed) ?? groupedPieces(typed) ?? thousandsOfPieces(typed)
  return Number.isSafeInteger(pieces) ? pieces : undefined
}

/** How a quantity was read, "= 1,000 pieces"; undefined when it is none, or so short that its digits say it. */
export function interpretedPieces(text: string): string | undefined {
  const pieces = readPieces(text)
  if (pieces === undefined || (pieces < 1000 && text.trim() === String(pieces))) return undefined
  return `= ${formatCount(pieces)} pieces`
}

const plainPieces = (typed: string): number | undefined => (/^\d+$/.test(typed) ? Number(typed) : undefined)

const groupedPieces = (typed: string): number | undefined =>
  GROUPED.test(typed) ? Number(digitsOf(typed)) : undefined

function thousandsOfPieces(typed: string): number | undefined {
  const [, whole, part = ''] = THOUSANDS.exec(typed) ?? []
  return whole === undefined ? undefined : Number(whole + part.padEnd(3, '0'))
}

const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** What a typed price can mean, in dollars: one reading, or two between which only its writer can choose. */
export type PriceReadings = readonly [dollars: number] | readonly [smaller: number, larger: number]

/**
 * The dollars that someone typed, 0 or more; undefined when the text is no price. Point and comma both can begin the
 * decimals: `0.0425`, `0,0425` and `1.250,50` have one reading. `1,000` and `1.000` have two, 1 and 1,000.
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

/** `1,250.50`, `1.250,5`, `1 250.50`: decimals after groups that are parted by another mark. */
function asGroupedDecimal(typed: string): number | undefined {
  const [, groups = '', mark, part] = /^(.+)([.,])(\d+)$/.exec(typed) ?? []
  const groupMark = GROUP_MARK.exec(groups)?.[0]
  if (groupMark === undefined || groupMark === mark || !GROUPED.test(groups)) return undefined
  return Number(`${digitsOf(groups)}.${part}`)
}
