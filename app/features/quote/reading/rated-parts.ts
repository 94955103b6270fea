import { SKU } from '#features/catalog/limits.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { wordKind } from './amount-words.ts'
import type { Span } from './line-items.ts'
import { type Amount, amountReader, isMeaningful } from './line-quantity.ts'
import {
  plainLine,
  splitLine,
  type Word,
  type WordLine,
  withoutGluedX,
  withoutMarks,
  withTimes,
} from './line-words.ts'
import type { PartWords } from './part-words.ts'

/** Lines of more words are no line of a list. */
export const MOST_WORDS = 40

/** Part numbers are looked for among so many words from the beginning, in so many at once, and in so many columns. */
const SEARCHED_WORDS = 12
const WORDS_OF_A_PART = 3
const SEARCHED_COLUMNS = 12

/** A part number at one place of a line. */
export interface RatedPart {
  readonly sku: string
  readonly rate: number
  /** `own` are the words of the part's own name and facts, which are no amounts. */
  amount(own?: PartWords): Amount
}

/** A part number like "608X" or "X200", which looks like a multiplication. */
const ENDS_WITH_TIMES = /^x\d|\dk?x$/i

/** The part numbers that a line may mean, the most probable first. */
export function ratedPartsOf(given: string): RatedPart[] {
  const plain = plainLine(withoutMarks(given))
  const times = withTimes(plain)
  const rated = [times, ...withoutGluedX(times)].flatMap((line) => ratedParts(splitLine(line)))
  if (times !== plain)
    rated.push(...ratedParts(splitLine(plain)).filter(({ sku }) => ENDS_WITH_TIMES.test(sku)))
  return rated.sort((a, b) => b.rate - a.rate || b.sku.length - a.sku.length)
}

function ratedParts(line: WordLine): RatedPart[] {
  if (line.words.length > MOST_WORDS) return []
  const reader = amountReader(line)
  const wholeColumns = line.columns.slice(0, SEARCHED_COLUMNS).flatMap((sku, column) => {
    const part = { from: line.words.findIndex((word) => word.column === column), to: 0 }
    part.to = line.words.findLastIndex((word) => word.column === column) + 1
    return SKU.test(sku) && part.to > 0 ? ratePart(line, sku, part, reader) : []
  })
  return [
    ...wholeColumns,
    ...joinedWords(line).flatMap(({ sku, part }) => ({
      sku,
      rate: 0,
      amount: (own?: PartWords) => reader.amount(part, own),
    })),
    ...spansOf(line.words).flatMap((part) => {
      const sku = textOf(line.words.slice(part.from, part.to))
      return sku === undefined ? [] : ratePart(line, sku, part, reader)
    }),
  ]
}

/** A part number of letters and digits with a blank or a separator between: "CSF; 10884" may be CSF-10884. */
export function joinedWords({ words }: WordLine): { sku: string; part: Span }[] {
  return words.slice(0, SEARCHED_WORDS).flatMap((word, from) => {
    const digits = words[from + 1]
    const isPair = /^[A-Za-z]+$/.test(word.text) && wordKind(word.text) === 'word'
    if (!isPair || !digits || !/^\d+$/.test(digits.text) || !/^[\s;,|]+$/.test(digits.gap)) return []
    const sku = `${word.text}-${digits.text}`
    return SKU.test(sku) ? [{ sku, part: { from, to: from + 2 } }] : []
  })
}

/** The sequences of words that may be a part number: a few words anywhere, or all up to the first or the last. */
export function spansOf(words: readonly Word[]): Span[] {
  const last = Math.min(words.length, SEARCHED_WORDS)
  const spans: Span[] = []
  for (let from = 0; from < last; from += 1)
    for (let to = from + 1; to <= last; to += 1)
      if (to - from <= WORDS_OF_A_PART || from === 0 || to === last) spans.push({ from, to })
  return spans
}

/** What may stand between the words of a part number. */
const GAP_IN_A_PART = /^\s(?:[./_-]+\s)?$/

/** The words as a part number; undefined when they are none. */
export function textOf([first, ...others]: readonly Word[]): string | undefined {
  if (!first || others.some(({ gap }) => !GAP_IN_A_PART.test(gap))) return undefined
  const text = others.reduce((joined, { gap, text }) => joined + gap.replace(/\s/g, ' ') + text, first.text)
  const sku = text.replace(/^[^A-Za-z0-9\s]+|[^A-Za-z0-9\s._/-]+$/g, '')
  return SKU.test(sku) ? sku : undefined
}

/**
 * The part number with its probability. A single word with a digit is rather a part number than a column of several words,
 * and that rather than other words.
 */
function ratePart(
  { columns, words }: WordLine,
  sku: string,
  part: Span,
  reader: ReturnType<typeof amountReader>,
): RatedPart[] {
  const isNumber = readPieces(sku) !== undefined
  const hasAmount = reader.mayHaveAmount(part)
  if (isNumber && !isNumberAPart(words, part, hasAmount)) return []
  const hasDigit = /\d/.test(sku) && !isNumber
  const isWord = part.to - part.from === 1
  const isColumn = columns.length > 1 && columns.includes(sku)
  const isBehindWord = isNumber && isNumberBehindWord(words, part)
  const rate = (hasDigit ? (isWord ? 5 : isColumn ? 4 : 1) : 0) + (hasAmount ? 2 : 0) - (isBehindWord ? 2 : 0)
  return [{ sku, rate, amount: (own) => reader.amount(part, own) }]
}

/** A number is a part number only beside an amount, when it comes first or when there is no other word than numbers. */
function isNumberAPart(words: readonly Word[], part: Span, hasAmount: boolean): boolean {
  const others = words.filter((word, index) => (index < part.from || index >= part.to) && isMeaningful(word))
  if (!hasAmount) return others.length === 0
  if (part.from === 0 || others.every(({ text }) => readPieces(text) !== undefined)) return true
  return isNumberBehindWord(words, part)
}

/** Before these numbers stands what they are instead. */
const OF_NO_PART =
  /^(?:pos|position|line|din|iso|en|ansi|asme|astm|jis|bs|grade|class|klasse|kw|cw|price|preis|prix|po|rev|drawing|zeichnung|order|tel|fax|phone)$/i

/**
 * Whether a number is the first of a line and stands behind a word, as in "CSF 10884 500" and "article no. 10884: 500". In a line
 * with another word of letters and digits that one is the part number, misspelt or not.
 */
function isNumberBehindWord(words: readonly Word[], { from, to }: Span): boolean {
  const before = words.slice(0, from)
  if (to - from > 1 || before.length === 0 || before.some(({ text }) => OF_NO_PART.test(text))) return false
  // "500 x CSF 10884" says which number is the quantity.
  const isFirst = before.every(({ text }, at) => !/\d/.test(text) || isCounting(words, at))
  return isFirst && !words.slice(to).some(({ text }) => /\d/.test(text) && wordKind(text) === 'designation')
}

const isCounting = (words: readonly Word[], at: number): boolean =>
  readPieces(words[at]?.text ?? '') !== undefined &&
  (words[at + 1]?.gap.includes('×') === true || wordKind(words[at + 1]?.text ?? '') === 'unit')
