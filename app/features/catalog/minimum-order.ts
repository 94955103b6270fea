import { centsToDollars, priceToE4, totalCents } from '#kit/money.ts'

/** The smallest quantity that can be ordered of a part, in pieces. The tables check it too. */
export const MINIMUM_ORDER_PIECES = 100

/** What the smallest order comes to, in dollars, at a price per piece. */
export const priceOfMinimum = (dollars: number): number =>
  centsToDollars(totalCents(priceToE4(dollars) ?? 0, MINIMUM_ORDER_PIECES))

/** Of fewer pieces than these it is said how many are left: they are five of the smallest orders. */
const LOW_STOCK_PIECES = 5 * MINIMUM_ORDER_PIECES

/** Too few pieces are left for anyone to order. */
export const isSoldOut = (pieces: number): boolean => pieces < MINIMUM_ORDER_PIECES

/** Pieces can be ordered, but not many more. */
export const isLowStock = (pieces: number): boolean => !isSoldOut(pieces) && pieces < LOW_STOCK_PIECES
