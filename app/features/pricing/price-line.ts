import { centsToDollars, exactE4, totalCents } from '#kit/money.ts'

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
