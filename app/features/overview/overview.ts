import { hasRight, type Standing } from '#features/accounts/rights.ts'
import { listLowStock } from '#features/catalog/catalog.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { dayNumberAt } from '#kit/days/time-zone.ts'
import { daysOfRange, rangeBefore } from '#kit/input/day-range.ts'
import { centsToDollars } from '#kit/money.ts'
import type { Page, Paged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, dayNumber, isoDay } from '#kit/time.ts'
import { LATELY_DAYS } from './limits.ts'
import { findOpen } from './sales/open-work.ts'
import { type RankedBy, rankSales, type SoldProduct } from './sales/ranking.ts'
import { listSalesDays, listSoldOf, type Period, type Sold } from './sales/sales.ts'
import type { LowStock, Overview, OverviewQuery, OverviewWithoutMoney } from './schema.ts'

export { deleteOldSales } from './sales/delete-old-sales.ts'
export { takeOffSales } from './sales/take-off-sales.ts'
export { staffMailJob } from './staff-mails/staff-mails.ts'

/** What is asked of the overview: the last days, today included, a month, or a range that moves with the day. */
type Asked = Pick<OverviewQuery, 'days'> & Partial<Pick<OverviewQuery, 'month' | 'range'>>

/** The overview as the caller may see it. */
export async function readOverviewFor(
  caller: Standing,
  shop: Shop,
  asked: Asked,
): Promise<Overview | OverviewWithoutMoney> {
  if (hasRight(caller, 'money')) return readOverview(shop, asked)
  // By revenue the sequence would tell what is left out.
  const overview = withoutMoney(await readOverview(shop, asked, 'pieces'))
  return hasRight(caller, 'orders') ? overview : { ...overview, open: withoutOrders(overview.open) }
}

/** What waits to be done, without naming orders: for staff who may not look at them. */
function withoutOrders(open: Overview['open']): Overview['open'] {
  const { disputes, held, mailsFailing, refundsFailing } = open
  const counts = { disputes, held, mailsFailing, refundsFailing }
  const unnamed = Object.entries(counts).map(([name, { count }]) => [name, { count, orders: [] }])
  return { ...open, ...Object.fromEntries(unnamed) }
}

/** What was sold in these days, in the shop's time zone, and what waits to be done. For admins. */
export async function readOverview(shop: Shop, asked: Asked, rankedBy?: RankedBy): Promise<Overview> {
  const [sales, open] = await Promise.all([readSales(shop, asked, rankedBy), findOpen(shop)])
  return { ...sales, open }
}

/** The same for staff without the right `money`. */
export function withoutMoney(overview: Overview): OverviewWithoutMoney {
  const { revenue: _revenue, paid: _paid, paidBack: _paidBack, goods: _goods, ...rest } = overview
  const ordersOf = (days: Overview['days']) => days.map(({ day, orders }) => ({ day, orders }))
  return {
    ...rest,
    days: ordersOf(overview.days),
    previous: { orders: overview.previous.orders },
    previousDays: ordersOf(overview.previousDays),
    top: overview.top.map(({ revenue: _sum, previous, ...part }) => ({
      ...part,
      previous: { quantity: previous.quantity },
    })),
  }
}

const today = async (shop: Shop): Promise<number> => dayNumberAt(shop.now(), await shopTimeZone(shop))

/** The last days until today. */
const lastDays = (last: number, days: number): Period => ({ first: last - days + 1, last })

/** The days that are shown, and those that they are compared with. */
interface Periods {
  readonly period: Period
  readonly before: Period
}

function periodsOf({ days, ...calendar }: Asked, now: number): Periods {
  const range = calendar.range ?? calendar.month
  if (range === undefined) {
    const period = lastDays(now, days)
    return { period, before: lastDays(period.first - 1, days) }
  }
  const asked = daysOfRange(range, isoDay(now * DAY_MS))
  const [whole, before] = [periodOf(asked), periodOf(rangeBefore(asked))]
  const period = { first: whole.first, last: Math.min(whole.last, now) }
  // Months that are not over are compared with as many days of those before.
  const last = period.last < whole.last ? before.first + period.last - period.first : before.last
  return { period, before: { first: before.first, last: Math.min(before.last, last) } }
}

const periodOf = ({ from, to }: { readonly from: string; readonly to: string }): Period => ({
  first: dayNumber(Date.parse(from)),
  last: dayNumber(Date.parse(to)),
})

async function readSales(shop: Shop, asked: Asked, rankedBy?: RankedBy): Promise<Omit<Overview, 'open'>> {
  const now = await today(shop)
  const { period, before } = periodsOf(asked, now)
  const sales = await listSalesDays(shop.db, { first: before.first, last: period.last })
  const { goods, ...parts } = await listParts(shop, { period, before, rankedBy }, now)
  return {
    days: daysOf(sales, period),
    ...sumOf(sales, period),
    goods,
    previous: sumOf(sales, before),
    previousDays: daysOf(sales, before),
    ...parts,
  }
}

