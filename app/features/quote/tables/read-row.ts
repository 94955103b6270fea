import { SKU } from '#features/catalog/limits.ts'
import { asked, orderedAmount } from '../reading/asked-amount.ts'
import { type Description, descriptionsOf } from '../reading/described.ts'
import type { Span } from '../reading/line-items.ts'
import { type Amount, amountReader } from '../reading/line-quantity.ts'
import { plainLine, splitRow, type WordLine } from '../reading/line-words.ts'
import type { PartWords } from '../reading/part-words.ts'
import { joinedWords, MOST_WORDS, spansOf, textOf } from '../reading/rated-parts.ts'
import type { ColumnKind } from './column-names.ts'
import { columnsFit, type Table, withoutQuoteMarks } from './table.ts'

/** A part number in a row of a table. */
interface RowPart {
  readonly sku: string
  /** It stands in a column of part numbers. */
  readonly isNamed: boolean
  amount(own?: PartWords): Amount
}

export interface Row {
  readonly parts: readonly RowPart[]
  /** Its cells and words. */
  readonly line: WordLine
  /** The amount beside a part number that stands there. */
  amountAt(part: Span, own?: PartWords): Amount
  /** What the row says of the part in words. */
  describe(): Description[]
}

/** A row that counts others is no part. */
const SUM =
  /^[\s;,|\t"]*(?:(?:grand|sub|net) ?)?(?:total|totals|totale|sum|summe|zwischensumme|gesamt|gesamtsumme|gesamtmenge|somme|sous-total|[üu]bertrag|carried forward|subtotal)\b/iu

/** No part: the part number would be there. */
const NOWHERE: Span = { from: -1, to: -1 }

const NO_PARTS: Row = {
  parts: [],
  line: { columns: [], words: [] },
  amountAt: () => undefined,
  describe: () => [],
}

/**
 * A row by the names of its columns; undefined when the names do not say which cell is which, and say nothing of other numbers
 * of pieces either: then it is read as any other line.
 */
export function readRow(given: string, table: Table): Row | undefined {
  if (SUM.test(given)) return NO_PARTS
  const { separator, columns } = table
  const row = splitRow(withoutQuoteMarks(plainLine(given)), separator)
  if (!columnsFit(table, row.columns)) return undefined
  if (row.words.length > MOST_WORDS) return NO_PARTS
  const counted = countedColumns(table, row.columns.length)
  const reader = amountReader({ ...row, counted })
  const isSure = table.quantities.length === 1
  const mayBeNone = isLeftOut(table, row.columns)
  const amountAt = (part: Span, own?: PartWords): Amount => {
    const amount = reader.amount(part, own)
    const question = isSure && !mayBeNone ? amount : asked(amount)
    return orderedAmount(given, mayBeNone && question ? { ...question, mayBeNone } : question, own)
  }
  const kindAt = (column: number) => columns[column]?.kind
  const parts = partsOf(row, kindAt, (column) => counted.has(column) && table.quantities.length > 0)
  return {
    parts: parts.map(({ sku, isNamed, part }) => ({ sku, isNamed, amount: (own) => amountAt(part, own) })),
    line: row,
    amountAt,
    describe: () => {
      const text = row.columns.filter((_, column) => DESCRIBING.has(kindAt(column))).join(' ')
      const amount = amountAt(NOWHERE)
      const quantity = amount && 'quantity' in amount ? { quantity: amount.quantity } : {}
      return descriptionsOf(text, { hasNoQuantity: true }).map(({ words }) => ({ words, ...quantity }))
    },
  }
}

const DESCRIBING: ReadonlySet<ColumnKind | undefined> = new Set(['part', 'name'])

/** The columns in which the quantity is looked for: that of the quantity, else all that are not known to have another number. */
function countedColumns({ columns, quantities }: Table, length: number): Set<number> {
  const all = Array.from({ length }, (_, index) => index)
  return new Set(
    all.filter((index) => {
      const kind = columns[index]?.kind
      if (kind === 'unit' || quantities.includes(index)) return true
      return quantities.length === 0 && kind !== 'number' && kind !== 'count' && kind !== 'left out'
    }),
  )
}

/** "DNP: yes", also where the column says it. */
const isLeftOut = ({ columns }: Table, cells: readonly string[]): boolean =>
  columns.some(
    ({ kind }, column) =>
      kind === 'left out' && !/^(?:no|n|0|false|nein|non|[-–—.]*)$/i.test(cells[column]?.trim() ?? ''),
  )

interface PlacedPart {
  readonly sku: string
  readonly isNamed: boolean
  readonly part: Span
}

/** The part numbers of a row: those of the columns of part numbers, then those of columns that may have some. */
function partsOf(
  row: WordLine,
  kindAt: (column: number) => ColumnKind | undefined,
  isCounted: (column: number) => boolean,
): PlacedPart[] {
  const mayHavePart = (column: number) => {
    const kind = kindAt(column)
    return (kind === undefined || kind === 'name') && !isCounted(column)
  }
  const all = row.columns.map((_, column) => column)
  const named = all.filter((column) => kindAt(column) === 'part')
  const joined = joinedWords(row).filter(({ part }) =>
    row.words
      .slice(part.from, part.to)
      .every(({ column }) => kindAt(column) === 'part' || mayHavePart(column)),
  )
  return [
    ...named.flatMap((column) => partsIn(row, column)).map((part) => ({ ...part, isNamed: true })),
    ...joined.map((part) => ({ ...part, isNamed: named.length === 0 })),
    ...all
      .filter(mayHavePart)
      .flatMap((column) => partsIn(row, column))
      .filter(({ sku }) => /\p{L}/u.test(sku) || named.length === 0)
      .map((part) => ({ ...part, isNamed: false })),
  ]
}

/** A cell as a part number, and the words in it. */
function partsIn({ columns, words }: WordLine, column: number): { sku: string; part: Span }[] {
  const from = words.findIndex((word) => word.column === column)
  if (from === -1) return []
  const inCell = words.filter((word) => word.column === column)
  const cell = columns[column] ?? ''
  const whole = SKU.test(cell) ? [{ sku: cell, part: { from, to: from + inCell.length } }] : []
  const spans = spansOf(inCell).flatMap((span) => {
    const sku = textOf(
      inCell.slice(span.from, span.to).map((word, at) => (at === 0 ? { ...word, gap: '' } : word)),
    )
    return sku === undefined ? [] : [{ sku, part: { from: from + span.from, to: from + span.to } }]
  })
  return [...whole, ...spans.sort((a, b) => b.sku.length - a.sku.length)]
}
