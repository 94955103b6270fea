import { daysOfRange, isRange, monthText } from '#kit/input/day-range.ts'
import { isoDay } from '#kit/time.ts'

/** The numbers of days that the page offers. */
export const periods = [7, 30, 90, 365] as const

type Days = (typeof periods)[number]

/** What the page shows: the last days, or a month such as `2026-11`. */
export type Shown = { readonly days: Days } | { readonly month: string }

const USUAL: Days = 30

/** What an address shows; 30 days unless it names something else. */
export function readShown(search: URLSearchParams): Shown {
  const month = search.get('month') ?? ''
  if (/^(?:19|20)/.test(month) && isRange(month)) return { month }
  return { days: periods.find((days) => String(days) === search.get('days')) ?? USUAL }
}

/** The query of it with its question mark; empty for the usual days. */
export function writeShown(shown: Shown): string {
  if ('month' in shown) return `?month=${shown.month}`
  return shown.days === USUAL ? '' : `?days=${shown.days}`
}

/** "the last 30 days", "November 2026" */
export const shownText = (shown: Shown): string =>
  'month' in shown ? monthText(shown.month) : `the last ${shown.days} days`

/** What it is compared with, of so many days: "the 30 days before", "October 2026", "the first 12 days of October 2026". */
export function beforeText(shown: Shown, compared: number): string {
  if (!('month' in shown)) return `the ${shown.days} days before`
  const before = isoDay(Date.parse(`${shown.month}-01`) - 1).slice(0, 7)
  const isWhole = compared === Number(daysOfRange(before, before).to.slice(8))
  return isWhole ? monthText(before) : `the first ${compared} days of ${monthText(before)}`
}
