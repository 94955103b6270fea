import { type PricedProduct, reachedBreak } from './price-line.ts'
import { largestOrderable, type OrderableProduct, upToStep } from './quantity-terms.ts'

/** A larger quantity at which a piece costs less. */
export interface NextBreak {
  readonly quantity: number
  /** Dollars per piece. */
  readonly price: number
}

/** The smallest quantity above this one that costs less per piece and can be ordered; undefined when there is none. */
export function nextBreak(product: PricedProduct & OrderableProduct, pieces: number): NextBreak | undefined {
  const { prices, minimum, step } = product
  const next = prices.find(({ from }) => from > Math.max(pieces, minimum))
  if (!next) return undefined
  const quantity = upToStep(next.from, step)
  // The step can lead past another break.
  const { price } = reachedBreak(product, quantity)
  return quantity <= (largestOrderable(product) ?? 0) ? { quantity, price } : undefined
}
