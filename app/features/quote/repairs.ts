import { largestOrderable, stepsAround } from '#features/pricing/quantity-terms.ts'
import { formatTotal } from '#kit/money.ts'
import { linesText } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import { fixingQuantities, judgeLine, judgeLines, orderableOffers, termsOf } from './line-terms.ts'
import type { QuoteLine } from './schema.ts'

/** A line of a quote whose part is for sale. */
export type KnownLine = QuoteLine & Required<Pick<QuoteLine, 'productId' | 'sku' | 'product'>>

export const isKnown = (line: QuoteLine): line is KnownLine =>
  line.problem !== 'unknown' && line.productId !== undefined

/** The total of a line; none of a line that cannot be ordered as it is: what is wrong stands below it. */
export const orderableTotalText = ({ problem, lineTotal }: QuoteLine): string =>
  problem !== undefined || lineTotal === undefined ? '–' : formatTotal(lineTotal)

/** The line with another quantity, by the rules of the shop and what it last said of the part. */
export function withQuantity(line: QuoteLine, quantity: number): QuoteLine {
  if (line.quantity === quantity) return line
  const last = lastJudged.get(line)
  if (last?.quantity === quantity) return last
  const terms = termsOf(line)
  const { problem: _, fixes: __, advice: ___, unclear: ____, ...rest } = line
  const judged = terms ? { ...rest, quantity, ...judgeLine(terms, quantity) } : { ...line, quantity }
  lastJudged.set(line, judged)
  return judged
}

/** The same object for the same quantity, so that a row is rendered only when something changed. */
const lastJudged = new WeakMap<QuoteLine, QuoteLine>()

/** The quantities that would repair a line, the smallest first; none when nothing is left to order. */
export function repairingQuantities(line: QuoteLine): number[] {
  const terms = termsOf(line)
  if (line.problem === undefined || !terms) return []
  const largest = largestOrderable(terms)
  if (largest === undefined) return []
  if (line.problem === 'no_quantity' && !line.unclear) return [terms.minimum]
  const quantities = fixingQuantities(line)
  return line.problem === 'no_quantity' ? orderableOffers(terms, quantities) : quantities
}

/** A step that is further away than this share of the quantity is another quantity. */
const NEAR_STEP = 0.1

/**
 * The quantity that repairs a line when all are repaired at once: only where there is one answer, which is the minimum, or a
 * step that is near and nearer than the other. No quantity, zero pieces and too few in stock are questions to the buyer.
 */
export function chosenRepair(line: QuoteLine): number | undefined {
  const terms = termsOf(line)
  const { quantity = 0, problem } = line
  const largest = terms && largestOrderable(terms)
  if (!terms || quantity === 0 || largest === undefined) return undefined
  if (problem === 'below_minimum') return terms.minimum
  if (problem !== 'off_step') return undefined
  const [below, above] = stepsAround(terms, quantity)
  const nearest = quantity - below < above - quantity ? below : above
  const isNear = Math.abs(nearest - quantity) <= quantity * NEAR_STEP
  const isOnlyOne = quantity - below !== above - quantity
  return isNear && isOnlyOne && nearest <= largest ? nearest : undefined
}

/** What was repaired: "2 lines raised to the minimum and 1 line set to the nearest step." */
export function repairsText(repairs: readonly Pick<QuoteLine, 'problem'>[]): string {
  const counts = Object.entries(REPAIRED).flatMap(([problem, text]) => {
    const count = repairs.filter((repair) => repair.problem === problem).length
    return count === 0 ? [] : [`${linesText(count)} ${text}`]
  })
  return `${listText(counts)}.`
}

const REPAIRED = {
  below_minimum: 'raised to the minimum',
  off_step: 'set to the nearest step',
} as const

/** The parts of a list by what is to be done about them; totals in dollars. */
export function sumUp(lines: readonly QuoteLine[]) {
  const wrong = lines.filter(({ problem }) => problem !== undefined)
  const right = lines.filter(({ problem }) => problem === undefined)
  return {
    wrong,
    right,
    /** What is to pay for the lines that can be ordered. */
    rightTotal: judgeLines(right).totalPrice,
    repairable: wrong.filter((line) => chosenRepair(line) !== undefined),
    advised: right.filter(({ advice }) => advice !== undefined),
  }
}
