import { centsToDollars, priceToE4, totalCents } from '#kit/money.ts'

/** The minimum quantity of an order, in pieces. The database checks it too. */
export const MINIMUM_ORDER_PIECES = 100

/** The total of the smallest order in dollars, at a price per piece in dollars. */
export const priceOfMinimum = (dollars: number): number =>
  centsToDollars(totalCents(priceToE4(dollars) ?? 0, MINIMUM_ORDER_PIECES))

/** Below this stock the shop shows how many pieces are left. */
const LOW_STOCK_PIECES = 5 * MINIMUM_ORDER_PIECES

/** Too few pieces are left for anyone to order. */
export const isSoldOut = (pieces: number): boolean => pieces < MINIMUM_ORDER_PIECES

/** Pieces can be ordered, but not many more. */
export const isLowStock = (pieces: number): boolean => !isSoldOut(pieces) && pieces < LOW_STOCK_PIECES
