import { MAXIMUM_PIECES, MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { isLink, isSumOfMoney, piecesOf, type WordKind, wordKind } from './amount-words.ts'
import { type Line, toLine } from './line.ts'
import { type Item, isTimesAt, itemsOf, type Span } from './line-items.ts'
import type { Word, WordLine } from './line-words.ts'
import type { PartWords } from './part-words.ts'

/**
 * What a line says of the quantity of a part: a number of pieces; or something that is not clear, with the quantities that it
 * may mean; undefined when it says nothing.
 */
export type Amount =
  | { readonly quantity: number }
  | {
      readonly offers: readonly number[]
      /** The line may be no order at all. */
      readonly mayBeNone?: boolean
    }
  | undefined

interface AmountReader {
  /** The amount beside a part number. `own` are the words of the part's own name and facts. */
  amount(part: Span, own?: PartWords): Amount
  /** Whether something beside a part number may be an amount. Much faster. */
  mayHaveAmount(part: Span): boolean
}

/** What makes an amount unclear, wherever it stands in the line. */
const UNCLEAR: ReadonlySet<Item['kind']> = new Set(['product', 'package', 'multiple', 'vague', 'figure'])

/**
 * The quantity is the only number of a line that is no price, size, standard or position, if no word of the line speaks of
 * another amount, and nothing unknown stands beside the number. All else is a question to the person.
 */
export function amountReader(wordLine: WordLine): AmountReader {
  const line = toLine(wordLine)
  const isAmount = line.kinds.map((kind, index) => isAmountKind(kind) && line.kinds[index - 1] !== 'name')
  const amount: AmountReader['amount'] = (part, own) => {
    const items = withoutPosition(withoutOwnWords(itemsOf(line, part, own), own), wordLine)
    const numbers = items.filter(({ kind }) => kind === 'number')
    const [number, ...others] = numbers
    const isUnclear = others.length > 0 || items.some(({ kind }) => UNCLEAR.has(kind))
    if (!number && !isUnclear) return undefined
    if (number?.pieces !== undefined && !isUnclear && !number.isLoose && isPlain(items, number, line)) {
      const fewer = piecesWithDecimals(number, line)
      return fewer === undefined ? { quantity: number.pieces } : { offers: [fewer, number.pieces] }
    }
    return { offers: offersOf(items, line) }
  }
  return {
    amount,
    mayHaveAmount: ({ from, to }) => isAmount.some((is, index) => is && (index < from || index >= to)),
  }
}

const isAmountKind = (kind: WordKind): boolean => ['figure', 'package', 'multiple', 'vague'].includes(kind)

/**
 * The items, with numbers and amounts that the part's own name has, such as "6204" behind "Bearing" and "set" before
 * "screws", said.
 */
function withoutOwnWords(items: readonly Item[], own: PartWords | undefined): Item[] {
  if (!own) return [...items]
  const isNextTo = (index: number, isSuch: (item: Item) => boolean): boolean =>
    [items[index - 1], items[index + 1]].some(
      (other) => other !== undefined && other.column === items[index]?.column && isSuch(other),
    )
  return items.map((item, index) => {
    if (!own.has(item.text)) return item
    const isAmount = ['package', 'vague', 'multiple'].includes(item.kind)
    const isOwnNumber =
      item.kind === 'number' && item.to - item.from === 1 && !item.hasUnit && !isNextTo(index, isPartOrLabel)
    const isOwn = isAmount
      ? isNextTo(index, (other) => other.isOfPart === true)
      : isOwnNumber && isNextTo(index, ({ kind }) => kind === 'said')
    return isOwn ? { ...item, kind: 'said' } : item
  })
}

const isPartOrLabel = ({ kind }: Item): boolean => kind === 'part' || kind === 'label'

/**
 * Without the position of a row: too few pieces for an order, alone in the first column of several, before a number or, where
 * there is none, before a blank column in which it would be.
 */
function withoutPosition(items: Item[], { columns, counted }: WordLine): Item[] {
  if (counted) return items
  const [first, second, ...others] = items
  const isFew = first?.kind === 'number' && !first.hasUnit && (first.pieces ?? 0) < MINIMUM_ORDER_PIECES
  if (!isFew || second === undefined || second.column === first.column) return items
  const numbers = [second, ...others].filter(({ kind }) => kind === 'number')
  const isPosition =
    numbers.length === 0
      ? columns.slice(1).includes('')
      : numbers.some(({ pieces = 0 }) => pieces >= MINIMUM_ORDER_PIECES)
  return isPosition ? items.slice(1) : items
}

/** Units of German lists and of merchandise management, which write "500,000 ST" for 500 pieces. */
const UNIT_WITH_DECIMALS = /^(?:st|stk|stck|stück|stücke|stueck|stuecke)$/i

/**
 * The pieces of "500,000 ST", and of "500,000" beside "0,03 €": where a comma is the decimal separator, these are 500; else
 * undefined.
 */
function piecesWithDecimals({ from, to, text }: Item, line: Line): number | undefined {
  const [, whole, mark, decimals] = /^(\d{1,3})([.,])(\d{3})(?![\d.,])/.exec(text) ?? []
  if (mark === undefined || to - from > 1) return undefined
  const isUnitWithDecimals = UNIT_WITH_DECIMALS.test(line.words[to]?.text ?? '')
  const isWhole = mark === ',' && decimals === '000' && Number(whole) >= MINIMUM_ORDER_PIECES
  if ((isWhole && isUnitWithDecimals) || hasDecimals(line, mark)) return Number(whole)
  return undefined
}

/** Whether the line has a number with decimals behind the mark, such as a price. */
function hasDecimals({ words, kinds }: Line, mark: string): boolean {
  const decimal = new RegExp(`(?<![\\d.,])(?:0[${mark}]\\d+|\\d+[${mark}](?:\\d{1,2}|\\d{4,}))(?![\\d.,])`)
  return words.some(
    (word, at) =>
      (kinds[at] === 'figure' || kinds[at] === 'currency') &&
      kinds[at + 1] !== 'measure' &&
      decimal.test(word.text),
  )
}

/** Whether nothing that is not known stands beside a number. */
function isPlain(items: readonly Item[], number: Item, line: Line): boolean {
  const at = items.indexOf(number)
  const before = items[at - 1]
  if (before?.kind === 'word' && before.column === number.column) return false
  // "> 200" is no 200.
  if (/[<>]/.test(line.words[number.from]?.gap ?? '')) return false
  // "Order 4711: 200 pcs"
  if (line.words[number.to]?.gap.includes(':')) return false
  if (number.hasUnit) return true
  // "500 $0.12" may be a price of 500.
  const behind = line.words[number.to]
  if (behind?.column === number.column && isSumOfMoney(behind.text)) return false
  for (const [index, item] of items.entries()) {
    if (index <= at) continue
    if (item.column !== number.column) return index > at + 1 || !isLoneWord(items, item)
    if (item.kind === 'word') return false
    if (item.kind === 'part' && isTimesAt(line, item.from)) return true
    if (item.kind === 'label' || item.isOfPart || /^(?:for|für|pour)$/i.test(item.text)) return true
  }
  return true
}

/** Whether the column behind that of the quantity has one unknown word, which may be its unit. */
const isLoneWord = (items: readonly Item[], item: Item): boolean =>
  item.kind === 'word' && items.filter(({ column }) => column === item.column).length === 1

/** No more quantities are offered. */
const MOST_OFFERS = 3

/** What an unclear amount may mean: all that it can mean, or nothing. */
function offersOf(items: readonly Item[], line: Line): number[] {
  const amounts = items.filter(
    (item) => item.kind === 'number' || UNCLEAR.has(item.kind) || isLink(item.text),
  )
  const offers = (packagedPieces(amounts, line) ?? statedPieces(amounts, line)).filter(
    (pieces) => pieces > 0 && pieces <= MAXIMUM_PIECES,
  )
  // Numbers that nobody can order are positions and prices.
  const orderable = offers.filter((pieces) => pieces >= MINIMUM_ORDER_PIECES)
  const sorted = [...new Set(orderable.length > 0 ? orderable : offers)].sort((a, b) => a - b)
  return sorted.length > MOST_OFFERS ? [] : sorted
}

/** "200 boxes of 50", "5 gross"; undefined when no word counts packages. */
function packagedPieces(amounts: readonly Item[], line: Line): number[] | undefined {
  const [count, what, ...behind] = amounts.filter(({ text }) => !isLink(text))
  if (!amounts.some(({ kind }) => kind === 'package' || kind === 'multiple')) return undefined
  if (count?.kind !== 'number' || count.pieces === undefined || !what) return []
  if (what.kind === 'multiple') {
    // A "great gross" and a "baker's dozen" are other amounts.
    const isSure = behind.length === 0 && what.from === count.to
    return isSure ? [count.pieces * (piecesOf(what.text) ?? 0)] : []
  }
  const [each, ...others] = behind
  if (what.kind !== 'package' || each?.kind !== 'number' || each.pieces === undefined) return []
  if (others.length > 0 || count.isLoose || each.isLoose) return []
  const isLinked = isTimesAt(line, each.from) || amounts[amounts.indexOf(each) - 1] !== what
  // Without "of" the second number may be the pieces in all.
  return isLinked ? [count.pieces * each.pieces] : [each.pieces, count.pieces * each.pieces]
}

/** "200 or 300", "500 + 250", "~200", "100-200" */
function statedPieces(amounts: readonly Item[], line: Line): number[] {
  const [first, plus, second, ...others] = amounts
  const isSum =
    plus?.text === '+' && second?.kind === 'number' && others.every(({ kind }) => kind === 'vague')
  if (isSum && first?.pieces !== undefined) return [first.pieces, first.pieces + (second.pieces ?? 0)]
  return amounts.flatMap(({ kind, text, from, to, pieces, isLoose }) => {
    if (kind === 'figure') return figures(text)
    const groups = isLoose ? line.words.slice(from, to).flatMap((word) => readPieces(word.text) ?? []) : []
    return pieces === undefined ? [] : [...groups, pieces]
  })
}

/** The numbers of a word that has one or two: "~200", "200+", "100-200", "200/300". */
function figures(text: string): number[] {
  const [, first, second] = /^[~≈±]?(\d[^-/+]*)(?:\+|[-/](\d[^-/+]*))?$/.exec(text) ?? []
  return [first, second].flatMap((digits) => (digits === undefined ? [] : (readPieces(digits) ?? [])))
}

/** Whether a word is no unit or label of a quantity. */
export const isMeaningful = ({ text }: Word): boolean => !['unit', 'label'].includes(wordKind(text))
