import { formatCount } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import {
  type CellDraft,
  COLUMNS,
  type ColumnName,
  currentValue,
  isOverwritten,
  readCell,
  type SheetProduct,
} from './cells.ts'

/** The typed cells of one product. The product is kept too: the list may show another page or search later. */
interface RowDraft {
  readonly product: SheetProduct
  readonly price?: CellDraft | undefined
  readonly stock?: CellDraft | undefined
}

/** The typed cells by the id of their product. */
export type SheetDrafts = Readonly<Record<string, RowDraft>>

/** Where a cell is: the index of its row in the shown list, and its column. */
export interface CellPlace {
  readonly row: number
  readonly column: ColumnName
}

/** Types a text into a cell. Undefined, or the text that the cell has anyway, ends its draft. */
export function typeInto(
  drafts: SheetDrafts,
  product: SheetProduct,
  column: ColumnName,
  text: string | undefined,
): SheetDrafts {
  const { [product._id]: row, ...others } = drafts
  const { was = currentValue(product, column), sent } = row?.[column] ?? {}
  const isSame = text === undefined || readCell(product, column, text).value === was
  const changed = { product, ...pickCells(row), [column]: isSame ? undefined : { text, was, sent } }
  return changed.price || changed.stock ? { ...others, [product._id]: changed } : others
}

const pickCells = (row: RowDraft | undefined) => ({ price: row?.price, stock: row?.stock })

/** Keeps what was typed although the product was changed meanwhile. */
export function keepTyped(drafts: SheetDrafts, product: SheetProduct, column: ColumnName): SheetDrafts {
  const text = drafts[product._id]?.[column]?.text
  return typeInto(typeInto(drafts, product, column, undefined), product, column, text)
}

/** Marks a cell as sent for a revision of its product, until an answer comes; undefined removes the mark. */
export function markSent(
  drafts: SheetDrafts,
  { product: { _id }, column }: Pick<CellChange, 'product' | 'column'>,
  sent: number | undefined,
): SheetDrafts {
  const row = drafts[_id]
  const cell = row?.[column]
  return row && cell ? { ...drafts, [_id]: { ...row, [column]: { ...cell, sent } } } : drafts
}

/**
 * The cells of a text that was copied from a spreadsheet: rows by line breaks, columns by tabs. A first row of column
 * names is left out: else each value would be that of the product below.
 */
export function readPasted(text: string): string[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  const [first = [], second = []] = rows
  return first.every(isColumnName) && second.some(hasDigit) ? rows.slice(1) : rows
}

/** Not any text: a cell such as "on request" is the value of its row. */
const isColumnName = (cell: string): boolean => /\b(?:price|stock|quantity|qty|pieces)\b/i.test(cell)

const hasDigit = (cell: string): boolean => /\d/.test(cell)

/**
 * Fills the cells downwards and to the right of a place. A blank cell leaves its cell as it is. `leftOut` counts the
 * texts for which there was no cell.
 */
export function pasteAt(
  drafts: SheetDrafts,
  products: readonly SheetProduct[],
  place: CellPlace,
  pasted: readonly (readonly string[])[],
): { drafts: SheetDrafts; filled: number; leftOut: number } {
  const firstColumn = COLUMNS.indexOf(place.column)
  let result = drafts
  let filled = 0
  let leftOut = 0
  for (const [down, texts] of pasted.entries()) {
    for (const [right, text] of texts.entries()) {
      if (text === '') continue
      const product = products[place.row + down]
      const column = COLUMNS[firstColumn + right]
      if (product && column) {
        result = typeInto(result, product, column, text)
        filled += 1
      } else leftOut += 1
    }
  }
  return { drafts: result, filled, leftOut }
}

/** A cell that can be saved. */
export interface CellChange {
  readonly product: SheetProduct
  readonly column: ColumnName
  readonly was: number
  readonly value: number
  /** See {@link CellDraft}. */
  readonly sent?: number | undefined
}

/** What would be saved, and how many cells cannot be: they are no value, or another admin has changed the price. */
export interface SheetChanges {
  readonly changes: readonly CellChange[]
  readonly open: number
}

/** `current` has the products as they are shown now; of others their state is as when typing began. */
export function changesOf(drafts: SheetDrafts, current: ReadonlyMap<string, SheetProduct>): SheetChanges {
  const changes: CellChange[] = []
  let open = 0
  for (const [id, row] of Object.entries(drafts)) {
    const product = current.get(id) ?? row.product
    for (const column of COLUMNS) {
      const cell = row[column]
      if (!cell) continue
      const { value } = readCell(product, column, cell.text)
      if (value === undefined || isOverwritten(product, column, cell)) open += 1
      else changes.push({ product, column, was: cell.was, value, sent: cell.sent })
    }
  }
  return { changes, open }
}

const NOUNS = { price: ['price', 'prices'], stock: ['stock', 'stocks'] } as const

/** "3 prices and 2 stocks": empty for no change. */
export function changedText(changes: readonly Pick<CellChange, 'column'>[]): string {
  return listText(
    COLUMNS.flatMap((column) => {
      const count = changes.filter((change) => change.column === column).length
      const [one, many] = NOUNS[column]
      return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`]
    }),
  )
}

/** What will be saved: "3 prices and 2 stocks change". */
export const summaryText = (changes: readonly Pick<CellChange, 'column'>[]): string =>
  changes.length === 0
    ? 'Nothing changes'
    : `${changedText(changes)} ${changes.length === 1 ? 'changes' : 'change'}`

/** The drafts as text, and back: what this tab kept, or undefined when it is none. */
export const writeSheet = (drafts: SheetDrafts): string | undefined =>
  Object.keys(drafts).length === 0 ? undefined : JSON.stringify(drafts)

export function readSheet(text: string | undefined): SheetDrafts {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return isSheet(kept) ? kept : {}
  } catch {
    return {}
  }
}

const isCell = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    'was' in value &&
    typeof value.text === 'string' &&
    typeof value.was === 'number' &&
    (!('sent' in value) || typeof value.sent === 'number'))

function isSheet(kept: unknown): kept is SheetDrafts {
  if (typeof kept !== 'object' || kept === null) return false
  return Object.values(kept).every(
    (row: Partial<RowDraft> | null) =>
      Array.isArray(row?.product?.prices) &&
      typeof row.product.quantity === 'number' &&
      typeof row.product.revision === 'number' &&
      isCell(row.price) &&
      isCell(row.stock),
  )
}
