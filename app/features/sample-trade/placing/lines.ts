import { priceBuyer } from '#features/agreed-prices/agreed-prices.ts'
import { quoteLines } from '#features/quote/quote.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import type { Shop } from '#kit/shop.ts'
import { between, lowOf, type Random } from './random.ts'

/** What is ordered, and what its lines come to, as the shop quotes it. */
interface ChosenLines {
  readonly lines: { readonly productId: string; readonly quantity: number }[]
  readonly totalPrice: number
}

/** A line takes at most this part of a stock, so that it lasts; of a small one the minimum, if there are some of these. */
const PART_OF_STOCK = 0.08
const MINIMA_IN_STOCK = 3

const MOST_LINES = 6
const SPARE = 4

/** Chooses parts and quantities from what is in stock; undefined when nothing of what was tried can be ordered. */
export async function chooseLines(
  shop: Shop,
  buyerId: string,
  skus: readonly string[],
  { random, isBig }: { readonly random: Random; readonly isBig: boolean },
): Promise<ChosenLines | undefined> {
  const wanted = 1 + lowOf(random, MOST_LINES, 1.7) + (isBig ? 2 : 0)
  // Some may be sold out.
  const chosen = new Set(
    Array.from({ length: wanted + SPARE }, () => skus[lowOf(random, skus.length, 2.2)] ?? ''),
  )
  const buyer = await priceBuyer(shop, buyerId)
  const asked = await quoteLines(
    shop.db,
    buyer,
    [...chosen].map((sku) => ({ sku })),
  )
  const lines = asked.lines
    .flatMap((line) => {
      const quantity = quantityOf(line, dollarsOf(random, isBig))
      return line.productId !== undefined && quantity ? [{ productId: line.productId, quantity }] : []
    })
    .slice(0, wanted)
  if (lines.length === 0) return undefined
  const { totalPrice, orderable } = await quoteLines(shop.db, buyer, lines)
  return orderable ? { lines, totalPrice } : undefined
}

/** What a line is to come to: seldom much more or less than usual. */
function dollarsOf(random: Random, isBig: boolean): number {
  const spread = random() + random() + random() - 1.5
  return between(random, 60, 110) * Math.exp(1.4 * spread) * (isBig ? 9 : 1)
}

/** A quantity as people write it, as the part is sold and as its stock allows; undefined when that is too little. */
function quantityOf(
  { available = 0, minimum = 1, step = 1, prices = [] }: QuoteLine,
  dollars: number,
): number | undefined {
  const price = prices[0]?.price ?? 0
  if (price <= 0 || available < minimum * MINIMA_IN_STOCK) return undefined
  const most = Math.floor((available * PART_OF_STOCK) / step) * step
  const pieces = dollars / price
  const unit = Math.max(step, 10 ** Math.floor(Math.log10(Math.max(1, pieces))) / 2)
  const round = (of: number) => Math.ceil((Math.floor(of / unit) * unit) / step) * step
  return Math.max(minimum, round(Math.min(most, pieces + unit / 2)))
}
