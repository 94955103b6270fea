import { PRODUCT_FIELDS, type ProductFieldName } from '#features/catalog/catalog.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { ladderColumns } from './ladder-columns.ts'

/** The columns of the export, in its sequence: these first. An import may have any of them. */
export const PRODUCT_COLUMNS = [
  ...new Set<ProductFieldName>([
    ...(['sku', 'name', 'category', 'price', 'prices'] as const),
    ...(['minimum', 'step', 'quantity', 'description', 'image'] as const),
    ...PRODUCT_FIELDS,
  ]),
]

/** The columns that an import may have besides those of attributes. */
const KNOWN_COLUMNS: readonly string[] = [...PRODUCT_COLUMNS, ...ladderColumns()]

/** Before the key of an attribute, in the name of its column. */
const ATTRIBUTE = 'attribute:'

export const attributeColumn = (key: string): string => ATTRIBUTE + key

/** The key of the attribute of a column; undefined when it is none. */
export const attributeOf = (column: string): string | undefined =>
  column.startsWith(ATTRIBUTE) ? column.slice(ATTRIBUTE.length) : undefined

/** A file of wrong rows says in this column what is wrong; reading leaves it out. */
export const PROBLEM_COLUMN = 'problem'

const BY_NAME = new Map<string, string>(KNOWN_COLUMNS.map((column) => [column.toLowerCase(), column]))

/** The columns that names mean, in any case. */
export const columnsOf = (names: readonly string[]): string[] =>
  names.map((name) => {
    const lower = name.trim().toLowerCase()
    return BY_NAME.get(lower) ?? lower
  })

/**
 * The columns of a file by the names in its first row, in any case; an empty text for one that is left out. Refuses (422) one
 * without part numbers, with unknown columns or with one twice.
 */
export function readColumns(names: readonly string[], attributeKeys: ReadonlySet<string>): string[] {
  const columns = columnsOf(names)
  const isKnown = (column: string): boolean =>
    KNOWN_COLUMNS.includes(column) || attributeKeys.has(attributeOf(column) ?? '')
  const used = columns.map((column) => (column === PROBLEM_COLUMN ? '' : column))
  const unknown = used.findIndex((column) => column !== '' && !isKnown(column))
  if (unknown !== -1)
    throw invalidField(columnPath(unknown), `The column ${quoted(names[unknown])} is unknown. ${EXPECTED}`)
  const twice = used.findIndex((column, index) => column !== '' && used.indexOf(column) < index)
  if (twice !== -1)
    throw invalidField(columnPath(twice), `The column ${quoted(names[twice])} is there twice.`)
  if (!used.includes('sku')) throw invalidField('sku', `There is no column sku. ${EXPECTED}`)
  return used
}

/** Whether a file names all of its columns as the shop does, so that nothing is to be asked about them. */
export const isOwnHeads = (names: readonly string[], known: ReadonlySet<string>): boolean => {
  const columns = columnsOf(names)
  return (
    columns.includes('sku') &&
    new Set(columns).size === columns.length &&
    columns.every((column) => known.has(column) || column === PROBLEM_COLUMN)
  )
}

/**
 * The columns of a file as somebody said what they mean; an empty text for one that is left out. Refuses (422) an unknown column,
 * one twice, a file without part numbers, and another number of columns than the file has.
 */
export function saidColumns(
  said: readonly string[],
  heads: readonly string[],
  attributeKeys: ReadonlySet<string>,
): string[] {
  const used = heads.map((_, index) => said[index] ?? '')
  const isKnown = (column: string): boolean =>
    KNOWN_COLUMNS.includes(column) || attributeKeys.has(attributeOf(column) ?? '')
  if (said.length > heads.length && said.slice(heads.length).some((column) => column !== ''))
    throw invalidField('reading', `The file has ${heads.length} columns.`)
  const unknown = used.findIndex((column) => column !== '' && !isKnown(column))
  if (unknown !== -1)
    throw invalidField(columnPath(unknown), `A column cannot mean ${quoted(used[unknown])}.`)
  const twice = used.findIndex((column, index) => column !== '' && used.indexOf(column) < index)
  if (twice !== -1)
    throw invalidField(columnPath(twice), `Two columns mean ${quoted(used[twice])}. Leave one of them out.`)
  if (!used.includes('sku')) throw invalidField('sku', 'Say which column has the part numbers.')
  return used
}

const EXPECTED = `The first row names the columns: ${PRODUCT_COLUMNS.join(', ')}, from 1, price 1, from 2, price 2 and so on, and ${ATTRIBUTE} with the key of an attribute; all but sku can be left out.`

const columnPath = (index: number): string => `columns/${index}`

const LONGEST_NAME = 60

const quoted = (name = ''): string => JSON.stringify(name.slice(0, LONGEST_NAME))
