import { settledRows } from '#kit/input/decimal-mark.ts'
import { readPieces } from '#kit/text/read-number.ts'
import type { PriceBreakDraft } from './draft.ts'

/**
 * The price breaks of a pasted text: a line each, with its quantity and its price in columns, or `1000:0.05 5000:0.04` as the
 * export has them. A number that can be read in two ways is read as the others of the text. Undefined for any other text.
 */
export function readPastedBreaks(text: string): PriceBreakDraft[] | undefined {
  const typed = text.trim()
  const isExported = /^\S+:\S+(?:\s+\S+:\S+)*$/.test(typed)
  const rows = isExported
    ? typed.split(/\s+/).map((row) => row.split(':'))
    : typed.split(/\r\n?|\n/).map((row) => row.split(row.includes('\t') ? '\t' : /[;\s]+/))
  // `1 000` alone is a quantity.
  const isText = !isExported && rows.length === 1 && !/[\t;]/.test(typed)
  if (isText || !rows.every((row) => row.length === 2)) return undefined
  const cells = rows.map((row) => row.map((cell) => cell.trim()))
  const settled = settledRows(cells, (column) => (column === 0 ? 'whole' : 'decimal'))
  return settled.map(([from = '', price = '']) => ({ from, price }))
}

/** Puts pasted price breaks in place of those from an index on; one that begins with the minimum is the first. */
export function pasteBreaks(
  breaks: readonly PriceBreakDraft[],
  index: number,
  pasted: readonly PriceBreakDraft[],
  minimum: number,
): PriceBreakDraft[] {
  const [first, ...later] = pasted
  if (first && index <= 1 && readPieces(first.from) === minimum)
    return [{ from: '', price: first.price }, ...later]
  if (index > 0) return [...breaks.slice(0, index), ...pasted]
  return [...breaks.slice(0, 1), ...pasted]
}
