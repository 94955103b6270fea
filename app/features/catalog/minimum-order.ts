/** The smallest quantity that can be ordered of a part, in pieces. The tables check it too. */
export const MINIMUM_ORDER_PIECES = 100
