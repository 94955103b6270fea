import { dayText } from '#kit/text/moment-text.ts'
import { isoDay } from '#kit/time.ts'

/** Days such as "2026-01-31", both included; without one of them the range is open on that side. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
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
