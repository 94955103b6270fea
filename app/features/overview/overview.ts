import { listLowStock } from '#features/catalog/catalog.ts'
import { centsToDollars } from '#kit/money.ts'
import type { Page, Paged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, dayNumber, isoDay } from '#kit/time.ts'
import { findOpen } from './sales/open-work.ts'
import { rankSales, type SoldProduct } from './sales/ranking.ts'
import { listSalesDays, listSoldOf, type Period, type Sold } from './sales/sales.ts'
import type { LowStock, Overview } from './schema.ts'

export { deleteOldSales } from './sales/delete-old-sales.ts'
export { staffMailJob } from './staff-mails/staff-mails.ts'

/** What was sold in the last `days` in UTC, today included, and what waits to be done. For admins. */
export async function readOverview(shop: Shop, days: number): Promise<Overview> {
  const [sales, open] = await Promise.all([readSales(shop, days), findOpen(shop)])
  return { ...sales, open }
}

async function readSales(shop: Shop, days: number): Promise<Omit<Overview, 'open'>> {
  const today = dayNumber(shop.now())
  const period: Period = { first: today - days + 1, last: today }
  const before: Period = { first: period.first - days, last: period.first - 1 }
  const sales = await listSalesDays(shop.db, { first: before.first, last: today })
  return {
    days: daysOf(sales, period),
    ...sumOf(sales, period),
    previous: sumOf(sales, before),
    previousDays: daysOf(sales, before),
    ...(await listParts(shop, period.first, { days, before })),
  }
}

/** The parts at or below their reorder point, each with what was sold of it a day in the last `days`. For admins. */
export async function readLowStock(shop: Shop, days: number, page: Page): Promise<Paged<LowStock>> {
  const parts = await listLowStock(shop.db, page)
  const today = dayNumber(shop.now())
  const ids = parts.rows.map(({ _id }) => _id)
  const sold = await listSoldOf(shop.db, { first: today - days + 1, last: today }, ids)
  const piecesOf = new Map(sold.map(({ productId, quantity }) => [productId, quantity]))
  return {
    ...parts,
    rows: parts.rows.map(({ _id, ...part }) => {
      const pieces = piecesOf.get(_id) ?? 0
      const daysLeft = (part.quantity * days) / pieces
      return { productId: _id, ...part, perDay: pieces / days, ...(pieces > 0 && { daysLeft }) }
    }),
  }
}

type SalesDays = Awaited<ReturnType<typeof listSalesDays>>

/** Each day of the period, also those without sales. */
function daysOf(sales: SalesDays, { first, last }: Period): Overview['days'] {
  const byDay = new Map(sales.map((row) => [row.day, row]))
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const { orders = 0, revenue_cents = 0 } = byDay.get(first + index) ?? {}
    return { day: isoDay((first + index) * DAY_MS), orders, revenue: centsToDollars(revenue_cents) }
  })
}

function sumOf(sales: SalesDays, { first, last }: Period): { orders: number; revenue: number } {
  const rows = sales.filter(({ day }) => day >= first && day <= last)
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    revenue: centsToDollars(rows.reduce((sum, { revenue_cents }) => sum + revenue_cents, 0)),
  }
}

/** Both lists of parts, each part with what was sold of it in the period before. */
async function listParts(
  shop: Shop,
  firstDay: number,
  { days, before }: { days: number; before: Period },
): Promise<Pick<Overview, 'top' | 'low'>> {
  const { top, low } = await rankSales(shop, firstDay)
  const ids = [...new Set([...top, ...low].map(({ productId }) => productId))]
  const previous = new Map((await listSoldOf(shop.db, before, ids)).map((sold) => [sold.productId, sold]))
  return {
    top: top.map((sold) => toTop(sold, previous.get(sold.productId))),
    low: low.map((sold) => toLow(sold, previous.get(sold.productId), days)),
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
  { product: { _id, sku, name, quantity: stock }, quantity }: SoldProduct,
  previous: Sold | undefined,
  days: number,
): Overview['low'][number] => ({
  productId: _id,
  sku,
  name,
  quantity: stock,
  perDay: quantity / days,
  daysLeft: (stock * days) / quantity,
  previousPerDay: (previous?.quantity ?? 0) / days,
})
