import { largestOrderable } from '#features/catalog/quantity-terms.ts'
import { judgeLine, judgeLines, termsOf } from '#features/quote/line-terms.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { linesText } from '#kit/count-text.ts'
import { listText } from '#kit/list-text.ts'

/** A line of a quote whose part is for sale. */
export type KnownLine = QuoteLine & Required<Pick<QuoteLine, 'productId' | 'sku' | 'product'>>

export const isKnown = (line: QuoteLine): line is KnownLine =>
  line.problem !== 'unknown' && line.productId !== undefined

/** The line with another quantity, by the rules of the shop and what it last said of the part. */
export function withQuantity(line: QuoteLine, quantity: number): QuoteLine {
  if (line.quantity === quantity) return line
  const last = lastJudged.get(line)
  if (last?.quantity === quantity) return last
  const terms = termsOf(line)
  const { problem: _, fixes: __, advice: ___, ...rest } = line
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
  if (line.problem === 'no_quantity') return [terms.minimum]
  return (line.fixes ?? []).flatMap((fix) => ('quantity' in fix ? [fix.quantity] : []))
}

/**
 * The quantity that repairs a line when all are repaired at once: the minimum, the next larger step that is in stock, or
 * all that is left. Undefined for a line that is right or that no quantity repairs.
 */
export function chosenRepair(line: QuoteLine): number | undefined {
  const available = line.available ?? 0
  return repairingQuantities(line).findLast((quantity) => quantity <= available)
}

/** A repaired line. */
export interface Repair {
  readonly problem: QuoteLine['problem']
  readonly sku: string
  readonly quantity: number
}

/** What was repaired: "2 lines raised to the minimum, 1 line reduced to what is in stock." */
export function repairsText(repairs: readonly Repair[]): string {
  const counts = Object.entries(REPAIRED).flatMap(([problem, text]) => {
    const count = repairs.filter((repair) => repair.problem === problem).length
    return count === 0 ? [] : [`${linesText(count)} ${text}`]
  })
  return `${listText(counts)}.`
}

const REPAIRED = {
  no_quantity: 'without a quantity set to the minimum',
  below_minimum: 'raised to the minimum',
  off_step: 'set to the next step',
  out_of_stock: 'reduced to what is in stock',
} as const

/** The parts of a list by what is to be done about them; totals in dollars. */
export function sumUp(lines: readonly QuoteLine[]) {
  const wrong = lines.filter(({ problem }) => problem !== undefined)
  const right = lines.filter(({ problem }) => problem === undefined)
  return {
    wrong,
    right,
    /** Of every line with a part and a quantity, as in a quote. */
    total: judgeLines(lines).totalPrice,
    rightTotal: judgeLines(right).totalPrice,
    repairable: wrong.filter((line) => chosenRepair(line) !== undefined),
    advised: right.filter(({ advice }) => advice !== undefined),
  }
}
