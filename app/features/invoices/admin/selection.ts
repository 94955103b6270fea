import { type DayRange, dayRangeText, readDayRange } from '#kit/input/day-range.ts'
import { readSearch } from '#kit/input/search-length.ts'
import { isoDay } from '#kit/time.ts'
import type { DocumentFilter } from '../schema.ts'

/** Which invoices and credit notes are listed: as the call filters them, or by a month or a quarter that moves with the day. */
export interface InvoiceFilter extends DayRange {
  readonly q?: string | undefined
  readonly range?: InvoiceRange | undefined
  /** Only what is not paid. */
  readonly isOpen?: boolean | undefined
}

/** The ranges of an accountant, with their labels. */
export const INVOICE_RANGES = [
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'last-quarter', label: 'Last quarter' },
] as const

type InvoiceRange = (typeof INVOICE_RANGES)[number]['value']

/** The range of that name; undefined for others. */
export const readRange = (name: string | null | undefined): InvoiceRange | undefined =>
  INVOICE_RANGES.find(({ value }) => value === name)?.value

/** Reads the filter from the query of an address; invalid values are ignored. */
export function readFilter(search: URLSearchParams): InvoiceFilter {
  const range = readRange(search.get('range'))
  return {
    q: readSearch(search),
    ...(range ? { range } : readDayRange(search)),
    isOpen: search.get('open') === 'true',
  }
}

/** The filter as a query with its question mark; empty without one. */
export function writeFilter({ q, range, from, to, isOpen }: InvoiceFilter): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(range && { range }),
    ...(from && { from }),
    ...(to && { to }),
    ...(isOpen && { open: 'true' }),
  }).toString()
  return search && `?${search}`
}

/** The parameters of the call: a range becomes the days that it has now, in UTC. */
export function queryOf({ q, range, from, to, isOpen }: InvoiceFilter, nowMs: number): DocumentFilter {
  const days = range ? daysOf(range, nowMs) : { from, to }
  return {
    ...(q && { q }),
    ...(days.from && { from: days.from }),
    ...(days.to && { to: days.to }),
    ...(isOpen && { open: 'true' as const }),
  }
}

function daysOf(range: InvoiceRange, nowMs: number): DayRange {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const quarter = month - (month % 3)
  const [first, end] = {
    'this-month': [month, month + 1],
    'last-month': [month - 1, month],
    'last-quarter': [quarter - 3, quarter],
  }[range] as [number, number]
  // The day before the first of a month is the last of the month before.
  return { from: isoDay(Date.UTC(year, first, 1)), to: isoDay(Date.UTC(year, end, 0)) }
}

export const NO_DAYS = { range: undefined, from: undefined, to: undefined } as const

/** One thing that the list is filtered by, in words, and the query of the list without it. */
export interface ChosenFilter {
  readonly text: string
  readonly search: string
}

/** What the list is filtered by, in the sequence of the fields. */
export function chosenFilters(filter: InvoiceFilter, nowMs: number): ChosenFilter[] {
  const { q, range, from, to, isOpen } = filter
  const label = INVOICE_RANGES.find(({ value }) => value === range)?.label
  const days = dayRangeText(range ? daysOf(range, nowMs) : { from, to })
  return [
    ...(q ? [{ text: `“${q}”`, search: writeFilter({ ...filter, q: undefined }) }] : []),
    ...(days
      ? [{ text: label ? `${label}, ${days}` : days, search: writeFilter({ ...filter, ...NO_DAYS }) }]
      : []),
    ...(isOpen ? [{ text: NOT_PAID, search: writeFilter({ ...filter, isOpen: false }) }] : []),
  ]
}

export const NOT_PAID = 'Not paid'
