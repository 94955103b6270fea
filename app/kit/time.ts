export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS

export const HOUR_MS = 60 * MINUTE_MS

/** A day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS

/** The day of a moment in UTC, as the number of days since 1970. Days that people see are those of `time-zone.ts`. */
export const dayNumber = (ms: number): number => Math.floor(ms / DAY_MS)

/** The day of a moment in UTC, as answers and addresses have it: "2026-11-23". */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The time as answers and the database have it, such as "2026-11-23T14:20:00.000Z". `ms` is since 1970. */
export const toIso = (ms: number): string => new Date(ms).toISOString()

/** How long a change can be undone from the toast that tells of it; nobody is told of it by mail before. */
export const UNDO_MS = 10_000

/** An undo of the last moment takes a while to reach the shop and to be written. */
const UNDO_ARRIVES_MS = 1000

/** How long after a change that can be undone a mail about it leaves. */
export const MAIL_AFTER_MS = UNDO_MS + UNDO_ARRIVES_MS

/**
 * How long (ms) to wait after a failure, when so many attempts failed before it: `firstMs` after the first, twice as long
 * after each further one, up to `longestMs`.
 */
export const retryWaitMs = (failedBefore: number, limits: { firstMs: number; longestMs: number }): number =>
  Math.min(limits.firstMs * 2 ** failedBefore, limits.longestMs)