/** The parts at or below their reorder point, each with what was sold of it a day in the last `days`. For admins. */
export async function readLowStock(shop: Shop, days: number, page: Page): Promise<Paged<LowStock>> {
  const parts = await listLowStock(shop.db, page)
  const rows = await withPace(shop, parts.rows, days)
  return { ...parts, rows: rows.map(({ _id, ...part }) => ({ productId: _id, ...part })) }
}

interface Stock {
  readonly _id: string
  readonly quantity: number
}

type Pace = Pick<LowStock, 'perDay' | 'daysLeft'>

/** The parts, each with what was sold of it a day in the last `days`, and for how long its stock lasts then. For staff. */
export async function withPace<Part extends Stock>(
  shop: Shop,
  parts: readonly Part[],
  days: number = LATELY_DAYS,
): Promise<(Part & Pace)[]> {
  const ids = parts.map(({ _id }) => _id)
  const sold = await listSoldOf(shop.db, lastDays(await today(shop), days), ids)
  const piecesOf = new Map(sold.map(({ productId, quantity }) => [productId, quantity]))
  return parts.map((part) => {
    const pieces = piecesOf.get(part._id) ?? 0
    const daysLeft = (part.quantity * days) / pieces
    return { ...part, perDay: pieces / days, ...(pieces > 0 && { daysLeft }) }
  })
}

type SalesDays = Awaited<ReturnType<typeof listSalesDays>>

/** Each day of the period, also those without sales. */
function daysOf(sales: SalesDays, { first, last }: Period): Overview['days'] {
  const byDay = new Map(sales.map((row) => [row.day, row]))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const { orders = 0, revenue_cents = 0 } = byDay.get(first + index) ?? {}
    return { day: isoDay((first + index) * DAY_MS), orders, revenue: centsToDollars(revenue_cents) }
  })
}

type Sums = Pick<Overview, 'orders' | 'revenue' | 'paid' | 'paidBack'>

function sumOf(sales: SalesDays, { first, last }: Period): Sums {
  const rows = sales.filter(({ day }) => day >= first && day <= last)
  const sum = (of: (row: SalesDays[number]) => number): number => rows.reduce((all, row) => all + of(row), 0)
  return {
    orders: sum(({ orders }) => orders),
    revenue: centsToDollars(sum(({ revenue_cents }) => revenue_cents)),
    paid: centsToDollars(sum(({ revenue_cents, gone_cents }) => revenue_cents + gone_cents)),
    paidBack: centsToDollars(sum(({ gone_cents }) => gone_cents)),
  }
}

/** Both lists of parts, each part with what was sold of it before, and what all parts came to. */
async function listParts(
  shop: Shop,
  { period, before, rankedBy }: Periods & { readonly rankedBy: RankedBy | undefined },
  now: number,
): Promise<Pick<Overview, 'top' | 'low' | 'goods'>> {
  const lately = lastDays(now, LATELY_DAYS)
  const { top, low, goodsCents } = await rankSales(shop, period, lately, rankedBy)
  const soldOf = async (days: Period, of: readonly SoldProduct[]) => {
    const sold = await listSoldOf(
      shop.db,
      days,
      of.map(({ productId }) => productId),
    )
    return new Map(sold.map((row) => [row.productId, row]))
  }
  const [ofTop, ofLow] = [
    await soldOf(before, top),
    await soldOf(lastDays(lately.first - 1, LATELY_DAYS), low),
  ]
  return {
    goods: centsToDollars(goodsCents),
    top: top.map((sold) => toTop(sold, ofTop.get(sold.productId))),
    low: low.map((sold) => toLow(sold, ofLow.get(sold.productId))),
  }
}

const toTop = (
  { product: { _id, sku, name }, quantity, cents }: SoldProduct,
  previous: Sold | undefined,
): Overview['top'][number] => ({
  productId: _id,
  sku,
  name,
  quantity,
  revenue: centsToDollars(cents),
  previous: { quantity: previous?.quantity ?? 0, revenue: centsToDollars(previous?.cents ?? 0) },
})

const toLow = (
  { product: { _id, sku, name, quantity: stock }, lately }: SoldProduct,
  previous: Sold | undefined,
): Overview['low'][number] => ({
  productId: _id,
  sku,
  name,
  quantity: stock,
  perDay: lately / LATELY_DAYS,
  daysLeft: (stock * LATELY_DAYS) / lately,
  previousPerDay: (previous?.quantity ?? 0) / LATELY_DAYS,
})
