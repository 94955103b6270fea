import { MAXIMUM_PIECES, MINIMUM_ORDER_PIECES } from '#features/catalog/quantity-terms.ts'
import { readPieces } from '#kit/read-number.ts'
import type { Word, WordLine } from './line-words.ts'

/** The words of a part number: the first, and the one after the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A whole number that some words of a line are, and that may be a quantity. */
interface WrittenNumber extends Span {
  readonly pieces: number
  /** A unit is written behind it. */
  readonly hasUnit: boolean
  /** A label or a unit is before it. */
  readonly isLabelled: boolean
}

const UNITS = 'pcs?|pces?|pieces?|ea|each|units?|nos|off|st|stk|stck|stück|pzs?|pza|uds?|pièces?'
const UNIT = new RegExp(`^(?:${UNITS})$`, 'i')
const LABEL = new RegExp(`^(?:${UNITS}|qty|quantity|menge|anzahl)$`, 'i')
const GLUED_UNIT = new RegExp(`(?<=\\dk?)(?:${UNITS})$`, 'i')

/** Words after which a number is no quantity: of positions and standards. And what makes the number before it none. */
const NAMED_NUMBER = /^(?:pos|position|item|line|no|nr|#|din|iso|en|grade)$/i
const MEASURE = /^(?:mm|cm|m|kg|g|in|inch|nm|bar|v|days?|weeks?|%|€|\$|usd|eur|\p{No}|\d+\/\d+)$/iu

/** Groups of digits that may be one number: `1 000`, and in a row parted by commas `1,000`. */
const INNER_GAP = /^[, \u00a0\u202f]$/
const MOST_GROUPS = 4

/** Reads the quantity beside a part number; undefined when there is none, or when several numbers could be it. */
export type QuantityReader = (part: Span) => number | undefined

/**
 * The quantity is the number that is marked by a unit, or by a multiplication sign beside the part number; else the one that
 * is labelled, else the one that follows the part number, else the only one that is a column of its own or precedes the part
 * number. A number below every minimum counts only when there is no other: it is a position or a price.
 */
export function quantityReader(line: WordLine): QuantityReader {
  const { columns, words } = line
  const numbersAt = words.map((_, from) => writtenNumbers(words, from))
  return (part) => {
    const numbers = numbersBeside(words, part, numbersAt)
    const marked = numbers.filter((number) => number.hasUnit || isTimesPart(words, number, part))
    const stated = marked.length > 0 ? marked : numbers.filter(({ isLabelled }) => isLabelled)
    if (stated.length > 0) return onlyOne(stated)
    const column = words[part.from]?.column
    const isBeside = (number: WrittenNumber): boolean =>
      words[number.from]?.column === column || isAlone(words, number, part)
    const following = numbers.find((number) => number.from === part.to && isBeside(number))
    if (following) return following.pieces
    const others = numbers.filter(
      (number) =>
        (columns.length > 1 && isAlone(words, number, part)) || (number.to === part.from && isBeside(number)),
    )
    const orderable = others.filter(({ pieces }) => pieces >= MINIMUM_ORDER_PIECES)
    return onlyOne(orderable.length > 0 ? orderable : others)
  }
}

function onlyOne(numbers: readonly WrittenNumber[]): number | undefined {
  const [pieces, ...others] = new Set(numbers.map((number) => number.pieces))
  return others.length === 0 ? pieces : undefined
}

/** The numbers that begin with a word, the longest first. */
function writtenNumbers(words: readonly Word[], from: number): WrittenNumber[] {
  const found: WrittenNumber[] = []
  const before = words[from - 1]?.text ?? ''
  if (NAMED_NUMBER.test(before)) return found
  let text = ''
  for (let to = from; to < Math.min(words.length, from + MOST_GROUPS); to += 1) {
    const word = words[to]
    if (!word || (to > from && !INNER_GAP.test(word.gap))) break
    text += (to > from ? word.gap : '') + word.text
    const bare = text.replace(GLUED_UNIT, '')
    const pieces = readPieces(bare)
    const next = words[to + 1]?.text ?? ''
    if (pieces === undefined || pieces > MAXIMUM_PIECES) continue
    const hasUnit = bare !== text || UNIT.test(next)
    // After a measure the shorter number in front of it is none either: "1 000 kg".
    if (MEASURE.test(next)) found.length = 0
    else found.unshift({ from, to: to + 1, pieces, hasUnit, isLabelled: LABEL.test(before) })
  }
  return found
}

/** The numbers before and behind a part number. */
function numbersBeside(
  words: readonly Word[],
  part: Span,
  numbersAt: readonly (readonly WrittenNumber[])[],
): WrittenNumber[] {
  const found: WrittenNumber[] = []
  let at = 0
  while (at < words.length) {
    if (at === part.from) at = part.to
    const end = at < part.from ? part.from : words.length
    const number = numbersAt[at]?.find(({ to }) => to <= end)
    const isTimes = number && (isTimesAt(words, number.from) || isTimesAt(words, number.to))
    // Any other multiplication is a dimension, as in "M8 × 40".
    if (number && (!isTimes || isTimesPart(words, number, part))) found.push(number)
    at = number?.to ?? at + 1
  }
  return found
}

/** Whether a multiplication sign is in front of a word. */
const isTimesAt = (words: readonly Word[], index: number): boolean => words[index]?.gap.includes('×') ?? false

/** Whether a multiplication sign is all that is between the number and the part number. */
const isTimesPart = (words: readonly Word[], number: Span, part: Span): boolean =>
  (number.to === part.from && isTimesAt(words, number.to)) ||
  (number.from === part.to && isTimesAt(words, number.from))

/** Whether nothing else of meaning is in the column of a number, except the part number. */
function isAlone(words: readonly Word[], number: Span, part: Span): boolean {
  const column = words[number.from]?.column
  const isOther = (index: number, { from, to }: Span): boolean => index < from || index >= to
  return !words.some(
    (word, index) =>
      word.column === column && isOther(index, number) && isOther(index, part) && isMeaningful(word),
  )
}

/** Whether a word is no unit or label of a quantity. */
export const isMeaningful = ({ text }: Word): boolean => !LABEL.test(text)
