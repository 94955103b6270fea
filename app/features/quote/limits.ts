/** The most lines of a quote. */
export const MAXIMUM_QUOTE_LINES = 500

/** The largest text of a quote. */
export const MAXIMUM_QUOTE_BYTES = 100_000

/** The most lines of an order, and so of a cart. */
export const MAXIMUM_ORDER_LINES = 200

/** What the buyer says of a line. */
export const LONGEST_LINE_NOTE = 200
