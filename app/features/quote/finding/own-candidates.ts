import { LONGEST_OWN_NUMBER } from '#kit/notes/limits.ts'
import { readPieces } from '#kit/text/read-number.ts'
import type { LineCandidate, ListLine, ReadLine } from '../read-lines.ts'
import { asked, orderedAmount } from '../reading/asked-amount.ts'
import type { Span } from '../reading/line-items.ts'
import { type Amount, amountReader } from '../reading/line-quantity.ts'
import { plainLine, splitLine, type WordLine, withoutMarks, withTimes } from '../reading/line-words.ts'
import type { PartWords } from '../reading/part-words.ts'
import { MOST_WORDS, spansOf } from '../reading/rated-parts.ts'
import { nameWords } from '../tables/column-names.ts'
import { readRow } from '../tables/read-row.ts'
import { isAsking, type Table } from '../tables/table.ts'

/** No more meanings of a line are looked up. */
const MOST_CANDIDATES = 32

type AmountAt = (part: Span, own?: PartWords) => Amount

/**
 * The meanings of a line that no part number of the shop has: texts with other letters and marks, such as "Ä-12" and "4711:A", and
 * the cells of columns that have the number of the customer. Numbers alone are among the candidates of the line where they may be a
 * part number. On the server only: nobody else knows the own numbers of a company.
 */
export function ownCandidates({ text: given, table, isHead }: ListLine, read: ReadLine): LineCandidate[] {
  if (isHead || read.given.length > LONGEST_LINE) return []
  const known = new Set(read.candidates.map(({ sku }) => sku.toLowerCase()))
  const row = table && readRow(given, table)
  const found = row
    ? ofRow(row.line, table, row.amountAt)
    : ofLine(given, table !== undefined && isAsking(table))
  const byText = new Map(
    found
      .filter(({ sku }) => sku.length <= LONGEST_OWN_NUMBER && !known.has(sku.toLowerCase()))
      .map((candidate) => [candidate.sku, candidate]),
  )
  return [...byText.values()].slice(0, MOST_CANDIDATES)
}

/** Longer lines are no line of a list. */
const LONGEST_LINE = 500

function ofLine(given: string, isAsked: boolean): LineCandidate[] {
  const line = splitLine(withTimes(plainLine(withoutMarks(given))))
  if (line.words.length > MOST_WORDS) return []
  const reader = amountReader(line)
  const amountAt: AmountAt = (part, own) => {
    const amount = reader.amount(part, own)
    return orderedAmount(given, isAsked ? asked(amount) : amount, own)
  }
  return textsOf(line).map(({ text, part }) => toCandidate(text, false, part, amountAt))
}

/** What the customer calls the part, which is no number of the shop's. */
const OF_CUSTOMER = /(?<!\p{L})(?:own|our|customers?|client|kunden?\p{L}*|eigene|unsere?|notre)(?!\p{L})/u

function ofRow(line: WordLine, { columns, quantities }: Table, amountAt: AmountAt): LineCandidate[] {
  const kindAt = (column: number) => columns[column]?.kind
  const isOfCustomer = (column: number) => OF_CUSTOMER.test(nameWords(columns[column]?.name ?? ''))
  return textsOf(line).flatMap(({ text, part, column }) => {
    if (column === undefined || quantities.includes(column)) return []
    const kind = kindAt(column)
    const isCustomers = kind === 'number' && isOfCustomer(column)
    if (!isCustomers && kind !== undefined && kind !== 'part' && kind !== 'name') return []
    return [toCandidate(text, isCustomers || kind === 'part', part, amountAt)]
  })
}

const toCandidate = (text: string, isNamed: boolean, part: Span, amountAt: AmountAt): LineCandidate => ({
  sku: text,
  isNamed,
  amount: (own) => amountAt(part, own),
})

interface PlacedText {
  readonly text: string
  readonly part: Span
  /** The column in which all of it stands. */
  readonly column: number | undefined
}

/** Cells, and words beside each other, the longest first. Numbers are cells only. */
function textsOf({ columns, words }: WordLine): PlacedText[] {
  const cells = columns.flatMap((text, column): PlacedText[] => {
    const from = words.findIndex((word) => word.column === column)
    const to = words.findLastIndex((word) => word.column === column) + 1
    return text !== '' && from !== -1 && columns.length > 1 ? [{ text, part: { from, to }, column }] : []
  })
  const spans = spansOf(words).flatMap((part): PlacedText[] => {
    const [first, ...others] = words.slice(part.from, part.to)
    if (!first) return []
    const text = others.reduce((joined, word) => joined + word.gap + word.text, first.text)
    const isInCell = others.every(({ column }) => column === first.column)
    return readPieces(text) === undefined && isInCell ? [{ text, part, column: first.column }] : []
  })
  return [...cells, ...spans].sort((a, b) => b.text.length - a.text.length)
}
