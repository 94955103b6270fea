import { TO_ANSWER } from '#features/order-messages/texts.ts'
import { LONGEST_RANGE_DAYS } from '#features/orders/limits.ts'
import { type OrderSort, orderSorts } from '#features/orders/states.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { dayRangeText, rangeText, readDayRange, readRange } from '#kit/input/day-range.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { lowerFirst } from '#kit/text/first-letter.ts'
import type { ViewFilter } from '../schema.ts'

const PAGE_SIZE = 50
/** A list shows so many, and so many of it can be chosen. */
export const MAXIMUM_SHOWN = 1000
/** Which of all customers' orders to show, and how many at most. */
export interface OrderSelection extends ViewFilter {
  readonly show: number
}

type Optional<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined }

/** The statuses that the list can be filtered by, with their labels. */
export const statusFilters = [
  { status: undefined, label: 'All' },
  { status: 'unpaid', label: 'Unpaid' },
  { status: 'waiting', label: orderTexts.waitsForApproval },
  { status: 'lapsing', label: 'Lapsing' },
  { status: 'pending', label: orderTexts.pending },
  { status: 'to_ship', label: 'To ship' },
  { status: 'to_ship_today', label: 'To ship today' },
  { status: 'late', label: 'Late' },
  { status: 'to_answer', label: TO_ANSWER },
  { status: 'partly_shipped', label: orderTexts.partlyShipped },
  { status: 'shipped', label: orderTexts.shippedStatus },
  { status: 'with_refund', label: orderTexts.refunded },
  { status: 'partly_refunded', label: 'Partly refunded' },
  { status: 'refunded', label: 'Fully refunded' },
  { status: 'disputed', label: orderTexts.disputed },
  { status: 'cancelled', label: orderTexts.cancelledStatus },
] as const satisfies { status: ViewFilter['status']; label: string }[]

/** The sequences besides the newest first, in words. */
const SORT_TEXTS: Readonly<Record<OrderSort, string>> = {
  ships: 'Earliest to ship first',
  oldest: 'Oldest first',
  sum: 'Largest total first',
}

/** What the list is, by its sequence. */
export function captionOf({ sort }: ViewFilter): string {
  if (sort === 'ships') return 'Orders that are not shipped, the earliest day first'
  return `All orders, ${sort ? lowerFirst(SORT_TEXTS[sort]) : 'newest first'}`
}

/** Of these statuses all or some orders are not shipped, which are those that `sort=ships` has. */
const UNSHIPPED: readonly ViewFilter['status'][] = [
  'pending',
  'to_ship',
  'to_ship_today',
  'partly_shipped',
  'late',
]

/** The filter in this sequence; by the days of shipping only those that are not shipped. */
export const sortedBy = (sort: OrderSort, filter: ViewFilter): ViewFilter => ({
  ...filter,
  ...(sort === 'ships' && !UNSHIPPED.includes(filter.status) && { status: 'to_ship' }),
  sort,
})

/** The same in the usual sequence. */
export const newestFirst = ({ sort: _, ...filter }: ViewFilter): ViewFilter => filter

/** The ranges of days that end today, with their labels. */
export const dayRanges = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
] as const

/** Reads the selection from the query of an address; invalid values are ignored. */
export function readSelection(search: URLSearchParams): OrderSelection {
  const show = Number(search.get('show'))
  const isValid = Number.isInteger(show) && show >= PAGE_SIZE && show <= MAXIMUM_SHOWN
  return { ...readFilter(search), show: isValid ? show : PAGE_SIZE }
}

function readFilter(search: URLSearchParams): ViewFilter {
  const q = (search.get('q') ?? '').trim().slice(0, MAXIMUM_SEARCH_LENGTH)
  const status = statusFilters.find((filter) => filter.status === search.get('status'))?.status
  const sort = orderSorts.find((each) => each === search.get('sort'))
  const email = (search.get('email') ?? '').slice(0, LONGEST_EMAIL)
  const days = Number(search.get('days'))
  const { from, to } = readDayRange(search)
  const range = readRange(search)
  const hasDays = Number.isInteger(days) && days >= 1 && days <= LONGEST_RANGE_DAYS
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(email && { email }),
    ...(hasDays ? { days } : range ? { range } : { ...(from && { from }), ...(to && { to }) }),
    ...(search.get('dayOf') === 'money' && { dayOf: 'money' as const }),
  }
}

/** The selection as a query with its question mark; empty for the unfiltered list. */
export function writeSelection(selection: Partial<Optional<OrderSelection>>): string {
  const { q, status, sort, email, days, range, from, to, dayOf, show = PAGE_SIZE } = selection
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(email && { email }),
    ...(days && { days: String(days) }),
    ...(range && { range }),
    ...(from && { from }),
    ...(to && { to }),
    ...(dayOf && { dayOf }),
    ...(show > PAGE_SIZE && { show: String(show) }),
  }).toString()
  return search && `?${search}`
}

/** The selection with one page more; undefined when the maximum is shown. */
export function withMore(selection: OrderSelection): OrderSelection | undefined {
  const show = selection.show + PAGE_SIZE
  return show <= MAXIMUM_SHOWN ? { ...selection, show } : undefined
}

/** The filter without how many are shown. */
export const filterOf = ({ show: _, ...filter }: OrderSelection): ViewFilter => filter

/** The parameters of the call for the list: the shop knows which days a range has now. */
export const queryOf = ({ days, ...filter }: ViewFilter) => ({
  ...filter,
  ...(days !== undefined && { days: String(days) }),
})

/** What the days of a filter are of. */
export const dayOfTexts = { placed: 'Placed', money: 'Paid or refunded' } as const

/** One thing that the list is filtered by, in words, and the filter without it. */
export interface ChosenFilter {
  readonly text: string
  readonly without: ViewFilter
}

/** What the list is filtered by, in the sequence of the fields. */
export function chosenFilters(filter: ViewFilter): ChosenFilter[] {
  const { q, status, sort, email, dayOf = 'placed' } = filter
  const { q: _q, ...withoutSearch } = filter
  const { status: _status, ...withoutStatus } = filter
  const { sort: _sort, ...withoutSort } = filter
  const { email: _email, ...withoutEmail } = filter
  const { days: _days, range: _range, from: _from, to: _to, dayOf: _dayOf, ...withoutDays } = filter
  const statusText = statusFilters.find((each) => each.status === status)?.label
  const days = daysText(filter)
  const shownDays = days && (dayOf === 'money' ? `${dayOfTexts.money}: ${days}` : days)
  return [
    ...(q ? [{ text: `“${q}”`, without: withoutSearch }] : []),
    ...(status && statusText ? [{ text: statusText, without: withoutStatus }] : []),
    ...(email ? [{ text: `Account ${email}`, without: withoutEmail }] : []),
    ...(shownDays ? [{ text: shownDays, without: withoutDays }] : []),
    ...(sort ? [{ text: SORT_TEXTS[sort], without: withoutSort }] : []),
  ]
}

function daysText({ days, range, from, to }: ViewFilter): string | undefined {
  if (days !== undefined) return dayRangeLabel(days)
  return range ? rangeText(range) : dayRangeText({ from, to })
}

/** A range of days that ends today, in words. */
export const dayRangeLabel = (days: number): string =>
  dayRanges.find((range) => range.days === days)?.label ?? `Last ${days} days`

/** Whether two filters show the same orders. */
export const isSameFilter = (one: ViewFilter, other: ViewFilter): boolean =>
  writeSelection(one) === writeSelection(other)
