/** How many rows one call leaves out of an import, or takes in again. Not in schema.ts, so that the page loads no validator. */
export const MOST_LEFT_OUT = 1000

/** Columns of a file, and how long the name of one and a value for all new parts can be. */
export const MOST_COLUMNS = 1000
export const LONGEST_COLUMN = 300
export const LONGEST_VALUE = 2000

/** Pictures that are sent with a file. */
export const MOST_PICTURES = 1000
