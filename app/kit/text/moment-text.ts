import { DAY_MS } from '#kit/time.ts'

/** Whoever reads on the sixth day from now still knows which weekday is meant. */
const LAST_WEEKDAY = 6

const FORMATS = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'long' },
  date: { dateStyle: 'medium' },
  monthDay: { month: 'short', day: 'numeric' },
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** `en-CA` writes a day as ISO 8601 does. */
const LOCALES = { time: 'en-US', weekday: 'en-US', date: 'en-US', monthDay: 'en-US', day: 'en-CA' } as const

const created = new Map<string, Intl.DateTimeFormat>()

/** The format, created on first use: that takes 80 ms on a slow phone. */
function formatOf(name: keyof typeof FORMATS, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`
  const options = { ...FORMATS[name], ...(timeZone !== undefined && { timeZone }) }
  const format = created.get(key) ?? new Intl.DateTimeFormat(LOCALES[name], options)
  created.set(key, format)
  return format
}

/**
 * A moment in the reader's time zone, as it is said at `nowMs`: "today 14:20", "tomorrow 09:05", "Tuesday 14:20" in the
 * days after, else "Nov 30, 2026, 14:20". `iso` is ISO 8601; `timeZone` replaces the reader's.
 */
export function momentText(iso: string, nowMs: number, timeZone?: string): string {
  const day = formatOf('day', timeZone)
  const moment = new Date(iso)
  const days = (Date.parse(day.format(moment)) - Date.parse(day.format(nowMs))) / DAY_MS
  if (days < 0 || days > LAST_WEEKDAY) return dateTimeText(iso, timeZone)
  const name = ['today', 'tomorrow'][days] ?? formatOf('weekday', timeZone).format(moment)
  return `${name} ${formatOf('time', timeZone).format(moment)}`
}

/** A day such as "2026-11-23" as people write it, in whatever time zone they are: "Nov 23, 2026". */
export const dayText = (isoDay: string): string => formatOf('date', 'UTC').format(new Date(isoDay))

/** A moment with its date, for what has happened: "Nov 23, 2026, 14:20". */
export function dateTimeText(iso: string, timeZone?: string): string {
  const moment = new Date(iso)
  return `${formatOf('date', timeZone).format(moment)}, ${formatOf('time', timeZone).format(moment)}`
}

/** The day of a moment in a few letters, with the year if that is not the one of `nowMs`: "Nov 23", "Nov 23, 2025". */
export function monthDayText(iso: string, nowMs: number, timeZone?: string): string {
  const day = formatOf('day', timeZone)
  const moment = new Date(iso)
  const isThisYear = day.format(moment).slice(0, 4) === day.format(nowMs).slice(0, 4)
  return formatOf(isThisYear ? 'monthDay' : 'date', timeZone).format(moment)
}
