import { MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { type Line, numberAt, toLine } from './line.ts'
import { type Item, isTimesAt, itemsOf, type Span } from './line-items.ts'
import { plainLine, splitLine, withoutMarks, withTimes } from './line-words.ts'

/** One way to read a line that names a part in words. */
export interface Description {
  /** What to search for. */
  readonly words: string
  /** Undefined when the line says no number of pieces, or none that is clear. */
  readonly quantity?: number
}

/** No part: the part number of an item would be there. */
const NOWHERE: Span = { from: -1, to: -1 }

const LONGEST_LINE = 300
const MOST_WORDS = 24

/** So many numbers of a line are tried as the quantity. */
const MOST_QUANTITIES = 3

/** Of the words before a number that is no quantity, these describe a part. */
const DESCRIBING = /^(?:din|iso|en|ansi|asme|astm|jis|bs|grade|class|klasse)$/i

/**
 * The ways to read a line that describes a part in words, as "DIN 934 M8 nuts 1000" does, the most probable first: each takes
 * another number as the quantity, unless that stands elsewhere. None for a line of a single word, and for one without a letter or
 * a digit.
 */
export function descriptionsOf(given: string, { hasNoQuantity = false } = {}): Description[] {
  if (given.length > LONGEST_LINE || !/\d/.test(given)) return []
  const wordLine = splitLine(withTimes(plainLine(withoutMarks(given))))
  if (wordLine.words.length > MOST_WORDS) return []
  const line = toLine(wordLine)
  const items = itemsOf(line, NOWHERE, undefined).filter((item) => isDescribing(line, item))
  const numbers = hasNoQuantity ? [] : quantitiesOf(line, items)
  const isPackaged = items.some(({ kind }) => kind === 'package' || kind === 'multiple' || kind === 'vague')
  const readings: Description[] = numbers.map(({ span, pieces }) => ({
    words: wordsWithout(line, items, (at) => at >= span.from && at < span.to),
    quantity: pieces,
  }))
  if (numbers.length === 0) {
    readings.push({ words: wordsWithout(line, items, () => false) })
    const products = items.filter((item) => isOfTwoNumbers(line, item))
    for (const { from, to } of products)
      readings.push({ words: wordsWithout(line, items, (at) => at >= from && at < to) })
  }
  // "2 boxes of 50 nuts M8"
  if (isPackaged) readings.push({ words: wordsWithout(line, items.filter(isOfNoAmount), () => false) })
  return readings.filter(({ words }) => / /.test(words) && /\p{L}/u.test(words))
}

/** Without positions, prices, units and words that say nothing of a part. */
function isDescribing({ words, kinds }: Line, { kind, from, to, text }: Item): boolean {
  if (kind === 'unit' || kind === 'label' || kind === 'filler') return false
  if (kind !== 'said') return true
  const isListMark = from === 0 && to === 1 && /^#?\d{1,3}$/.test(text)
  const isPrice = kinds.slice(from, to).includes('currency') || /^[@à]$/.test(words[from]?.text ?? '')
  const isReference = kinds[from] === 'name' && !DESCRIBING.test(text)
  return !isListMark && !isPrice && !isReference
}

const isOfNoAmount = ({ kind }: Item): boolean => !['number', 'package', 'multiple', 'vague'].includes(kind)

interface Quantity {
  readonly span: Span
  readonly pieces: number
}

/** What may be the quantity: the number with a unit, else the numbers that can be ordered, else all; the last first. */
function quantitiesOf(line: Line, items: readonly Item[]): Quantity[] {
  const numbers = items.flatMap((item) => numbersOf(line, item))
  const withUnit = numbers.filter(({ hasUnit }) => hasUnit)
  const orderable = numbers.filter(({ pieces }) => pieces >= MINIMUM_ORDER_PIECES)
  const likely = withUnit.length > 0 ? withUnit : orderable.length > 0 ? orderable : numbers
  return likely.toReversed().slice(0, MOST_QUANTITIES)
}

/** The numbers of an item: also the last of those that may be one, as in "M6 20 500"; and the first before a size, "500 x M8 x 40". */
function numbersOf(line: Line, item: Item): (Quantity & { readonly hasUnit: boolean })[] {
  if (item.kind !== 'number' && item.kind !== 'product') return []
  if (isOfTwoNumbers(line, item)) return []
  const starts = item.kind === 'number' ? [item.from, item.to - 1] : [item.from]
  return [...new Set(starts)].flatMap((at) => {
    const number = numberAt(line, at, item.to)
    return number ? [{ span: number, pieces: number.pieces, hasUnit: number.hasUnit }] : []
  })
}

/** "5 x 100" may be a size or 500 pieces. */
function isOfTwoNumbers(line: Line, { kind, from, to, pieces }: Item): boolean {
  const words = Array.from({ length: to - from }, (_, at) => from + at)
  return kind === 'product' && pieces !== undefined && words.filter((at) => isTimesAt(line, at)).length <= 1
}

function wordsWithout(line: Line, items: readonly Item[], isLeftOut: (at: number) => boolean): string {
  let text = ''
  let last = -1
  for (const { from, to } of items)
    for (let at = from; at < to; at += 1) {
      if (isLeftOut(at)) continue
      const isJoined = last === at - 1 && isTimesAt(line, at)
      text += (text === '' ? '' : isJoined ? 'x' : ' ') + (line.words[at]?.text ?? '')
      last = at
    }
  return text
}
