import { centsToDollars, exactE4, totalCents } from '#kit/money.ts'
import { largestOrderable, type OrderableProduct, upToStep } from './quantity-terms.ts'

/** What a piece costs from so many pieces on: dollars with at most 4 decimals. */
export interface PriceBreak {
  readonly from: number
  readonly price: number
}

/** The price breaks of a product, the smallest quantity first. */
export interface PricedProduct {
  readonly prices: readonly PriceBreak[]
}

/** The price of a line: per piece in ten-thousandths of a dollar, the total in cents. */
export interface LinePrice {
  readonly priceE4: number
  readonly totalCents: number
}

/** The price break of so many pieces: the last one reached; below the first break the first. */
export const reachedBreak = ({ prices }: PricedProduct, quantity: number): PriceBreak =>
  prices.findLast(({ from }) => from <= quantity) ?? firstBreak(prices)

/** The price break of the smallest quantity. Throws without one: nothing is free. */
export function firstBreak([first]: readonly PriceBreak[]): PriceBreak {
  if (!first) throw new Error('A product without a price cannot be priced.')
  return first
}

/**
 * The price of so many pieces, by the price break reached. The total is rounded to the cent, half a cent up. Server and
 * browser price lines with it; an order keeps the result, which mails show.
 */
export function priceLine(product: PricedProduct, quantity: number): LinePrice {
  const priceE4 = exactE4(reachedBreak(product, quantity).price)
  return { priceE4, totalCents: totalCents(priceE4, quantity) }
}

/** The total of a line in dollars; see {@link priceLine}. */
export const lineTotal = (product: PricedProduct, quantity: number): number =>
  centsToDollars(priceLine(product, quantity).totalCents)

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

/** The total of so many pieces in dollars, as the server computes it; undefined without a number of pieces above 0. */
export function orderTotal(product: PricedProduct, pieces: number | undefined): number | undefined {
  return pieces === undefined || pieces < 1 ? undefined : lineTotal(product, pieces)
}
