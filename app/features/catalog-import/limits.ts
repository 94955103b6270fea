/** How many rows one call leaves out of an import, or takes in again. Not in schema.ts, so that the page loads no validator. */
export const MOST_LEFT_OUT = 1000
