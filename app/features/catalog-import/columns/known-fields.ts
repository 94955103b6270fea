import { kindOfField, productField } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import type { KnownField } from '../schema.ts'
import { attributeColumn, PRODUCT_COLUMNS } from './columns.ts'
import { ladderColumns, ladderNumbers } from './ladder-columns.ts'

/** What a new part has to have; its picture can be a file or a drawing. */
const FOR_NEW_PARTS = ['name', 'price', 'quantity', 'description']

/** All that a column of a file can mean, with its name for admins. An attribute of several categories is one. */
export function knownFields(categories: Iterable<Category>): KnownField[] {
  const attributes = new Map<string, { labels: Set<string>; isNumber: boolean }>()
  for (const category of categories)
    for (const { key, label, unit, kind } of category.attributes) {
      const known = attributes.get(key) ?? { labels: new Set(), isNumber: false }
      known.labels.add(unit === undefined ? label : `${label} (${unit})`)
      known.isNumber ||= kind === 'number'
      attributes.set(key, known)
    }
  return [
    ...PRODUCT_COLUMNS.map((field) => ({
      field,
      label: labelOf(field),
      isNumber: isNumber(field),
      ...neededFor(field),
    })),
    ...ladderColumns().map((field) => ({
      field,
      label: field.replace(/^from/, 'Pieces from, price break').replace(/^price/, 'Price of price break'),
      isNumber: ladderNumbers(field) !== undefined,
    })),
    ...[...attributes].map(([key, { labels, isNumber }]) => ({
      field: attributeColumn(key),
      label: [...labels].slice(0, 2).join(', '),
      isNumber,
    })),
  ]
}

const labelOf = (field: string): string =>
  field === 'prices' ? 'Price breaks' : (productField(field)?.label ?? field)

function isNumber(field: string): boolean {
  const found = productField(field)
  const numbers = found && kindOfField(found).numbers
  return numbers !== undefined && numbers !== 'breaks'
}

function neededFor(field: string): Pick<KnownField, 'needed'> {
  if (field === 'sku') return { needed: 'always' }
  return FOR_NEW_PARTS.includes(field) ? { needed: 'new parts' } : {}
}

/** The attribute that a head names by its label or key, with its unit if it has one: "Length (mm)". */
export function attributeNamed(head: string, categories: Iterable<Category>): string | undefined {
  const given = plainName(head)
  const keys = new Set<string>()
  for (const { attributes } of categories)
    for (const { key, label, unit } of attributes) {
      const names = [label, key].flatMap((name) => [name, `${name} ${unit ?? ''}`]).map(plainName)
      if (names.includes(given)) keys.add(key)
    }
  // Two categories can call different attributes the same.
  return keys.size === 1 ? attributeColumn([...keys][0] ?? '') : undefined
}

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}"]+/gu, ' ')
    .trim()
