import { formatCount } from '#kit/count-text.ts'
import type { QuantityTerms } from './quantity-terms.ts'

/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const productTexts = {
  added: 'Product added successfully',
  deleted: 'Product deleted successfully',
  perPiece: 'per piece',
  minimum: 'Minimum order 100 pieces',
  soldOut: 'Sold out',
} as const

/** The sequences in which pages of all parts can be shown. */
export const sortTexts = {
  newest: 'Newest first',
  name: 'By name',
  price: 'Lowest price first',
  '-price': 'Highest price first',
} as const

/** The specification's text, with the minimum of the product, and its step. */
export const minimumText = ({ minimum, step }: QuantityTerms): string =>
  productTexts.minimum.replace('100', formatCount(minimum)) +
  (step === 1 ? '' : `, in steps of ${formatCount(step)}`)
