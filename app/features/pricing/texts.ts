import { formatCount } from '#kit/text/count-text.ts'
import { isSoldOut, type OrderableProduct, type QuantityTerms, quantityReason } from './quantity-terms.ts'

/** Texts about prices and quantities; the specification quotes the minimum. */
export const priceTexts = {
  perPiece: 'per piece',
  minimum: 'Minimum order 100 pieces',
  soldOut: 'Sold out',
} as const

/** The specification's text, with the minimum of the product, and its step. */
export const minimumText = ({ minimum, step }: QuantityTerms): string =>
  priceTexts.minimum.replace('100', formatCount(minimum)) +
  (step === 1 ? '' : `, sold in multiples of ${formatCount(step)}`)

export const noQuantityText = 'How many pieces?'

export const atLeastText = (minimum: number): string =>
  `An order has at least ${formatCount(minimum)} pieces.`

export const offStepText = (step: number): string => `Sold in multiples of ${formatCount(step)}.`

export const outOfStockText = (available: number): string => `Only ${formatCount(available)} pieces are left.`

/** Why a sold-out product cannot be ordered. */
export const soldOutText = ({ quantity, minimum }: OrderableProduct): string =>
  `Sold out: ${formatCount(quantity)} pieces are left, and an order has at least ${formatCount(minimum)}.`

/** Why so many pieces cannot be ordered, in a sentence; undefined when they can. */
export function quantityProblemText(product: OrderableProduct, quantity: number): string | undefined {
  if (isSoldOut(product)) return soldOutText(product)
  switch (quantityReason(product, quantity)) {
    case 'below_minimum':
      return atLeastText(product.minimum)
    case 'off_step':
      return offStepText(product.step)
    case 'out_of_stock':
      return outOfStockText(product.quantity)
    default:
      return undefined
  }
}
