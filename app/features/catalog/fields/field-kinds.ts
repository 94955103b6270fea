import type { PriceBreak } from '#features/pricing/price-line.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import type { NumberKind } from '#kit/input/decimal-mark.ts'
import { isPictureAddress } from '#kit/input/internal-path.ts'
import { inOneReading } from '#kit/input/read-price.ts'
import { e4ToDollars, exactE4, formatPrice, priceToE4 } from '#kit/money.ts'
import { fromE4 } from '#kit/ten-thousandths.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { countryName } from '#kit/text/country-name.ts'
import { customsCodeText, weightText, workingDaysText } from '../texts.ts'
import {
  type CellReading,
  readBreaksCell,
  readCountCell,
  readNumberCell,
  readTextCell,
} from './cell-values.ts'
import type { ProductField } from './product-fields.ts'
import {
  readCountry,
  readCustomsCode,
  readProductPrice,
  readProductQuantity,
  readText,
  readWeight,
  readWholeNumber,
  type TypedValue,
} from './typed-values.ts'

/** How the values of a field of a product are stored, typed, imported and written. */
interface FieldKind<Value, Column> {
  /** The type of the column, as the migration has it on PostgreSQL. */
  readonly columnType: 'text' | 'integer' | 'bigint'
  toColumn(value: Value): Column
  fromColumn(column: Column): Value
  readonly input: 'line' | 'lines' | 'country' | 'several inputs'
  readonly inputMode?: 'decimal' | 'numeric' | 'url'
  /** Reads what an admin typed, trimmed. Absent where a value is typed into several inputs. */
  read?(text: string, field: ProductField): TypedValue<Value>
  /** The value for the preview of a card: a placeholder while it is missing or invalid. */
  preview(value: Value | undefined, field: ProductField): Value
  /** Reads a cell of an imported file, trimmed and not empty. */
  readCell(text: string, field: ProductField): CellReading
  /** The numbers in a cell, which a file can write in two ways. */
  readonly numbers?: NumberKind | 'breaks'
  /** Its cell in the export, if that is not the value. */
  toCell?(value: Value): string
  /** A value in words. */
  text(value: Value, field: ProductField): string
  /** What its inputs ask for. */
  readonly hint?: string
  /** The unit of a number that is shown as an attribute. */
  readonly shownUnit?: string
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

/** The kind for a field that a product may not have: its column is null then. */
const optional = <Value extends string | number, Column extends string | number>(
  kind: FieldKind<Value, Column>,
): FieldKind<Value | undefined, Column | null> => ({
  ...kind,
  // A change that takes the value away has null.
  toColumn: (value) => (value === undefined || value === null ? null : kind.toColumn(value)),
  fromColumn: (column) => (column === null ? undefined : kind.fromColumn(column)),
  preview: (value) => value,
  text: (value, field) => (value === undefined ? '' : kind.text(value, field)),
})

const NO_PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 4 3'/%3E"

/** The address of a picture. */
const picture: FieldKind<string, string> = {
  ...line,
  inputMode: 'url',
  preview: (address = '') => (isPictureAddress(address) ? address : NO_PICTURE),
}

const pieces: FieldKind<number, number> = {
  columnType: 'integer',
  toColumn: (count) => count,
  fromColumn: (count) => count,
  input: 'line',
  inputMode: 'numeric',
  read: readProductQuantity,
  // With 0 the product would show as sold out.
  preview: (count = 1000) => count,
  readCell: (text) => readCountCell(text, 'pieces'),
  numbers: 'whole',
  text: formatCount,
}

/** As many pieces in stock as the shop can hold; the product may have no such number. */
const optionalPieces = optional<number, number>({
  ...pieces,
  read: (text, { label }) => readWholeNumber(text, label, 'pieces'),
  hint: 'Pieces in stock. Only staff see it.',
})

const workingDays: FieldKind<number, number> = {
  ...pieces,
  read: (text, { label }) => readWholeNumber(text, label, 'working days'),
  readCell: (text) => readCountCell(text, 'working days'),
  text: workingDaysText,
  hint: 'Working days to make it ready.',
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
  numbers: 'decimal',
  text: formatPrice,
}

/** Grams per piece, with up to 4 decimals. */
const grams: FieldKind<number, number> = {
  ...price,
  fromColumn: fromE4,
  read: readWeight,
  text: weightText,
  hint: 'Grams a piece, up to 4 decimals.',
  shownUnit: `g ${priceTexts.perPiece}`,
}

/** The ISO 3166-1 alpha-2 code of a country. */
const country: FieldKind<string, string> = {
  ...line,
  input: 'country',
  read: readCountry,
  text: countryName,
  hint: 'Where it was made.',
}

const customsCode: FieldKind<string, string> = {
  ...line,
  inputMode: 'numeric',
  read: readCustomsCode,
  text: customsCodeText,
  hint: 'Digits, such as 7318.15.20.',
}

/** "100: $0.06, 1,000: $0.05" */
export const breaksText = (breaks: readonly PriceBreak[]): string =>
  breaks.map(({ from, price }) => `${formatCount(from)}: ${formatPrice(price)}`).join(', ')

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
  numbers: 'breaks',
  toCell: (breaks) => breaks.map(({ from, price }) => `${from}:${inOneReading(price)}`).join(' '),
  text: breaksText,
}

export const fieldKinds = {
  line,
  lines: { ...line, input: 'lines' } as typeof line,
  optionalLine: optional(line),
  picture,
  pieces,
  optionalPieces,
  optionalWorkingDays: optional(workingDays),
  price,
  optionalGrams: optional(grams),
  optionalCountry: optional(country),
  optionalCustomsCode: optional(customsCode),
  priceBreaks,
}

export type FieldKinds = typeof fieldKinds

/** The kind of a field, for code that handles all fields the same way. */
export const kindOfField = ({ kind }: ProductField): FieldKind<unknown, unknown> => fieldKinds[kind]
