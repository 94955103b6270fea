import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { isUnit, type WordKind, withoutUnit, wordKind } from './amount-words.ts'
import type { Word, WordLine } from './line-words.ts'

/** The words of a line with what each is alone. */
export interface Line {
  readonly words: readonly Word[]
  readonly counted?: WordLine['counted']
  readonly kinds: readonly WordKind[]
  /** The whole numbers that begin with each word, the longest first. */
  readonly numbers: readonly (readonly WrittenNumber[])[]
}

/** A whole number that some words of a line are, from the first to the one after the last. */
interface WrittenNumber {
  readonly from: number
  readonly to: number
  readonly pieces: number
  /** A unit is written behind it. */
  readonly hasUnit: boolean
  /** It may be several numbers. */
  readonly isLoose: boolean
}

/** Between groups of digits that may be one number: `1 000`, and in a row parted by commas `1,000`. */
const INNER_GAP = /^[, \u00a0\u202f]$/
const MOST_GROUPS = 4

export function toLine({ words, counted }: WordLine): Line {
  const kinds = words.map(({ text }) => wordKind(text))
  const numbers = words.map((_, from) => (kinds[from] === 'figure' ? numbersFrom(words, from) : []))
  return { words, kinds, numbers, ...(counted && { counted }) }
}

/** The longest number that begins with a word and ends before `end`. */
export const numberAt = ({ numbers }: Line, from: number, end: number): WrittenNumber | undefined =>
  numbers[from]?.find(({ to }) => to <= end)

function numbersFrom(words: readonly Word[], from: number): WrittenNumber[] {
  const found: WrittenNumber[] = []
  let text = ''
  for (let to = from; to < Math.min(words.length, from + MOST_GROUPS); to += 1) {
    const word = words[to]
    if (!word || (to > from && !INNER_GAP.test(word.gap))) break
    text += (to > from ? word.gap : '') + word.text
    const bare = withoutUnit(text)
    const pieces = readPieces(bare)
    if (pieces === undefined || pieces > MAXIMUM_PIECES) continue
    const hasUnit = bare !== text || isUnit(words[to + 1]?.text ?? '')
    found.unshift({ from, to: to + 1, pieces, hasUnit, isLoose: to > from && isLoose(words, from, to) })
  }
  return found
}

/**
 * Whether groups of digits may be several numbers: those parted like the columns of the row, and those parted by blanks
 * at the beginning of the line ("10 500" may be 500 pieces at position 10) or when the first alone could be a quantity.
 * Zeros and a "k" belong to the group before them.
 */
function isLoose(words: readonly Word[], from: number, to: number): boolean {
  const [first, ...others] = words.slice(from, to + 1).filter(({ text }) => !/^k/i.test(text))
  if (others.every(({ text }) => /^000/.test(text))) return false
  const gap = others.at(-1)?.gap
  // "HX-1, 2,500": the columns of this row are parted by more than a comma.
  if (gap === ',') return !words.some((word) => /,\s/.test(word.gap))
  return gap === ' ' && (from === 0 || (first?.text.length ?? 0) > 2)
}
