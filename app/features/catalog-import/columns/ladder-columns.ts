import { isDeepStrictEqual } from 'node:util'
import { type CellReading, readCountCell, readNumberCell } from '#features/catalog/catalog.ts'
import { MAXIMUM_PRICE_BREAKS } from '#features/catalog/limits.ts'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import type { NumberKind } from '#kit/input/decimal-mark.ts'
import { priceToE4 } from '#kit/money.ts'
import type { GivenValues, RowError } from '../reading/read-cells.ts'

/** The columns of a price break, which a spreadsheet can calculate with: "from 2" and "price 2". */
const columnsOfBreak = (number: number) => ({ from: `from ${number}`, price: `price ${number}` }) as const

const BREAKS = Array.from({ length: MAXIMUM_PRICE_BREAKS }, (_, index) => columnsOfBreak(index + 1))

/** The columns of so many price breaks. */
export const ladderColumns = (breaks: number = MAXIMUM_PRICE_BREAKS): string[] =>
  BREAKS.slice(0, breaks).flatMap(({ from, price }) => [from, price])

/** The numbers in such a column; undefined for another column. */
export function ladderNumbers(column: string): NumberKind | undefined {
  const found = BREAKS.find(({ from, price }) => column === from || column === price)
  return found && (column === found.from ? 'whole' : 'decimal')
}

/** The cell of a ladder in such a column; undefined for another column, and where the ladder has ended. */
export function ladderCell(prices: readonly PriceBreak[], column: string): number | undefined {
  const index = BREAKS.findIndex(({ from, price }) => column === from || column === price)
  return column === BREAKS[index]?.from ? prices[index]?.from : prices[index]?.price
}

/** A ladder that the columns of a row make, and the column that each of its fields came from. */
export interface TypedLadder {
  readonly prices: readonly PriceBreak[]
  readonly columns: readonly ReturnType<typeof columnsOfBreak>[]
}

interface ReadLadder {
  /** Undefined when the row leaves the ladder to its other columns. */
  readonly ladder?: TypedLadder
  readonly errors: readonly RowError[]
}

/**
 * The ladder that the columns `from 1`, `price 1`, … of a row make of the present one. A column that is left out leaves its
 * value, and a price break whose cells are empty is none. Where the row and the product say the same, or all cells are empty
 * while `prices` has a text, the other columns count.
 */
export function readLadder(
  cells: ReadonlyMap<string, string>,
  present: readonly PriceBreak[],
  hasPrices: boolean,
): ReadLadder {
  const used = BREAKS.filter(({ from, price }) => cells.has(from) || cells.has(price))
  if (used.length === 0) return { errors: [] }
  const isEmpty = used.every(({ from, price }) => !textOf(cells, from) && !textOf(cells, price))
  if (isEmpty && hasPrices) return { errors: [] }
  const breaks = BREAKS.map((columns, index) => readBreak(cells, columns, present[index]))
  const errors = breaks.flatMap((each) => ('errors' in each ? each.errors : []))
  if (errors.length > 0) return { errors }
  const read = breaks.flatMap((each, index) => {
    const columns = BREAKS[index]
    return 'value' in each && each.value && columns ? [{ value: each.value, columns }] : []
  })
  const prices = read.map(({ value }) => value)
  if (isDeepStrictEqual(prices, present)) return { errors: [] }
  return { ladder: { prices, columns: read.map(({ columns }) => columns) }, errors: [] }
}

type ReadBreak = { readonly value?: PriceBreak } | { readonly errors: readonly RowError[] }

function readBreak(
  cells: ReadonlyMap<string, string>,
  columns: ReturnType<typeof columnsOfBreak>,
  present: PriceBreak | undefined,
): ReadBreak {
  const from = readPart(cells, columns.from, present?.from, (text) => readCountCell(text, 'pieces'))
  const price = readPart(cells, columns.price, present?.price, readPriceCell)
  const errors = [from, price].flatMap((part) => ('detail' in part ? [part] : []))
  if (errors.length > 0) return { errors }
  const [pieces, dollars] = [from, price].map((part) => ('value' in part ? part.value : undefined))
  if (pieces === undefined && dollars === undefined) return {}
  // A left-out column has what the product has: nothing beyond the end of its ladder.
  if (pieces === undefined)
    return { errors: [{ column: columns.from, detail: `It is missing beside ${columns.price}.` }] }
  if (dollars === undefined)
    return { errors: [{ column: columns.price, detail: `It is missing beside ${columns.from}.` }] }
  return { value: { from: pieces, price: dollars } }
}

function readPart(
  cells: ReadonlyMap<string, string>,
  column: string,
  present: number | undefined,
  read: typeof readNumberCell,
): { readonly value: number | undefined } | RowError {
  if (!cells.has(column)) return { value: present }
  const text = textOf(cells, column)
  if (text === '') return { value: undefined }
  const result = read(text)
  return 'problem' in result ? { column, detail: result.problem } : { value: result.value as number }
}

/** A calculated price often has more decimals than a price can have: it is never rounded unseen. */
function readPriceCell(text: string): CellReading {
  const read = readNumberCell(text)
  if ('problem' in read || priceToE4(Number(read.value)) !== undefined || !/^\d*[.,]\d{5,}$/.test(text))
    return read
  return { problem: `${text} has more than 4 decimals. Round it, for example with =ROUND(…, 4).` }
}

const textOf = (cells: ReadonlyMap<string, string>, column: string): string => cells.get(column)?.trim() ?? ''

/** What a ladder makes of the other values of a row: it replaces `prices`, and only two changes can disagree. */
export function withLadder(
  given: GivenValues,
  ladder: TypedLadder | undefined,
  present: readonly PriceBreak[] | undefined,
): GivenValues {
  if (!ladder) return given
  const { prices, columns } = ladder
  const other = given.fields.get('prices')
  const fields = new Map(given.fields).set('prices', prices.length > 0 ? prices : undefined)
  const isQuestion =
    other !== undefined && !isDeepStrictEqual(other, present) && !isDeepStrictEqual(other, prices)
  if (!isQuestion) return { ...given, fields }
  const column = columns[0]?.price ?? BREAKS[0]?.price ?? 'prices'
  const detail = `The columns from 1, price 1, … and the column prices say different prices, and both differ from the product. Empty those that do not count.`
  return { ...given, fields, errors: [...given.errors, { column, detail }] }
}
