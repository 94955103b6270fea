/** The most prices that are agreed with a company. */
export const MOST_AGREED = 20_000

/** The largest list of them, as JSON or as a file. */
export const LARGEST_LIST = { bytes: 20_000_000, size: '20 MB' } as const

/** A refusal names so many wrong rows. */
export const WRONG_ROWS_NAMED = 20

/** The most parts whose prices are asked for at once. */
export const ASKED_AT_ONCE = 100
