/** The smallest quantity that can be ordered of a part, in pieces. The tables check it too. */
export const MINIMUM_ORDER_PIECES = 100

/** Of fewer pieces than these it is said how many are left: they are five of the smallest orders. */
const LOW_STOCK_PIECES = 5 * MINIMUM_ORDER_PIECES

/** Too few pieces are left for anyone to order. */
export const isSoldOut = (pieces: number): boolean => pieces < MINIMUM_ORDER_PIECES

/** Pieces can be ordered, but not many more. */
export const isLowStock = (pieces: number): boolean => !isSoldOut(pieces) && pieces < LOW_STOCK_PIECES
