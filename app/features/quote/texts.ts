import { isSoldOut, type OrderableProduct } from '#features/pricing/quantity-terms.ts'
import {
  atLeastText,
  noQuantityText,
  offStepText,
  outOfStockText,
  quantityProblemText,
  soldOutText,
} from '#features/pricing/texts.ts'
import { centsToDollars, formatTotal, MAXIMUM_TOTAL_CENTS } from '#kit/money.ts'
import { formatCount, linesText, piecesText } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'
import { fixingQuantities, termsOf } from './line-terms.ts'
import type { QuoteLine } from './schema.ts'

/** An order whose total no card can pay is refused. */
export const tooMuchText = (): string =>
  `One order can come to ${formatTotal(centsToDollars(MAXIMUM_TOTAL_CENTS))} at most. Split it.`

/** Why a line cannot be ordered as it is, in a sentence; undefined when it can. */
export function lineProblemText(line: QuoteLine): string | undefined {
  const terms = termsOf(line)
  if (line.problem === 'unknown' || (line.problem && !terms)) return unknownText(line)
  if (!line.problem || !terms) return undefined
  if (isSoldOut(terms)) return soldOutText(terms)
  switch (line.problem) {
    case 'no_quantity':
      return line.unclear ? unclearText(line, terms) : noQuantityText
    case 'below_minimum':
      return atLeastText(terms.minimum)
    case 'off_step':
      // The stock is the reason when no step of so many pieces is left.
      return (line.quantity ?? 0) > terms.quantity ? outOfStockText(terms.quantity) : offStepText(terms.step)
    case 'out_of_stock':
      return outOfStockText(terms.quantity)
  }
}

/** Beside a total, which counts only what can be ordered. */
export const wrongLinesText = (lines: number): string =>
  `${linesText(lines)} cannot be ordered as ${lines === 1 ? 'it is' : 'they are'}.`

/** More characters of an unclear line are not shown. */
const LONGEST_SHOWN = 60

/** Of the quantities that it may be, why some cannot be ordered: the buttons have other quantities then. */
function unclearText(line: QuoteLine, terms: OrderableProduct): string {
  const [text = ''] = line.unclear ?? []
  const problems = fixingQuantities(line).flatMap((quantity) => {
    const problem = quantityProblemText(terms, quantity)
    return problem === undefined ? [] : [`${piecesText(quantity)} cannot be ordered.`, problem]
  })
  const answer = problems.length === 0 ? 'Write the number of pieces.' : [...new Set(problems)].join(' ')
  return `How many pieces is “${shortenEnd(text, LONGEST_SHOWN)}”? ${answer}`
}

/** A part that is named by its id was for sale. */
function unknownText(line: QuoteLine): string {
  if (line.described) return describedText(line)
  if (typeof line.given !== 'string' && line.given.productId !== undefined)
    return 'This part is no longer sold.'
  return /\d/.test(line.sku ?? '') || line.fixes
    ? 'No part for sale has this number.'
    : 'No part number was found in this line.'
}

function describedText({ described, quantity }: QuoteLine): string {
  const question =
    described === 'wholly' ? 'Which part is it?' : 'No part matches all of this. Is it one of these?'
  return quantity === undefined
    ? `${question} The number of pieces is not clear.`
    : `${question} ${piecesText(quantity)} were read.`
}

/** The button that repairs all lines of which the repair is clear. */
export const repairAllText = (count: number): string =>
  count === 1 ? 'Fix the line that can be fixed' : `Fix all that can be fixed (${formatCount(count)})`
