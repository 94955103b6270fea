import {
  dayRangeText,
  daysOfRange,
  isRange,
  MOVING_RANGES,
  monthText,
  rangeText,
} from '#kit/input/day-range.ts'
import { isoDay } from '#kit/time.ts'

/** The numbers of days that the page offers. */
export const periods = [7, 30, 90, 365] as const

type Days = (typeof periods)[number]
type MovingRange = (typeof MOVING_RANGES)[number]['value']

/** What the page shows: the last days, a month such as `2026-11`, or a range that moves with the day. */
export type Shown = { readonly days: Days } | { readonly month: string } | { readonly range: MovingRange }

const USUAL: Days = 30

/** What an address shows; 30 days unless it names something else. */
export function readShown(search: URLSearchParams): Shown {
  const month = search.get('month') ?? ''
  if (/^(?:19|20)/.test(month) && isRange(month)) return { month }
  const moving = MOVING_RANGES.find(({ value }) => value === search.get('range'))
  if (moving) return { range: moving.value }
  return { days: periods.find((days) => String(days) === search.get('days')) ?? USUAL }
}

/** The query of it with its question mark; empty for the usual days. */
export function writeShown(shown: Shown): string {
  if ('month' in shown) return `?month=${shown.month}`
  if ('range' in shown) return `?range=${shown.range}`
  return shown.days === USUAL ? '' : `?days=${shown.days}`
}

/** "the last 30 days", "November 2026", "last quarter" */
export function shownText(shown: Shown): string {
  if ('month' in shown) return monthText(shown.month)
  return 'range' in shown ? rangeText(shown.range).toLowerCase() : `the last ${shown.days} days`
}

const rangeBeforeText = (text: string | undefined, count: number): string =>
  text === undefined ? 'the days before' : `the ${count === 1 ? 'day' : 'days'} ${text}`

/**
 * What it is compared with: "the 30 days before", "October 2026", "the first 12 days of October 2026", "the days Jul 1, 2026 to
 * Sep 30, 2026".
 */
export function beforeText(shown: Shown, compared: readonly { readonly day: string }[]): string {
  if ('days' in shown) return `the ${shown.days} days before`
  const [from, to] = [compared[0]?.day, compared.at(-1)?.day]
  if ('range' in shown) return rangeBeforeText(dayRangeText({ from, to }), compared.length)
  const before = isoDay(Date.parse(`${shown.month}-01`) - 1).slice(0, 7)
  const isWhole = compared.length === Number(daysOfRange(before, before).to.slice(8))
  return isWhole ? monthText(before) : `the first ${compared.length} days of ${monthText(before)}`
}
