/** The most lines of a quote. */
export const MAXIMUM_QUOTE_LINES = 500

/** The largest text of a quote. */
export const MAXIMUM_QUOTE_BYTES = 100_000

/** The most lines of an order, and so of a cart. */
export const MAXIMUM_ORDER_LINES = 200

/** What the buyer calls the part of a line, and the note of the line. */
export const LONGEST_OWN_NUMBER = 64

export const LONGEST_LINE_NOTE = 200
