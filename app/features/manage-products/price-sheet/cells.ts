import { readProductPrice, readProductQuantity } from '#features/catalog/fields.ts'
import { MAXIMUM_PRICE_BREAKS } from '#features/catalog/limits.ts'
import type { Product } from '#features/catalog/schema.ts'
import { firstBreak, type PriceBreak } from '#features/pricing/price-line.ts'
import { isPrice, PRICE_RULE } from '#features/pricing/price-terms.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { applyFormula, readFormula } from './formula.ts'

/** A column of prices: the first of each ladder, or the second, … */
export type PriceColumn = 'price' | `price ${number}`

export type ColumnName = PriceColumn | 'stock'

/** The column of the price break with this index. */
export const priceColumn = (index: number): PriceColumn => (index === 0 ? 'price' : `price ${index + 1}`)

export const PRICE_COLUMNS: readonly PriceColumn[] = Array.from(
  { length: MAXIMUM_PRICE_BREAKS },
  (_, index) => priceColumn(index),
)

/** All columns that can be typed into, from left to right. */
export const COLUMNS: readonly ColumnName[] = [...PRICE_COLUMNS, 'stock']

/** The index of the price break that a column shows; undefined for that of stocks. */
export function breakIndexOf(column: ColumnName): number | undefined {
  if (column === 'stock') return undefined
  return column === 'price' ? 0 : Number(column.slice('price '.length)) - 1
}

/** The columns of a list of products, from left to right: so many prices as the longest ladder has, then the stock. */
export const columnsOf = (products: readonly Pick<Product, 'prices'>[]): ColumnName[] => [
  ...PRICE_COLUMNS.slice(0, Math.max(1, ...products.map(({ prices }) => prices.length))),
  'stock',
]

/** What a cell shows and changes of a product. */
export type SheetProduct = Pick<
  Product,
  '_id' | 'name' | 'prices' | 'minimum' | 'step' | 'quantity' | 'revision'
>

/** The text of a cell, and the value that the product had when typing began. */
export interface CellDraft {
  readonly text: string
  readonly was: number
  /** The revision for which it was sent to be saved, while no answer has come: it may be saved already. */
  readonly sent?: number | undefined
}

/** The typed cells of a product, by column. */
export type CellDrafts = { readonly [Column in ColumnName]?: CellDraft | undefined }

/** What a typed text comes to: a value, or why it is none. */
export interface CellReading {
  readonly value?: number
  /** The value was calculated, and has lost decimals. */
  readonly isRounded?: true
  readonly problem?: string
}

/** The value of a cell: dollars of a price break, or pieces in stock; undefined where the ladder has ended. */
export function valueAt({ prices, quantity }: SheetProduct, column: ColumnName): number | undefined {
  const index = breakIndexOf(column)
  return index === undefined ? quantity : prices[index]?.price
}

/** The value of a cell that is there. A draft of a price break that is gone has the first price. */
export const currentValue = (product: SheetProduct, column: ColumnName): number =>
  valueAt(product, column) ?? firstBreak(product.prices).price

/** A value as cells show it, so that it can be typed again. */
export const cellText = (column: ColumnName, value: number): string =>
  column === 'stock' ? formatCount(value) : String(value)

/** A value in a sentence. */
export const valueText = (column: ColumnName, value: number): string =>
  column === 'stock' ? piecesText(value) : formatPrice(value)

/** Reads a typed or pasted cell alone. A price can be a formula, which changes the price that the product has. */
export const readValue = (product: SheetProduct, column: ColumnName, text: string): CellReading =>
  column === 'stock' ? readStockCell(text) : readPriceCell(currentValue(product, column), text)

/** Reads a cell beside the other typed prices of its product: each price break has to be cheaper than the one before. */
export function readCell(
  product: SheetProduct,
  column: ColumnName,
  text: string,
  drafts: CellDrafts = {},
): CellReading {
  const read = readValue(product, column, text)
  const index = breakIndexOf(column)
  if (index === undefined || read.value === undefined) return read
  const problem = ladderProblem(typedPrices(product, drafts), index, read.value)
  return problem === undefined ? read : { problem }
}

/** The price breaks with what is typed over them; undefined for a price that cannot be read. */
const typedPrices = (product: SheetProduct, drafts: CellDrafts) =>
  product.prices.map(({ from, price }, index) => {
    const column = priceColumn(index)
    const draft = drafts[column]
    return { from, price: draft ? readValue(product, column, draft.text).value : price }
  })

function ladderProblem(
  prices: readonly { from: number; price: number | undefined }[],
  index: number,
  price: number,
): string | undefined {
  const [before, next] = [prices[index - 1], prices[index + 1]]
  const name = index === 0 ? 'the first price' : 'this price'
  if (next?.price !== undefined && price <= next.price)
    return `${fromText(next)} the price is ${formatPrice(next.price)}: ${name} has to be above it.`
  if (before?.price !== undefined && price >= before.price)
    return `${fromText(before)} the price is ${formatPrice(before.price)}: ${name} has to be below it.`
  return undefined
}

const fromText = ({ from }: Pick<PriceBreak, 'from'>): string => `From ${formatCount(from)} pieces`

function readPriceCell(present: number, text: string): CellReading {
  const formula = readFormula(text)
  if (formula) {
    if ('problem' in formula) return formula
    const changed = applyFormula(present, formula)
    if (!changed || !isPrice(changed.dollars)) return { problem: PRICE_RULE }
    return { value: changed.dollars, ...(changed.isRounded && { isRounded: true }) }
  }
  const { value, warning } = readProductPrice(text.trim().replace(/^\$\s*/, ''))
  if (value === undefined) return { problem: warning ?? PRICE_RULE }
  return isPrice(value) ? { value } : { problem: PRICE_RULE }
}

function readStockCell(text: string): CellReading {
  const { value, warning } = readProductQuantity(text.trim())
  if (value === undefined) return { problem: warning ?? 'The stock is required.' }
  if (value > MAXIMUM_PIECES) return { problem: `The stock can be at most ${formatCount(MAXIMUM_PIECES)}.` }
  return { value }
}

/**
 * Whether the product was changed so that the admin has to choose. A price: another admin has changed it since it was typed
 * over. The stock has no such conflict, because orders change it all the time, and what is typed is saved as the difference;
 * but once its answer was lost, any change of the product may be that difference, unless the stock is as it was typed.
 */
export function isOverwritten(
  product: SheetProduct,
  column: ColumnName,
  { text, was, sent }: CellDraft,
): boolean {
  if (column !== 'stock') return valueAt(product, column) !== was
  return (
    sent !== undefined &&
    product.revision > sent &&
    readStockCell(text).value !== currentValue(product, column)
  )
}
