/** A day of 24 hours, in ms. */
export const DAY_MS = 24 * 3_600_000

/** The day of a moment in UTC, as the number of days since 1970. */
export const dayNumber = (ms: number): number => Math.floor(ms / DAY_MS)

/** The day of a moment in UTC, as answers and addresses have it: "2026-11-23". */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
