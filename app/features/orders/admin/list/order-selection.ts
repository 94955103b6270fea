import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { dayRangeText, readDayRange } from '#kit/input/day-range.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { lowerFirst } from '#kit/text/lower-first.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { LONGEST_RANGE_DAYS } from '../../limits.ts'
import type { ViewFilter } from '../../schema.ts'
import { type OrderSort, orderSorts } from '../../states.ts'
import { orderTexts } from '../../texts.ts'

const PAGE_SIZE = 50
const MAXIMUM_SHOWN = 1000
/** Which of all customers' orders to show, and how many at most. */
export interface OrderSelection extends ViewFilter {
  readonly show: number
}

type Optional<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined }

/** The statuses that the list can be filtered by, with their labels. */
export const statusFilters = [
  { status: undefined, label: 'All' },
  { status: 'unpaid', label: 'Unpaid' },
  { status: 'lapsing', label: 'Lapsing' },
  { status: 'pending', label: orderTexts.pending },
  { status: 'to_ship', label: 'To ship' },
  { status: 'to_ship_today', label: 'To ship today' },
  { status: 'late', label: 'Late' },
  { status: 'partly_shipped', label: orderTexts.partlyShipped },
  { status: 'shipped', label: orderTexts.shippedStatus },
  { status: 'refunded', label: orderTexts.refunded },
  { status: 'disputed', label: orderTexts.disputed },
  { status: 'cancelled', label: orderTexts.cancelledStatus },
] as const satisfies { status: ViewFilter['status']; label: string }[]

/** The sequences besides the newest first, in words. */
const SORT_TEXTS: Readonly<Record<OrderSort, string>> = {
  ships: 'Earliest to ship first',
  oldest: 'Oldest first',
  sum: 'Largest sum first',
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
  const hasDays = Number.isInteger(days) && days >= 1 && days <= LONGEST_RANGE_DAYS
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(email && { email }),
    ...(hasDays ? { days } : { ...(from && { from }), ...(to && { to }) }),
  }
}

/** The selection as a query with its question mark; empty for the unfiltered list. */
export function writeSelection(selection: Partial<Optional<OrderSelection>>): string {
  const { q, status, sort, email, days, from, to, show = PAGE_SIZE } = selection
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(email && { email }),
    ...(days && { days: String(days) }),
    ...(from && { from }),
    ...(to && { to }),
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

/** The parameters of the call for the list: days that end today become the days that they are now, in UTC. */
export function queryOf({ days, ...filter }: ViewFilter, nowMs: number): Omit<ViewFilter, 'days'> {
  return days === undefined ? filter : { ...filter, from: isoDay(nowMs - (days - 1) * DAY_MS) }
}

/** One thing that the list is filtered by, in words, and the filter without it. */
export interface ChosenFilter {
  readonly text: string
  readonly without: ViewFilter
}

/** What the list is filtered by, in the sequence of the fields. */
export function chosenFilters(filter: ViewFilter): ChosenFilter[] {
  const { q, status, sort, email, days, from, to } = filter
  const { q: _q, ...withoutSearch } = filter
  const { status: _status, ...withoutStatus } = filter
  const { sort: _sort, ...withoutSort } = filter
  const { email: _email, ...withoutEmail } = filter
  const { days: _days, from: _from, to: _to, ...withoutDays } = filter
  const statusText = statusFilters.find((each) => each.status === status)?.label
  const daysText = days === undefined ? dayRangeText({ from, to }) : dayRangeLabel(days)
  return [
    ...(q ? [{ text: `“${q}”`, without: withoutSearch }] : []),
    ...(status && statusText ? [{ text: statusText, without: withoutStatus }] : []),
    ...(email ? [{ text: `Account ${email}`, without: withoutEmail }] : []),
    ...(daysText ? [{ text: daysText, without: withoutDays }] : []),
    ...(sort ? [{ text: SORT_TEXTS[sort], without: withoutSort }] : []),
  ]
}

/** A range of days that ends today, in words. */
export const dayRangeLabel = (days: number): string =>
  dayRanges.find((range) => range.days === days)?.label ?? `Last ${days} days`

/** Whether two filters show the same orders. */
export const isSameFilter = (one: ViewFilter, other: ViewFilter): boolean =>
  writeSelection(one) === writeSelection(other)
