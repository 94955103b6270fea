import type { PriceBreak } from '#features/pricing/price-line.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { e4ToDollars, exactE4, formatPrice, priceToE4 } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import {
  type CellReading,
  readBreaksCell,
  readCountCell,
  readNumberCell,
  readTextCell,
} from './cell-values.ts'
import type { ProductField } from './product-fields.ts'
import {
  readProductPrice,
  readProductQuantity,
  readText,
  readWholeNumber,
  type TypedValue,
} from './typed-values.ts'

/** How the values of a field of a product are stored, typed, imported and written. */
interface FieldKind<Value, Column> {
  /** The type of the column, as the migration has it on PostgreSQL. */
  readonly columnType: 'text' | 'integer' | 'bigint'
  toColumn(value: Value): Column
  fromColumn(column: Column): Value
  readonly input: 'line' | 'lines' | 'several inputs'
  readonly inputMode?: 'decimal' | 'numeric' | 'url'
  /** Reads what an admin typed, trimmed. Absent where a value is typed into several inputs. */
  read?(text: string, field: ProductField): TypedValue<Value>
  /** The value for the preview of a card: a placeholder while it is missing or invalid. */
  preview(value: Value | undefined, field: ProductField): Value
  /** Reads a cell of an imported file, trimmed and not empty. */
  readCell(text: string, field: ProductField): CellReading
  /** Its cell in the export, if that is not the value. */
  toCell?(value: Value): string
  /** A value in words. */
  text(value: Value, field: ProductField): string
}

const line: FieldKind<string, string> = {
  columnType: 'text',
  toColumn: (text) => text,
  fromColumn: (text) => text,
  input: 'line',
  read: readText,
  preview: (text, { label }) => text || label,
  readCell: readTextCell,
  text: (text) => text,
}

const optionalLine: FieldKind<string | undefined, string | null> = {
  ...line,
  toColumn: (text) => text ?? null,
  fromColumn: (text) => text ?? undefined,
  preview: (text) => text,
  text: (text = '') => text,
}

const NO_PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 4 3'/%3E"

/** The address of a picture. */
const picture: FieldKind<string, string> = {
  ...line,
  inputMode: 'url',
  preview: (address = '') => (isPictureAddress(address) ? address : NO_PICTURE),
}

/** A whole number of what `unit` says. */
const wholeNumber: FieldKind<number, number> = {
  columnType: 'integer',
  toColumn: (number) => number,
  fromColumn: (number) => number,
  input: 'line',
  inputMode: 'numeric',
  read: (text, { label, unit = '' }) => readWholeNumber(text, label, unit),
  preview: (number = 0) => number,
  readCell: (text, { unit = '' }) => readCountCell(text, unit),
  text: (number, { unit }) => `${formatCount(number)} ${unit}`,
}

const pieces: FieldKind<number, number> = {
  ...wholeNumber,
  read: readProductQuantity,
  // With 0 the product would show as sold out.
  preview: (count = 1000) => count,
  readCell: (text) => readCountCell(text, 'pieces'),
  text: formatCount,
}

/** Dollars per piece, with up to 4 decimals. */
const price: FieldKind<number, number> = {
  columnType: 'bigint',
  toColumn: exactE4,
  fromColumn: e4ToDollars,
  input: 'line',
  inputMode: 'decimal',
  read: readProductPrice,
  preview: (dollars = 0) => (priceToE4(dollars) === undefined ? 0 : dollars),
  readCell: readNumberCell,
  text: formatPrice,
}

const priceBreaks: FieldKind<PriceBreak[], string> = {
  columnType: 'text',
  toColumn: (breaks) => JSON.stringify(breaks.map(({ from, price }) => ({ from, priceE4: exactE4(price) }))),
  fromColumn: (json) =>
    (JSON.parse(json) as { from: number; priceE4: number }[]).map(({ from, priceE4 }) => ({
      from,
      price: e4ToDollars(priceE4),
    })),
  input: 'several inputs',
  preview: (breaks = []) => breaks,
  readCell: readBreaksCell,
  toCell: (breaks) => breaks.map(({ from, price }) => `${from}:${price}`).join(' '),
  text: (breaks) => breaks.map(({ from, price }) => `${formatCount(from)}: ${formatPrice(price)}`).join(', '),
}

export const fieldKinds = {
  line,
  lines: { ...line, input: 'lines' } as typeof line,
  optionalLine,
  picture,
  wholeNumber,
  pieces,
  price,
  priceBreaks,
}

export type FieldKinds = typeof fieldKinds

/** The kind of a field, for code that handles all fields the same way. */
export const kindOfField = ({ kind }: ProductField): FieldKind<unknown, unknown> => fieldKinds[kind]
