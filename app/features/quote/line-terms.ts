import { type PricedProduct, priceLine } from '#features/pricing/price-line.ts'
import {
  largestOrderable,
  type OrderableProduct,
  quantityProblem,
  stepsAround,
  upToStep,
} from '#features/pricing/quantity-terms.ts'
import { addTotals, centsToDollars, e4ToDollars } from '#kit/money.ts'
import type { Quote, QuoteLine, QuoteProblem } from './schema.ts'

type SoldProduct = PricedProduct & OrderableProduct

interface QuantityFix {
  readonly quantity: number
}

/** What so many pieces of a part cost, what is wrong with the quantity, and which would be better. Prices in dollars. */
export interface LineTerms {
  readonly unitPrice?: number
  readonly lineTotal?: number
  readonly problem?: Exclude<QuoteProblem, 'unknown'>
  /** The quantities that can be ordered instead. */
  readonly fixes?: QuantityFix[]
  readonly advice?: NonNullable<QuoteLine['advice']>
}

/**
 * The terms of a line, the same in the browser and on the server. Absent members are left out. Without a quantity the fixes
 * are the `offers`: what an amount may mean that is not clear.
 */
export function judgeLine(
  product: SoldProduct,
  quantity: number | undefined,
  offers: readonly number[] = [],
): LineTerms {
  if (quantity === undefined) return { problem: 'no_quantity', ...toFixes(offers) }
  const { priceE4, totalCents } = priceLine(product, quantity)
  const problem = quantityProblem(product, quantity)
  const fixes = problem ? quantityFixes(product, quantity, problem) : []
  const advice = bestQuantity(product, quantity)
  return {
    unitPrice: e4ToDollars(priceE4),
    lineTotal: centsToDollars(totalCents),
    ...(problem && { problem }),
    ...toFixes(fixes),
    ...(advice && { advice }),
  }
}

const toFixes = (quantities: readonly number[]): Pick<LineTerms, 'fixes'> =>
  quantities.length > 0 ? { fixes: quantities.map((quantity) => ({ quantity })) } : {}

/** The quantities among the fixes of a line. */
export const fixingQuantities = ({ fixes = [] }: QuoteLine): number[] =>
  fixes.flatMap((fix) => ('quantity' in fix ? [fix.quantity] : []))

/** What decides the price and the problems of a line; undefined for an unknown part. */
export function termsOf({ minimum, step, prices, available }: QuoteLine) {
  if (minimum === undefined || step === undefined || !prices || available === undefined) return undefined
  return { minimum, step, prices, quantity: available }
}

/** The total of a quote in dollars, and whether all of it can be ordered. */
export function judgeLines(
  lines: readonly Pick<QuoteLine, 'lineTotal' | 'problem'>[],
): Pick<Quote, 'totalPrice' | 'orderable'> {
  return {
    totalPrice: addTotals(lines.map(({ lineTotal = 0 }) => lineTotal)),
    orderable: lines.length > 0 && lines.every(({ problem }) => problem === undefined),
  }
}

/** The quantities to offer for what an unclear amount may mean: each that can be ordered, and what fixes the others. */
export function orderableOffers(product: SoldProduct, offers: readonly number[]): number[] {
  const orderable = offers.flatMap((offer) => {
    const problem = quantityProblem(product, offer)
    return problem === undefined ? [offer] : quantityFixes(product, offer, problem)
  })
  return [...new Set(orderable)].sort((a, b) => a - b)
}

/** Below the minimum the minimum, whether or not it is in stock; else only quantities that can be ordered, the smaller first. */
function quantityFixes(
  product: SoldProduct,
  quantity: number,
  problem: NonNullable<ReturnType<typeof quantityProblem>>,
): number[] {
  if (problem === 'below_minimum') return [product.minimum]
  const largest = largestOrderable(product)
  if (largest === undefined) return []
  if (problem === 'out_of_stock') return [largest]
  const [below, above] = stepsAround(product, quantity)
  return above <= largest ? [below, above] : [Math.min(below, largest)]
}

/**
 * The larger orderable quantity that costs least, when that is less than this one does; of several the smallest. Between
 * two price breaks more pieces never cost less, so only the first quantity of each break is compared.
 */
function bestQuantity(product: SoldProduct, quantity: number): LineTerms['advice'] {
  const largest = largestOrderable(product) ?? 0
  const now = priceLine(product, quantity).totalCents
  let best: { quantity: number; totalCents: number } | undefined
  for (const { from } of product.prices) {
    const more = upToStep(from, product.step)
    if (more <= quantity || more > largest) continue
    const { totalCents } = priceLine(product, more)
    if (totalCents < (best?.totalCents ?? now)) best = { quantity: more, totalCents }
  }
  return (
    best && {
      quantity: best.quantity,
      lineTotal: centsToDollars(best.totalCents),
      saves: centsToDollars(now - best.totalCents),
    }
  )
}
