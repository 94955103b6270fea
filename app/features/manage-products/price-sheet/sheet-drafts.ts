import { settledRows } from '#kit/input/decimal-mark.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import {
  type CellDrafts,
  COLUMNS,
  type ColumnName,
  cellText,
  columnsOf,
  currentValue,
  isOverwritten,
  PRICE_COLUMNS,
  readCell,
  readValue,
  type SheetProduct,
  valueAt,
} from './cells.ts'

/** The typed cells of one product. The product is kept too: the list may show another page or search later. */
type RowDraft = CellDrafts & { readonly product: SheetProduct }

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
  const { [column]: cell, product: _, ...cells } = row ?? { product }
  const { was = currentValue(product, column), sent } = cell ?? {}
  const isSame = text === undefined || readValue(product, column, text).value === was
  if (!isSame) return { ...others, [product._id]: { product, ...cells, [column]: { text, was, sent } } }
  return Object.keys(cells).length > 0 ? { ...others, [product._id]: { product, ...cells } } : others
}

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
 * The typed prices of changes that are sent, as the values that were seen: when the answer is lost, a formula would be
 * calculated of the price that it may have changed already.
 */
export function withValues(drafts: SheetDrafts, changes: readonly CellChange[]): SheetDrafts {
  let result = drafts
  for (const { product, column, value } of changes.filter(({ column }) => isPriceColumn(column))) {
    const row = result[product._id]
    const cell = row?.[column]
    const text = cellText(column, value)
    if (row && cell) result = { ...result, [product._id]: { ...row, [column]: { ...cell, text } } }
  }
  return result
}

/** The drafts without the typed prices of these products. */
export function withoutPrices(drafts: SheetDrafts, productIds: readonly string[]): SheetDrafts {
  const planned = productIds.flatMap((id) => drafts[id] ?? [])
  return planned.reduce(
    (before, { product }) =>
      PRICE_COLUMNS.reduce((row, column) => typeInto(row, product, column, undefined), before),
    drafts,
  )
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
 * Fills the cells downwards and to the right of a place. A blank cell leaves its cell as it is. A number that can be read in
 * two ways is read as the others of the text. `leftOut` counts the texts for which there was no cell.
 */
export function pasteAt(
  drafts: SheetDrafts,
  products: readonly SheetProduct[],
  place: CellPlace,
  pasted: readonly (readonly string[])[],
): { drafts: SheetDrafts; filled: number; leftOut: number } {
  const columns = columnsOf(products)
  const firstColumn = columns.indexOf(place.column)
  const kindOf = (right: number) => (columns[firstColumn + right] === 'stock' ? 'whole' : 'decimal')
  let result = drafts
  let filled = 0
  let leftOut = 0
  for (const [down, texts] of settledRows(pasted, kindOf).entries()) {
    for (const [right, text] of texts.entries()) {
      if (text === '') continue
      const product = products[place.row + down]
      const column = columns[firstColumn + right]
      if (product && column && valueAt(product, column) !== undefined) {
        result = typeInto(result, product, column, text)
        filled += 1
      } else leftOut += 1
    }
  }
  return { drafts: result, filled, leftOut }
}

/** Types a formula over the chosen price breaks of products, all of them or one. `filled` counts the cells. */
export function fillPrices(
  drafts: SheetDrafts,
  products: readonly SheetProduct[],
  formula: string,
  columns: readonly ColumnName[] = PRICE_COLUMNS,
): { drafts: SheetDrafts; filled: number } {
  const cells = products.flatMap((product) =>
    columns.filter((column) => valueAt(product, column) !== undefined).map((column) => ({ product, column })),
  )
  return {
    drafts: cells.reduce((before, { product, column }) => typeInto(before, product, column, formula), drafts),
    filled: cells.length,
  }
}

/** A cell that can be saved. */
export interface CellChange {
  readonly product: SheetProduct
  readonly column: ColumnName
  readonly was: number
  readonly value: number
  /** The value was calculated, and has lost decimals. */
  readonly isRounded?: true
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
    const typed = COLUMNS.filter((column) => row[column] !== undefined)
    const ready = typed.flatMap((column) => readyChange(product, row, column) ?? [])
    // The prices of a product are saved together, or none of them.
    const isWhole =
      typed.filter(isPriceColumn).length === ready.filter(({ column }) => isPriceColumn(column)).length
    const saved = ready.filter(({ column }) => isWhole || !isPriceColumn(column))
    changes.push(...saved)
    open += typed.length - saved.length
  }
  return { changes, open }
}

const isPriceColumn = (column: ColumnName): boolean => column !== 'stock'

/** The change of a typed cell; undefined while something has to be decided first. */
function readyChange(product: SheetProduct, row: RowDraft, column: ColumnName): CellChange | undefined {
  const cell = row[column]
  if (!cell || isOverwritten(product, column, cell)) return undefined
  const { value, isRounded } = readCell(product, column, cell.text, row)
  if (value === undefined) return undefined
  return { product, column, was: cell.was, value, ...(isRounded && { isRounded }), sent: cell.sent }
}

/** What undoes saved changes. `present` has the products as they were answered; the changes are of the values then. */
export const reversed = (
  saved: readonly CellChange[],
  present: ReadonlyMap<string, SheetProduct>,
): CellChange[] =>
  saved.map(({ product, column, was, value }) => ({
    product: present.get(product._id) ?? product,
    column,
    was: value,
    value: was,
  }))

/** The drafts of changes, so that one which is not saved stays in the table. */
export function draftsOf(changes: readonly CellChange[]): SheetDrafts {
  const drafts: Record<string, RowDraft> = {}
  for (const { product, column, was, value } of changes)
    drafts[product._id] = {
      ...drafts[product._id],
      product,
      [column]: { text: cellText(column, value), was },
    }
  return drafts
}

/** The changes that are saved by one request: the prices of a product together, each stock alone. */
export function requestsOf(changes: readonly CellChange[]): [CellChange, ...CellChange[]][] {
  const groups = Map.groupBy(changes, ({ product, column }) =>
    isPriceColumn(column) ? `prices of ${product._id}` : `stock of ${product._id}`,
  )
  return [...groups.values()] as [CellChange, ...CellChange[]][]
}

const NOUNS = { price: ['price', 'prices'], stock: ['stock', 'stocks'] } as const

/** "3 prices and 2 stocks": empty for no change. */
export function changedText(changes: readonly Pick<CellChange, 'column'>[]): string {
  return listText(
    (['price', 'stock'] as const).flatMap((noun) => {
      const count = changes.filter(({ column }) => isPriceColumn(column) === (noun === 'price')).length
      const [one, many] = NOUNS[noun]
      return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`]
    }),
  )
}

/** What will be saved: "3 prices and 2 stocks change". */
export const summaryText = (changes: readonly Pick<CellChange, 'column'>[]): string =>
  changes.length === 0
    ? 'Nothing changes'
    : `${changedText(changes)} ${changes.length === 1 ? 'changes' : 'change'}`

/** "2 prices are rounded to 4 decimals, half up"; undefined when none is. */
export function roundedText(changes: readonly Pick<CellChange, 'isRounded'>[]): string | undefined {
  const count = changes.filter(({ isRounded }) => isRounded).length
  if (count === 0) return undefined
  return `${formatCount(count)} ${count === 1 ? 'price is' : 'prices are'} rounded to 4 decimals, half up`
}

/** The drafts that this tab kept. */
export const sheetOf = (kept: unknown): SheetDrafts => (isSheet(kept) ? kept : {})

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
      COLUMNS.every((column) => isCell(row[column])),
  )
}
