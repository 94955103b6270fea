/** The most prices that are agreed with a company. */
export const MOST_AGREED = 20_000

/** The most parts whose prices are asked for at once. */
export const ASKED_AT_ONCE = 100
