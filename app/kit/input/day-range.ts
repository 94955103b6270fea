import { momentOf } from '#kit/days/time-zone.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'

/** Days such as "2026-01-31", both included; without one of them the range is open on that side. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Ranges that move with the day, with their labels. */
export const MOVING_RANGES = [
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'this-quarter', label: 'This quarter' },
  { value: 'last-quarter', label: 'Last quarter' },
] as const

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** Whether it names a range: one that moves, or a month such as `2026-02`. */
export const isRange = (name: string): boolean =>
  MOVING_RANGES.some(({ value }) => value === name) || MONTH.test(name)

/** The days of a range that {@link isRange}, when it is `today`. */
export function daysOfRange(range: string, today: string): Required<DayRange> {
  const [year = 0, month = 1] = (MONTH.test(range) ? range : today).split('-').map(Number)
  const first = month - 1
  const quarter = first - (first % 3)
  const ends: Readonly<Record<string, readonly [number, number]>> = {
    'last-month': [first - 1, first],
    'this-quarter': [quarter, quarter + 3],
    'last-quarter': [quarter - 3, quarter],
  }
  const [from, end] = ends[range] ?? [first, first + 1]
  // The day before the first of a month is the last of the month before.
  return { from: isoDay(Date.UTC(year, from, 1)), to: isoDay(Date.UTC(year, end, 0)) }
}

/** As many whole months as a range of whole months has, just before it. */
export function rangeBefore({ from, to }: Required<DayRange>): Required<DayRange> {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const [lastYear = 0, lastMonth = 1] = to.split('-').map(Number)
  const months = (lastYear - year) * 12 + lastMonth - month + 1
  return {
    from: isoDay(Date.UTC(year, month - 1 - months, 1)),
    to: isoDay(Date.UTC(year, month - 1, 0)),
  }
}

const MONTH_NAME = new Map<string, string>()

/** "February 2026" */
export function monthText(month: string): string {
  const text =
    MONTH_NAME.get(month) ??
    new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  MONTH_NAME.set(month, text)
  return text
}

/**
 * The name of a file of these days, without its ending: "invoices-2026-02" of a month, "invoices-2026-02-01-to-2026-03-15",
 * and the name alone where the range is open.
 */
export function fileNameOfDays(name: string, { from, to }: DayRange): string {
  if (from === undefined || to === undefined) return name
  const month = from.slice(0, 7)
  const { from: first, to: last } = daysOfRange(month, from)
  return from === first && to === last ? `${name}-${month}` : `${name}-${from}-to-${to}`
}

/** A range in words: "Last month", "February 2026". */
export const rangeText = (range: string): string =>
  MOVING_RANGES.find(({ value }) => value === range)?.label ?? monthText(range)

const OFFERED_MONTHS = 24

/**
 * The last months that can be chosen, the present one first, and the one that is. At the turn of a month the browser may be a day
 * off: it only offers them.
 */
export function monthsWith(chosen: string | undefined, nowMs: number): string[] {
  const now = new Date(nowMs)
  const months = Array.from({ length: OFFERED_MONTHS }, (_, index) =>
    isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).slice(0, 7),
  )
  const isOther = chosen !== undefined && MONTH.test(chosen) && !months.includes(chosen)
  return isOther ? [...months, chosen] : months
}

/** The moments of days on the clock of a time zone, in milliseconds since 1970: from `since` on, and before `before`. */
export const momentsOf = ({ from, to }: DayRange, timeZone: string): { since?: number; before?: number } => ({
  ...(from !== undefined && { since: momentOf(from, '00:00', timeZone) }),
  // No day can be written after the last one.
  ...(to !== undefined &&
    to < LAST_DAY && { before: momentOf(isoDay(Date.parse(to) + DAY_MS), '00:00', timeZone) }),
})

const LAST_DAY = '9999-12-31'

/** Reads `range` from the query of an address; others than {@link isRange} are ignored. */
export function readRange(search: URLSearchParams): string | undefined {
  const name = search.get('range') ?? ''
  return isRange(name) ? name : undefined
}

/** Reads `from` and `to` from the query of an address. Invalid days are ignored, those in the wrong sequence exchanged. */
export function readDayRange(search: URLSearchParams): DayRange {
  const [from, to] = [readDay(search.get('from')), readDay(search.get('to'))]
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/** A day of the calendar as it is written in an address, `2026-01-31`. */
function readDay(text: string | null): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '')) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && isoDay(date.getTime()) === text ? String(text) : undefined
}

/** The range in words; undefined without both days. */
export function dayRangeText({ from, to }: DayRange): string | undefined {
  if (from && to) return from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`
  if (from) return `Since ${dayText(from)}`
  return to && `Until ${dayText(to)}`
}
