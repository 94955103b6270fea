import { MAXIMUM_PIECES, MINIMUM_ORDER_PIECES } from '#features/catalog/quantity-terms.ts'
import { readPieces } from '#kit/read-number.ts'
import type { Word, WordLine } from './line-words.ts'

/** The words of a part number: the first, and the one after the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A whole number that some words of a line are. */
interface WrittenNumber extends Span {
  readonly pieces: number
  /** A unit is written behind it. */
  readonly hasUnit: boolean
}

/** A number of a line beside a part number. */
interface CountedPieces extends WrittenNumber {
  /** A unit, or a multiplication sign beside the part number, says that it is the quantity. */
  readonly isMarked: boolean
  /** A label before it says so. */
  readonly isLabelled: boolean
  /** Its column contains nothing else of meaning. */
  readonly isAlone: boolean
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
 * The quantity is the number that is marked as such, else the one that follows the part number, else the only one that is a
 * column of its own or precedes the part number. A number below every minimum counts only when there is no other: it is a
 * position or a price.
 */
export function quantityReader(line: WordLine): QuantityReader {
  const numbersAt = line.words.map((_, from) => writtenNumbers(line.words, from))
  return (part) => {
    const numbers = numbersBeside(line, part, numbersAt)
    const marked = numbers.filter(({ isMarked }) => isMarked)
    const labelled = marked.length > 0 ? marked : numbers.filter(({ isLabelled }) => isLabelled)
    if (labelled.length > 0) return onlyOne(labelled)
    const column = line.words[part.from]?.column
    const isBeside = ({ from, isAlone }: CountedPieces): boolean =>
      isAlone || line.words[from]?.column === column
    const following = numbers.find((number) => number.from === part.to && isBeside(number))
    if (following) return following.pieces
    const others = numbers.filter(
      (number) =>
        (line.columns.length > 1 && number.isAlone) || (number.to === part.from && isBeside(number)),
    )
    const orderable = others.filter(({ pieces }) => pieces >= MINIMUM_ORDER_PIECES)
    return onlyOne(orderable.length > 0 ? orderable : others)
  }
}

function onlyOne(numbers: readonly CountedPieces[]): number | undefined {
  const [pieces, ...others] = new Set(numbers.map((number) => number.pieces))
  return others.length === 0 ? pieces : undefined
}

/** The numbers that begin with a word, the longest first. */
function writtenNumbers(words: readonly Word[], from: number): WrittenNumber[] {
  const found: WrittenNumber[] = []
  let text = ''
  for (let to = from; to < Math.min(words.length, from + MOST_GROUPS); to += 1) {
    const word = words[to]
    if (!word || (to > from && !INNER_GAP.test(word.gap))) break
    text += (to > from ? word.gap : '') + word.text
    const bare = text.replace(GLUED_UNIT, '')
    const pieces = readPieces(bare)
    if (pieces !== undefined && pieces <= MAXIMUM_PIECES)
      found.unshift({
        from,
        to: to + 1,
        pieces,
        hasUnit: bare !== text || UNIT.test(words[to + 1]?.text ?? ''),
      })
  }
  return found
}

/** The numbers before and behind a part number that may be its quantity. */
function numbersBeside(
  line: WordLine,
  part: Span,
  numbersAt: readonly (readonly WrittenNumber[])[],
): CountedPieces[] {
  const found: CountedPieces[] = []
  for (const span of [
    { from: 0, to: part.from },
    { from: part.to, to: line.words.length },
  ]) {
    let at = span.from
    while (at < span.to) {
      const written = numbersAt[at]?.find(({ to }) => to <= span.to)
      const counted = written && countedPieces(line, part, written)
      if (counted) found.push(counted)
      at = written?.to ?? at + 1
    }
  }
  return found
}

/** Undefined for a number that is a position, a dimension or the like. */
function countedPieces({ words }: WordLine, part: Span, number: WrittenNumber): CountedPieces | undefined {
  const [before, first, next] = [words[number.from - 1], words[number.from], words[number.to]]
  if ((before && NAMED_NUMBER.test(before.text)) || (next && MEASURE.test(next.text))) return undefined
  const isTimesPart =
    (number.to === part.from && isTimes(next)) || (number.from === part.to && isTimes(first))
  // "M8 × 40".
  if (!isTimesPart && (isTimes(first) || isTimes(next))) return undefined
  const isInside = (index: number, { from, to }: Span): boolean => index >= from && index < to
  return {
    ...number,
    isMarked: isTimesPart || number.hasUnit,
    isLabelled: before !== undefined && LABEL.test(before.text),
    isAlone: words.every(
      (word, index) =>
        word.column !== first?.column ||
        isInside(index, number) ||
        isInside(index, part) ||
        !isMeaningful(word),
    ),
  }
}

const isTimes = (word: Word | undefined): boolean => word?.gap.includes('×') ?? false

/** Whether a word is no unit or label of a quantity. */
export const isMeaningful = ({ text }: Word): boolean => !LABEL.test(text)
