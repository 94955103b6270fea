const DAY_MS = 24 * 3_600_000

/** Whoever reads on the sixth day from now still knows which weekday is meant. */
const LAST_WEEKDAY = 6

/** Creates the formats; creating one takes 80 ms on a slow phone. */
function createFormats(timeZone: string | undefined) {
  const format = (options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone !== undefined && { timeZone }) })
  return {
    time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    weekday: format({ weekday: 'long' }),
    date: format({ dateStyle: 'medium' }),
    /** As ISO 8601 writes a date. */
    day: format({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA'),
  }
}

const created = new Map<string | undefined, ReturnType<typeof createFormats>>()

function formatsOf(timeZone: string | undefined) {
  const formats = created.get(timeZone) ?? createFormats(timeZone)
  created.set(timeZone, formats)
  return formats
}

/**
 * A moment in the reader's time zone, as it is said at `nowMs`: "today 14:20", "tomorrow 09:05", "Tuesday 14:20" in the
 * days after, else "Nov 30, 2026, 14:20". `iso` is ISO 8601; `timeZone` replaces the reader's.
 */
export function momentText(iso: string, nowMs: number, timeZone?: string): string {
  const { time, weekday, day } = formatsOf(timeZone)
  const moment = new Date(iso)
  const days = (Date.parse(day.format(moment)) - Date.parse(day.format(nowMs))) / DAY_MS
  if (days < 0 || days > LAST_WEEKDAY) return dateTimeText(iso, timeZone)
  const name = ['today', 'tomorrow'][days] ?? weekday.format(moment)
  return `${name} ${time.format(moment)}`
}

/** A moment with its date, for what has happened: "Nov 23, 2026, 14:20". */
export function dateTimeText(iso: string, timeZone?: string): string {
  const { time, date } = formatsOf(timeZone)
  const moment = new Date(iso)
  return `${date.format(moment)}, ${time.format(moment)}`
}
