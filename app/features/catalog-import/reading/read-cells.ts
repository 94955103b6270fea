import type { Category } from '#features/catalog/schema.ts'
import { readPieces, readPrice } from '#kit/text/read-number.ts'
import { attributeColumn, attributeOf, type ProductColumn } from './columns.ts'

/** What is wrong with a cell, or with what its row would make of a product. */
export interface RowError {
  readonly column: string
  readonly detail: string
}

/** The values of a row: undefined for an empty cell, which sets the default. */
export interface GivenValues {
  /** By field; a field whose column is left out is missing. */
  readonly fields: ReadonlyMap<string, unknown>
  /** By key; an attribute whose column is left out is missing. */
  readonly attributes: ReadonlyMap<string, string>
  readonly errors: readonly RowError[]
}

/** The value of a text, or why it has none. */
type Read = { readonly value: unknown } | { readonly problem: string }

/** Reads the cells of a row, by column. */
export function readCells(cells: ReadonlyMap<string, string>): GivenValues {
  const fields = new Map<string, unknown>()
  const attributes = new Map<string, string>()
  const errors: RowError[] = []
  for (const [column, cell] of cells) {
    const key = attributeOf(column)
    const text = cell.trim()
    if (key !== undefined) {
      attributes.set(key, text)
      continue
    }
    const read = text === '' ? { value: undefined } : READERS[column as ProductColumn](text)
    if ('problem' in read) errors.push({ column, detail: read.problem })
    else fields.set(column, read.value)
  }
  return { fields, attributes, errors }
}

const asText = (text: string): Read => ({ value: text })

/** A number as the export writes it: without a thousands separator, so that `1.250` is no thousand. */
const PLAIN_NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/

function asNumber(text: string): Read {
  const [, sign = '', size = ''] = /^(-?)(.*)$/s.exec(text) ?? []
  const [value, larger] = PLAIN_NUMBER.test(size) ? [Number(size)] : (readPrice(size) ?? [])
  if (value === undefined) return { problem: `${shown(text)} is not a number.` }
  if (larger === undefined) return { value: Number(`${sign}${value}`) }
  return { problem: `${shown(text)} can be ${sign}${value} or ${sign}${larger}. Write one of these.` }
}

function asPieces(text: string): Read {
  const value = readPieces(text)
  return value === undefined ? { problem: `${shown(text)} is not a whole number of pieces.` } : { value }
}

/** `100:0.0687 1000:0.0612` */
function asPrices(text: string): Read {
  const breaks = text.split(/\s+/).map((each) => /^(\d{1,12}):(\d{1,12}(?:\.\d{1,12})?)$/.exec(each))
  if (breaks.some((found) => found === null))
    return { problem: `${shown(text)} is not a list of prices such as 100:0.0687 1000:0.0612.` }
  return { value: breaks.map((found) => ({ from: Number(found?.[1]), price: Number(found?.[2]) })) }
}

const READERS: Readonly<Record<ProductColumn, (text: string) => Read>> = {
  sku: asText,
  name: asText,
  category: asText,
  price: asNumber,
  prices: asPrices,
  minimum: asPieces,
  step: asPieces,
  quantity: asPieces,
  description: asText,
  image: asText,
}

type Attribute = Category['attributes'][number]

/**
 * The values of a product's attributes: those it has, and those of a row. An attribute is a number or a text as its category
 * says; a number may be followed by its unit.
 */
export function attributeValues(
  present: Readonly<Record<string, unknown>>,
  given: ReadonlyMap<string, string>,
  described: readonly Attribute[] = [],
): { readonly values: Record<string, unknown>; readonly errors: readonly RowError[] } {
  const values: Record<string, unknown> = { ...present }
  const errors: RowError[] = []
  for (const [key, text] of given) {
    const attribute = described.find((each) => each.key === key)
    if (text === '') delete values[key]
    else if (attribute?.kind !== 'number') values[key] = text
    else {
      const { unit } = attribute
      const number = unit !== undefined && text.endsWith(unit) ? text.slice(0, -unit.length) : text
      const read = asNumber(number.trim())
      if ('problem' in read) errors.push({ column: attributeColumn(key), detail: read.problem })
      else values[key] = read.value
    }
  }
  return { values, errors }
}

const LONGEST_SHOWN = 60

/** A text of the file, shortened, in quotation marks. */
const shown = (text: string): string =>
  JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
