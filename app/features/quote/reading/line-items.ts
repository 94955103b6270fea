import { isSumOfMoney, type WordKind } from './amount-words.ts'
import { type Line, numberAt } from './line.ts'
import type { PartWords } from './part-words.ts'

/** Some words of a line: the first, and the one after the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

type ItemKind =
  | 'part'
  /** A whole number that may be the quantity. */
  | 'number'
  /** Numbers with multiplication signs between them that are no size: `2 x 500`. */
  | 'product'
  /** Known not to be an amount: a price, a size, a standard, a word of the part's own name. */
  | 'said'
  | Extract<WordKind, 'unit' | 'label' | 'package' | 'multiple' | 'vague' | 'filler' | 'figure' | 'word'>

/** What some words of a line are. */
export interface Item extends Span {
  readonly kind: ItemKind
  readonly column: number
  readonly text: string
  /** Of a number, and of a product of whole numbers. */
  readonly pieces?: number | undefined
  /** Of a number: a unit is written behind it. */
  readonly hasUnit?: boolean
  /** Of a number: it may be several, as `200 300`. */
  readonly isLoose?: boolean
  /** A word of the part's own name. */
  readonly isOfPart?: boolean
}

/** A decimal number: a price, when it is alone in its column. */
const DECIMAL = /^\d*[.,]\d+$/

/** Words before a price, and those behind it before the pieces that it is for. */
const BEFORE_PRICE = new Set(['@', 'à', 'a', 'at', 'je', 'zu'])
const PRICE_FOR = new Set(['per', 'pro', 'je', 'for'])

/** The items of a line in sequence, beside a part number. `own` are the words of the part's own name and facts. */
export function itemsOf(line: Line, part: Span, own: PartWords | undefined): Item[] {
  const items: Item[] = []
  let at = 0
  while (at < line.words.length) {
    const end = at < part.from ? part.from : line.words.length
    const next = at === part.from ? item(line, 'part', part) : itemAt(line, at, end, own)
    items.push(next)
    at = next.to
  }
  return items
}

function item(line: Line, kind: ItemKind, { from, to }: Span, more: Partial<Item> = {}): Item {
  const { text = '', column = 0 } = line.words[from] ?? {}
  return { kind, from, to, text, column, ...more }
}

/** The item that begins with a word; it ends before `end`. */
function itemAt(line: Line, at: number, end: number, own: PartWords | undefined): Item {
  const kind = line.kinds[at] ?? 'word'
  const text = line.words[at]?.text ?? ''
  const span = { from: at, to: at + 1 }
  const said = (to: number) => item(line, 'said', { from: at, to })
  if (line.counted?.has(line.words[at]?.column ?? 0) === false) return said(at + 1)
  if (at === 0 && isListMark(line)) return said(1)
  if (kind === 'name' || isOrderNumber(line, at))
    return said(hasDigits(line, at + 1) && isSameColumn(line, at + 1, end) ? at + 2 : at + 1)
  const price = endOfPrice(line, at, end)
  if (price !== undefined) return said(endOfRate(line, price, end))
  const chain = chainAt(line, at, end, own)
  if (chain) return chain
  const number = numberAt(line, at, end)
  const next = number?.to ?? at + 1
  if (hasDigits(line, at) && isMeasure(line, next, end)) return said(next + 1)
  if (number) return item(line, 'number', number, number)
  if (kind === 'designation' || kind === 'measure' || kind === 'currency') return said(at + 1)
  if (kind === 'figure' && (isInches(line, at + 1) || isLonePrice(line, at) || own?.has(text)))
    return said(at + 1)
  if (kind === 'word' && own?.has(text)) return item(line, 'said', span, { isOfPart: true })
  if (kind === 'unit' && isForSome(line, at, own)) return item(line, 'vague', span)
  return item(line, kind, span)
}

const isSameColumn = ({ words }: Line, index: number, end: number): boolean =>
  index < end && words[index]?.column === words[index - 1]?.column

const hasDigits = ({ kinds }: Line, index: number): boolean =>
  kinds[index] === 'figure' || kinds[index] === 'designation'

/** Whether a multiplication sign is in front of a word. */
export const isTimesAt = ({ words }: Line, index: number): boolean => words[index]?.gap.includes('×') ?? false

/** Whether a line begins as that of a numbered list: "1) HX-1", "1. HX-1", "#1 HX-1". */
function isListMark({ words: [first, second] }: Line): boolean {
  const text = first?.text ?? ''
  return /^#\d{1,3}$/.test(text) || (/^\d{1,3}$/.test(text) && /^[.)]/.test(second?.gap ?? ''))
}

