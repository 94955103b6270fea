import type { Attribute } from './filter-texts.ts'

/** The columns of every table that it can be sorted by, in the sequence of the table. `kind` words the order. */
export const fixedColumns = {
  sku: { label: 'Part number', kind: 'text' },
  price: { label: 'Price', kind: 'number' },
  'top-price': { label: 'Best price', kind: 'number' },
  quantity: { label: 'In stock', kind: 'number' },
} as const

const ORDERS = {
  text: { ascending: 'A to Z', descending: 'Z to A' },
  number: { ascending: 'low to high', descending: 'high to low' },
} as const

/** The orders of a table as options of a select; the default order has no value. */
export function sortOptions(attributes: readonly Attribute[]): { value: string; label: string }[] {
  const { sku, ...rest } = fixedColumns
  const columns = [
    ['sku', sku] as const,
    ...attributes.map((attribute) => [attribute.key, attribute] as const),
    ...Object.entries(rest),
  ]
  return [
    { value: '', label: 'As listed' },
    ...columns.flatMap(([key, { label, kind }]) => [
      { value: key, label: `${label}, ${ORDERS[kind].ascending}` },
      { value: `-${key}`, label: `${label}, ${ORDERS[kind].descending}` },
    ]),
  ]
}

/** Whether a table with these attributes can be sorted so. */
export function isSort(sort: string, attributes: readonly { readonly key: string }[]): boolean {
  const column = sort.replace(/^-/, '')
  return Object.hasOwn(fixedColumns, column) || attributes.some(({ key }) => key === column)
}
