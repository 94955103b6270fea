import { formatCount } from '#kit/count-text.ts'
import type { QuantityTerms } from './quantity-terms.ts'

/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const productTexts = {
  added: 'Product added successfully',
  deleted: 'Product deleted successfully',
  perPiece: 'per piece',
  soldOut: 'Sold out',
} as const

/** The specification's words for a minimum of 100, and the same for the terms of any other product. */
export const minimumText = ({ minimum, step }: QuantityTerms): string =>
  `Minimum order ${formatCount(minimum)} pieces${step === 1 ? '' : `, in steps of ${formatCount(step)}`}`
