import { type DayRange, dayRangeText, rangeText, readDayRange, readRange } from '#kit/input/day-range.ts'
import { readSearch } from '#kit/input/search-length.ts'
import type { DocumentFilter } from '../schema.ts'

/** Which invoices and credit notes are listed: as the call filters them, or by a month or a quarter. */
export interface InvoiceFilter extends DayRange {
  readonly q?: string | undefined
  readonly range?: string | undefined
  /** Only what is not paid. */
  readonly isOpen?: boolean | undefined
}

/** Reads the filter from the query of an address; invalid values are ignored. */
export function readFilter(search: URLSearchParams): InvoiceFilter {
  const range = readRange(search)
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

/** The parameters of the call: the shop knows which days a range has now. */
export const queryOf = ({ q, range, from, to, isOpen }: InvoiceFilter): DocumentFilter => ({
  ...(q && { q }),
  ...(range && { range }),
  ...(from && { from }),
  ...(to && { to }),
  ...(isOpen && { open: 'true' as const }),
})

/** Whether it names the days of a time: its documents are summed up, and their papers are one file. */
export const isOfPeriod = ({ range, from, to }: InvoiceFilter): boolean =>
  Boolean(range) || Boolean(from && to)

export const NO_DAYS = { range: undefined, from: undefined, to: undefined } as const

/** One thing that the list is filtered by, in words, and the query of the list without it. */
export interface ChosenFilter {
  readonly text: string
  readonly search: string
}

/** What the list is filtered by, in the sequence of the fields. */
export function chosenFilters(filter: InvoiceFilter): ChosenFilter[] {
  const { q, range, from, to, isOpen } = filter
  const days = range ? rangeText(range) : dayRangeText({ from, to })
  return [
    ...(q ? [{ text: `“${q}”`, search: writeFilter({ ...filter, q: undefined }) }] : []),
    ...(days ? [{ text: days, search: writeFilter({ ...filter, ...NO_DAYS }) }] : []),
    ...(isOpen ? [{ text: NOT_PAID, search: writeFilter({ ...filter, isOpen: false }) }] : []),
  ]
}

export const NOT_PAID = 'Not paid'
