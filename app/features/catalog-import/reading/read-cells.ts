import { type CellReading, kindOfField, productField, readNumberCell } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import { attributeColumn, attributeOf } from '../columns/columns.ts'

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

const NOTHING: CellReading = { value: undefined }

function readCell(column: string, text: string): CellReading {
  const field = productField(column)
  return text === '' || !field ? NOTHING : kindOfField(field).readCell(text, field)
}

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
    // The columns of a ladder are read together: see `ladder-columns.ts`.
    if (!productField(column)) continue
    const read = readCell(column, text)
    if ('problem' in read) errors.push({ column, detail: read.problem })
    else fields.set(column, read.value)
  }
  return { fields, attributes, errors }
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
      const read = readNumberCell(number.trim())
      if ('problem' in read) errors.push({ column: attributeColumn(key), detail: read.problem })
      else values[key] = read.value
    }
  }
  return { values, errors }
}
