import { formatDecimal } from '#kit/text/count-text.ts'
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

/** Grams: "4.7 g", "1,250 g" */
export const weightText = (grams: number): string => `${formatDecimal(grams)} g`

/** "1 working day", "3 working days" */
export const workingDaysText = (days: number): string => `${days} working ${days === 1 ? 'day' : 'days'}`

/** A code of the tariff as customs write it: its heading of four digits, then pairs: "7318 15 20" */
export const customsCodeText = (digits: string): string =>
  [digits.slice(0, 4), ...(digits.slice(4).match(/\d{1,2}/g) ?? [])].join(' ')
