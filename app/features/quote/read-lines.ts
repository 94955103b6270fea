import { SKU } from '#features/catalog/limits.ts'
import { readPieces } from '#kit/text/read-number.ts'
import type { Span } from './reading/line-items.ts'
import { type Amount, amountReader, isMeaningful } from './reading/line-quantity.ts'
import {
  plainLine,
  splitLine,
  type Word,
  type WordLine,
  withoutGluedX,
  withoutMarks,
  withTimes,
} from './reading/line-words.ts'
import type { PartWords } from './reading/part-words.ts'

export { partWords } from './reading/part-words.ts'

/** A part number that a line may mean, with the quantity beside it. */
export interface LineCandidate {
  readonly sku: string
  /** `own` are the words of the part's own name and facts, which are no amounts. */
  amount(own?: PartWords): Amount
}

/** A line of a pasted text as it is, without blanks around it, and its meanings, the most probable first. */
export interface ReadLine {
  readonly given: string
  readonly candidates: readonly LineCandidate[]
}

/** Longer lines, and those of more words, are no line of a list. */
const LONGEST_LINE = 500
const MOST_WORDS = 40

/** Part numbers are looked for among so many words from the beginning, in so many at once, and in so many columns. */
const SEARCHED_WORDS = 12
const WORDS_OF_A_PART = 3
const SEARCHED_COLUMNS = 12
const MOST_CANDIDATES = 32

export const LINE_BREAK = /\r\n|[\n\r\v\f\u2028\u2029]/

/** The lines of a pasted list, without blank ones and without a first row of column names. */
export function splitList(text: string): string[] {
  const lines = text.split(LINE_BREAK).map((line) => line.trim())
  const given = lines.filter((line) => /[^\s\p{Cf}\p{Cc}]/u.test(line))
  return isHeader(given[0] ?? '') ? given.slice(1) : given
}

/** The meanings of the lines of {@link splitList}. */
export const readLines = (text: string): ReadLine[] => splitList(text).map(readLine)

export const readLine = (given: string): ReadLine => ({ given, candidates: candidatesOf(given) })

/** The candidate with the longest part number of those that exist: digits that may belong to a part number do. */
export function existingCandidate(
  candidates: readonly LineCandidate[],
  exists: (sku: string) => boolean,
): LineCandidate | undefined {
  let longest: LineCandidate | undefined
  for (const candidate of candidates)
    if (candidate.sku.length > (longest?.sku.length ?? 0) && exists(candidate.sku)) longest = candidate
  return longest
}

const PART_NAMES = 'part number|part no|part nr|part|article|item|sku'
const QUANTITY_NAMES = 'quantity|qty|pieces|pcs'
const COLUMN_NAMES = `${PART_NAMES}|${QUANTITY_NAMES}|pos|position|name|description|unit price|price|total`

const PART_COLUMN = new RegExp(`^(?:${PART_NAMES})$`)
const QUANTITY_COLUMN = new RegExp(`^(?:${QUANTITY_NAMES})$`)

const HEADER = new RegExp(`^(?:${COLUMN_NAMES})(?: (?:${COLUMN_NAMES}))*$`)
const NAMED_PART_OR_QUANTITY = /\b(?:part|sku|quantity|qty|pieces)\b/

/** Whether a line consists of names of columns: known ones only, or one of a part, one of quantities, and any others. */
function isHeader(line: string): boolean {
  if (line.length > LONGEST_LINE) return false
  const names = plainLine(line)
    .toLowerCase()
    .split(/[,;|\t]/)
    .map(wordsOf)
  const joined = wordsOf(names.join(' '))
  if (HEADER.test(joined) && NAMED_PART_OR_QUANTITY.test(joined)) return true
  return names.some((name) => PART_COLUMN.test(name)) && names.some((name) => QUANTITY_COLUMN.test(name))
}

const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** A part number at one place of a line. */
interface RatedPart {
  readonly sku: string
  readonly rate: number
  readonly amount: LineCandidate['amount']
}

/** A part number like "608X" or "X200", which looks like a multiplication. */
const ENDS_WITH_TIMES = /^x\d|\dk?x$/i

function candidatesOf(given: string): LineCandidate[] {
  if (given.length > LONGEST_LINE) return []
  const plain = plainLine(withoutMarks(given))
  const times = withTimes(plain)
  const rated = [times, ...withoutGluedX(times)].flatMap((line) => ratedParts(splitLine(line)))
  if (times !== plain)
    rated.push(...ratedParts(splitLine(plain)).filter(({ sku }) => ENDS_WITH_TIMES.test(sku)))
  rated.sort((a, b) => b.rate - a.rate || b.sku.length - a.sku.length)
  const bySku = Map.groupBy(rated, ({ sku }) => sku)
  return [...bySku].slice(0, MOST_CANDIDATES).map(([sku, parts]) => ({
    sku,
    amount: (own) => commonAmount(parts.map(({ amount }) => amount(own))),
  }))
}

/** What a line says when it is read in several ways: the only quantity, else all that it may mean. */
function commonAmount(amounts: readonly Amount[]): Amount {
  const quantities = new Set(
    amounts.flatMap((amount) => (amount && 'quantity' in amount ? amount.quantity : [])),
  )
  const [quantity, ...others] = quantities
  if (others.length > 0) return { offers: [...quantities] }
  if (quantity !== undefined) return { quantity }
  const unclear = amounts.flatMap((amount) => (amount && 'offers' in amount ? [amount] : []))
  return unclear.find(({ offers }) => offers.length > 0) ?? unclear[0]
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
    ...spansOf(line.words).flatMap((part) => {
      const sku = textOf(line.words.slice(part.from, part.to))
      return sku === undefined ? [] : ratePart(line, sku, part, reader)
    }),
  ]
}

/** The sequences of words that may be a part number: a few words anywhere, or all up to the first or the last. */
function spansOf(words: readonly Word[]): Span[] {
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
function textOf([first, ...others]: readonly Word[]): string | undefined {
  if (!first || others.some(({ gap }) => !GAP_IN_A_PART.test(gap))) return undefined
  const text = others.reduce((joined, { gap, text }) => joined + gap.replace(/\s/g, ' ') + text, first.text)
  const sku = text.replace(/^[^A-Za-z0-9\s]+/, '')
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
  const rate = (hasDigit ? (isWord ? 5 : isColumn ? 4 : 1) : 0) + (hasAmount ? 2 : 0)
  return [{ sku, rate, amount: (own) => reader.amount(part, own) }]
}

/** A number is a part number only beside an amount, when it comes first or when there is no other word than numbers. */
function isNumberAPart(words: readonly Word[], part: Span, hasAmount: boolean): boolean {
  const others = words.filter((word, index) => (index < part.from || index >= part.to) && isMeaningful(word))
  if (!hasAmount) return others.length === 0
  return part.from === 0 || others.every(({ text }) => readPieces(text) !== undefined)
}