/** Whether a word, or a quotation mark before it, makes the number before it a size. */
const isMeasure = (line: Line, index: number, end: number): boolean =>
  isSameColumn(line, index, end) &&
  (line.kinds[index] === 'measure' || isInches(line, index)) &&
  !isNumberedTime(line, index, end)

/** "500 week 12" may be 500 pieces in the week 12. */
const isNumberedTime = (line: Line, index: number, end: number): boolean =>
  /^(?:week|day|woche|tag)$/i.test(line.words[index]?.text ?? '') &&
  isSameColumn(line, index + 1, end) &&
  hasDigits(line, index + 1)

/** "our order 4711" is no order of 4711 pieces. */
const isOrderNumber = ({ words }: Line, at: number): boolean =>
  /^order$/i.test(words[at]?.text ?? '') &&
  /^(?:our|your|my|purchase|customer)$/i.test(words[at - 1]?.text ?? '')

/** Whether pieces are for each of some unknown things: "200 pcs each month". */
function isForSome({ words, kinds }: Line, at: number, own: PartWords | undefined): boolean {
  const next = words[at + 1]
  return (
    /^(?:each|ea)$/i.test(words[at]?.text ?? '') &&
    next?.column === words[at]?.column &&
    kinds[at + 1] === 'word' &&
    !own?.has(next?.text ?? '')
  )
}

const isInches = ({ words }: Line, index: number): boolean =>
  words[index]?.column === words[index - 1]?.column && (words[index]?.gap.startsWith('"') ?? false)

function isLonePrice({ words }: Line, at: number): boolean {
  const { text = '', column } = words[at] ?? {}
  return DECIMAL.test(text) && words.filter((word) => word.column === column).length === 1
}

/** The end of a price that begins with a word; undefined when none does. */
function endOfPrice(line: Line, at: number, end: number): number | undefined {
  const { words, kinds } = line
  const from = BEFORE_PRICE.has(words[at]?.text.toLowerCase() ?? '') ? at + 1 : at
  if (from >= end) return undefined
  if (kinds[from] === 'currency') {
    const isBefore = !/\d/.test(words[from]?.text ?? '') && kinds[from + 1] === 'figure'
    return isBefore && from + 1 < end ? from + 2 : from + 1
  }
  if (kinds[from] !== 'figure') return undefined
  const number = numberAt(line, from, end)
  const to = number?.to ?? from + 1
  if (!isSameColumn(line, to, end) || kinds[to] !== 'currency') return undefined
  // "500 $0.12": the currency has a number of its own.
  if (isSumOfMoney(words[to]?.text ?? '')) return undefined
  // "200 € 5.00": the currency is that of the decimal number behind it.
  const isOfNext = number && isSameColumn(line, to + 1, end) && DECIMAL.test(words[to + 1]?.text ?? '')
  return isOfNext ? undefined : to + 1
}

/** The end of a price with the pieces that it is for: "€ 5 per 100 pcs". */
function endOfRate(line: Line, to: number, end: number): number {
  const { text = '', gap = '' } = line.words[to] ?? {}
  const isFor = PRICE_FOR.has(text.toLowerCase())
  if (!isSameColumn(line, to, end) || !(isFor || gap.includes('/'))) return to
  const pieces = isFor ? to + 1 : to
  const what = line.kinds[pieces] === 'figure' ? pieces + 1 : pieces
  const isWhat = ['unit', 'package', 'multiple'].includes(line.kinds[what] ?? '')
  return Math.min(end, isWhat ? what + 1 : what)
}

/** Numbers with multiplication signs between them; undefined when there is no sign, or only one beside the part number. */
function chainAt(line: Line, at: number, end: number, own: PartWords | undefined): Item | undefined {
  const links: (Span & { readonly pieces?: number })[] = []
  let to = at
  while (to < end && hasDigits(line, to) && (to === at || isTimesAt(line, to))) {
    const link = numberAt(line, to, end) ?? { from: to, to: to + 1 }
    links.push(link)
    to = link.to
  }
  if (links.length < 2) return undefined
  const isWithMeasure = isMeasure(line, to, end)
  const isKnown = own && links.every(({ from }) => own.has(line.words[from]?.text ?? ''))
  if (line.kinds[at] === 'designation' || isWithMeasure || isKnown)
    return item(line, 'said', { from: at, to: isWithMeasure ? to + 1 : to })
  const pieces = links.reduce((product, link) => product * (link.pieces ?? Number.NaN), 1)
  return item(line, 'product', { from: at, to }, { pieces: Number.isNaN(pieces) ? undefined : pieces })
}
