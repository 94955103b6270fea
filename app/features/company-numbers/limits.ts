/** The most own part numbers of a company. */
export const MOST_OWN_NUMBERS = 20_000

/** The largest list of them, as JSON or as a file. */
export const LARGEST_LIST = { bytes: 6_000_000, size: '6 MB' } as const

/** A refusal names so many wrong rows. */
export const WRONG_ROWS_NAMED = 100
