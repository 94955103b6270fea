import { minimumText, offStepText, outOfStockText, soldOutText } from '#features/catalog/texts.ts'
import type { Quote, QuoteLine } from '#features/quote/schema.ts'

/** The part of a quoted line, also of an unknown one. */
export const partOf = ({ productId, given }: QuoteLine): string =>
  productId ?? (typeof given === 'string' ? '' : (given.productId ?? ''))

/** Why a line cannot be ordered as it is; undefined when it can. */
export function lineProblemText(line: QuoteLine): string | undefined {
  const { problem, available: quantity = 0, minimum = 0, step = 1 } = line
  switch (problem) {
    case 'unknown':
      return 'No longer sold.'
    case 'no_quantity':
    case 'below_minimum':
      return `${minimumText({ minimum, step })}.`
    case 'off_step':
      return offStepText(step)
    case 'out_of_stock':
      return quantity < minimum ? soldOutText({ quantity, minimum, step }) : outOfStockText(quantity)
    default:
      return undefined
  }
}

/** A line as the buyer saw it, and as it is now. */
export interface ChangedLine {
  readonly before: QuoteLine
  readonly now: QuoteLine
}

/** The lines of which price, total or problem differ between two quotes of the same parts. */
export function changedLines(seen: Quote, now: Quote): ChangedLine[] {
  const byPart = new Map(seen.lines.map((line) => [partOf(line), line]))
  return now.lines.flatMap((line) => {
    const before = byPart.get(partOf(line))
    return before && isChanged(before, line) ? [{ before, now: line }] : []
  })
}

const isChanged = (one: QuoteLine, other: QuoteLine): boolean =>
  one.lineTotal !== other.lineTotal || lineProblemText(one) !== lineProblemText(other)
