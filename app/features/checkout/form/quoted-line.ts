import type { Quote, QuoteLine } from '#features/quote/schema.ts'
import { lineProblemText } from '#features/quote/texts.ts'

/** The part of a quoted line, also of an unknown one. */
export const partOf = ({ productId, given }: QuoteLine): string =>
  productId ?? (typeof given === 'string' ? '' : (given.productId ?? ''))

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
