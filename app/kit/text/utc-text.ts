/** Days, and times in UTC, for mails and documents: the time zone of their reader is not known. */

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A day such as "2026-11-23": "23 November 2026". */
export const longDayText = (day: string): string => DAY.format(Date.parse(day))

/** "23 November 2026 at 14:20 UTC"; `ms` is since 1970. */
export const utcTimeText = (ms: number): string => `${TIME.format(ms)} UTC`
