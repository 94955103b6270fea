import { setImmediate } from 'node:timers/promises'
import { findStocks, type ProductStock } from '#features/catalog/catalog.ts'
import type { Shop } from '#kit/shop.ts'
import { LOW_LISTED, TOP_LISTED } from '../limits.ts'
import { listSoldIn, type Period, type Sold, type SoldLately } from './sales.ts'

/** How many products are read at a time, so that no request waits long for a statement: about 10 ms on SQLite. */
const SLICE = 1000

/** What was sold of a product that there is, with the product and its stock as they are now. */
export interface SoldProduct extends SoldLately {
  readonly product: ProductStock
}

/** The first rows by `compare`. */
const firstOf = <Row>(
  rows: readonly Row[],
  limit: number,
  compare: (one: Row, other: Row) => number,
): Row[] => rows.toSorted(compare).slice(0, limit)

const byId = (one: Sold, other: Sold): number => (one.productId < other.productId ? -1 : 1)

/** The most revenue first. */
const byRevenue = (one: Sold, other: Sold): number => other.cents - one.cents || byId(one, other)

/** The most pieces first. */
const byPieces = (one: Sold, other: Sold): number => other.quantity - one.quantity || byId(one, other)

const RANKINGS = { revenue: byRevenue, pieces: byPieces }

/** By what the products that sold most are ranked. */
export type RankedBy = keyof typeof RANKINGS

/** The stock that ends first, first; of those that have ended, the most sold. */
const byDaysLeft = (one: SoldProduct, other: SoldProduct): number =>
  one.product.quantity / one.lately - other.product.quantity / other.lately ||
  other.lately - one.lately ||
  byId(one, other)

/** What was sold in two periods, the second of which ends today. */
export interface Ranking {
  /** The products of the most revenue, or pieces, in the period. */
  readonly top: readonly SoldProduct[]
  /** Those for sale whose stock ends first, by what was sold lately. */
  readonly low: readonly SoldProduct[]
  /** All that was sold in the period, in cents. */
  readonly goodsCents: number
}

export async function rankSales(
  shop: Shop,
  period: Period,
  lately: Period,
  rankedBy: RankedBy = 'revenue',
): Promise<Ranking> {
  let top: SoldProduct[] = []
  let low: SoldProduct[] = []
  let goodsCents = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const slice = await listSoldIn(shop.db, { period, lately, after, limit: SLICE })
    goodsCents += slice.reduce((sum, { cents }) => sum + cents, 0)
    const sold = await withProducts(shop, slice)
    const earning = sold.filter(({ cents }) => cents > 0)
    top = firstOf([...top, ...earning], TOP_LISTED, RANKINGS[rankedBy])
    const ending = sold.filter(({ lately: pieces, product }) => pieces > 0 && product.isForSale)
    low = firstOf([...low, ...ending], LOW_LISTED, byDaysLeft)
    after = slice.length === SLICE ? slice.at(-1)?.productId : undefined
    // SQLite answers on the thread that serves the other requests.
    await setImmediate()
  }
  return { top, low, goodsCents }
}

async function withProducts(shop: Shop, sold: readonly SoldLately[]): Promise<SoldProduct[]> {
  const products = await findStocks(
    shop.db,
    sold.map(({ productId }) => productId),
  )
  return sold.flatMap((row) => {
    const product = products.get(row.productId)
    return product ? [{ ...row, product }] : []
  })
}
