import type { Product } from './schema.ts'

/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const productTexts = {
  added: 'Product added successfully',
  deleted: 'Product deleted successfully',
} as const

/** The sequences in which pages of all parts can be shown. */
export const sortTexts = {
  newest: 'Newest first',
  name: 'By name',
  price: 'Lowest price first',
  '-price': 'Highest price first',
} as const

/** The value of an attribute with its unit: "40 mm". */
export const attributeText = ({
  value,
  unit,
}: Pick<Product['attributes'][number], 'value' | 'unit'>): string => (unit ? `${value} ${unit}` : `${value}`)
