import { DAY_MS, dayNumber, isoDay, MINUTE_MS } from '#kit/time.ts'

/** Days and times on the clock of a time zone. A day is "2026-12-08", a time "14:00", a moment milliseconds since 1970. */

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  clocks.set(timeZone, clock)
  return clock
}

/** What a clock in UTC shows when it shows the same as a clock in the zone at that moment, without milliseconds. */
function shownAt(moment: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(moment)
  const {
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
    second = 0,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The day that it is in the zone at that moment. */
export const dayAt = (moment: number, timeZone: string): string => isoDay(shownAt(moment, timeZone))

/** The same as the number of days since 1970. */
export const dayNumberAt = (moment: number, timeZone: string): number => dayNumber(shownAt(moment, timeZone))

/**
 * The moment at which the clock of the zone shows that time on that day. When clocks are put back and show it twice, it is
 * the first; when they are put forward from 02:00 to 03:00, 02:30 is 03:30.
 */
export function momentOf(day: string, time: string, timeZone: string): number {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (moment: number): number =>
    Math.round((shownAt(moment, timeZone) - moment) / MINUTE_MS) * MINUTE_MS
  // No zone changes twice in two days.
  const before = shown - offsetAt(shown - DAY_MS)
  const after = shown - offsetAt(shown + DAY_MS)
  return [before, after].find((moment) => shownAt(moment, timeZone) === shown) ?? before
}
