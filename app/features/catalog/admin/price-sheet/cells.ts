import { firstBreak, type PriceBreak } from '#features/pricing/price-line.ts'
import { isPrice, PRICE_RULE } from '#features/pricing/price-terms.ts'
import { MAXIMUM_PIECES } from '#features/pricing/quantity-terms.ts'
import { formatPrice } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { readProductPrice, readProductQuantity } from '../../fields/typed-values.ts'
import type { Product } from '../../schema.ts'

/** The columns of the sheet that can be typed into, from left to right. */
export const COLUMNS = ['price', 'stock'] as const

export type ColumnName = (typeof COLUMNS)[number]

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

/** What a typed text comes to: a value, or why it is none. */
export interface CellReading {
  readonly value?: number
  readonly problem?: string
  /** The next price break is in the way: only the page of the product can change it. */
  readonly isNextBreakInTheWay?: true
}

/** The value of a cell: dollars of the first price, or pieces in stock. */
export const currentValue = ({ prices, quantity }: SheetProduct, column: ColumnName): number =>
  column === 'price' ? firstBreak(prices).price : quantity

/** A value as cells show it, so that it can be typed again. */
export const cellText = (column: ColumnName, value: number): string =>
  column === 'price' ? String(value) : formatCount(value)

/** A value in a sentence. */
export const valueText = (column: ColumnName, value: number): string =>
  column === 'price' ? formatPrice(value) : piecesText(value)

/** Reads a typed or pasted cell. The other price breaks stay, so the first price has to be above the second. */
export function readCell(product: SheetProduct, column: ColumnName, text: string): CellReading {
  return column === 'price' ? readPriceCell(product.prices, text) : readStockCell(text)
}

function readPriceCell([, second]: readonly PriceBreak[], text: string): CellReading {
  const { value, warning } = readProductPrice(text.trim().replace(/^\$\s*/, ''))
  if (value === undefined) return { problem: warning ?? PRICE_RULE }
  if (!isPrice(value)) return { problem: PRICE_RULE }
  if (second === undefined || value > second.price) return { value }
  const from = formatCount(second.from)
  return {
    problem: `From ${from} pieces the price is ${formatPrice(second.price)}: the first price has to be above it.`,
    isNextBreakInTheWay: true,
  }
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
  const value = currentValue(product, column)
  if (column === 'price') return value !== was
  return sent !== undefined && product.revision > sent && readStockCell(text).value !== value
}
