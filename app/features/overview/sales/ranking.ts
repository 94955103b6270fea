import { setImmediate } from 'node:timers/promises'
import { findStocks, type ProductStock } from '#features/catalog/catalog.ts'
import type { Shop } from '#kit/shop.ts'
import { LOW_LISTED, TOP_LISTED } from '../limits.ts'
import { listSoldAfter, type Sold } from './sales.ts'

/** How many products are read at a time, so that no request waits long for a statement: about 10 ms on SQLite. */
const SLICE = 1000

/** What was sold of a product that there is, with the product and its stock as they are now. */
export interface SoldProduct extends Sold {
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

/** The stock that ends first, first; of those that have ended, the most sold. */
const byDaysLeft = (one: SoldProduct, other: SoldProduct): number =>
  one.product.quantity / one.quantity - other.product.quantity / other.quantity ||
  other.quantity - one.quantity ||
  byId(one, other)

/** Of what was sold from that day on: the products of the most revenue, and those for sale whose stock ends first. */
export async function rankSales(
  shop: Shop,
  day: number,
): Promise<{ top: readonly SoldProduct[]; low: readonly SoldProduct[] }> {
  let top: SoldProduct[] = []
  let low: SoldProduct[] = []
  let after: string | undefined = ''
  while (after !== undefined) {
    const slice = await listSoldAfter(shop.db, day, after, SLICE)
    const sold = await withProducts(shop, slice)
    const earning = sold.filter(({ cents }) => cents > 0)
    top = firstOf([...top, ...earning], TOP_LISTED, byRevenue)
    const ending = sold.filter(({ quantity, product }) => quantity > 0 && product.isForSale)
    low = firstOf([...low, ...ending], LOW_LISTED, byDaysLeft)
    after = slice.length === SLICE ? slice.at(-1)?.productId : undefined
    // SQLite answers on the thread that serves the other requests.
    await setImmediate()
  }
  return { top, low }
}

async function withProducts(shop: Shop, sold: readonly Sold[]): Promise<SoldProduct[]> {
  const products = await findStocks(
    shop.db,
    sold.map(({ productId }) => productId),
  )
  return sold.flatMap((row) => {
    const product = products.get(row.productId)
    return product ? [{ ...row, product }] : []
  })
}
