import { lineTotal, type PricedProduct } from './price-line.ts'

/** The total of so many pieces in dollars, as the server computes it; undefined without a number of pieces above 0. */
export function orderTotal(product: PricedProduct, pieces: number | undefined): number | undefined {
  return pieces === undefined || pieces < 1 ? undefined : lineTotal(product, pieces)
}
