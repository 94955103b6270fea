import { lineTotal, type PricedProduct } from '#features/pricing/price-line.ts'
import { isSoldOut, type OrderableProduct, quantityReason } from '#features/pricing/quantity-terms.ts'
import { priceTexts } from '#features/pricing/texts.ts'
import { unreadText } from '#features/pricing/typed-quantity.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'

/** What a row shows beside its typed quantity: the total, or in a few words why it cannot be ordered. */
export interface QuantityText {
  readonly text: string
  readonly canOrder: boolean
}

export function quantityText(typed: string, product: PricedProduct & OrderableProduct): QuantityText {
  if (typed.trim() === '') return { text: '', canOrder: false }
  const pieces = readPieces(typed)
  if (pieces === undefined) return { text: unreadText(typed.trim()), canOrder: false }
  if (isSoldOut(product)) return { text: priceTexts.soldOut.toLowerCase(), canOrder: false }
  switch (quantityReason(product, pieces)) {
    case 'below_minimum':
      return { text: `min. ${formatCount(product.minimum)}`, canOrder: false }
    case 'off_step':
      return { text: `multiples of ${formatCount(product.step)}`, canOrder: false }
    case 'out_of_stock':
      return { text: `only ${formatCount(product.quantity)}`, canOrder: false }
    default:
      return { text: formatTotal(lineTotal(product, pieces)), canOrder: true }
  }
}
