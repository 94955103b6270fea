/** Days and times in UTC, for mails and documents: the time zone of their reader is not known. `ms` is since 1970. */

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** "23 November 2026" */
export const utcDayText = (ms: number): string => DAY.format(ms)

/** "23 November 2026 at 14:20 UTC" */
export const utcTimeText = (ms: number): string => `${TIME.format(ms)} UTC`
