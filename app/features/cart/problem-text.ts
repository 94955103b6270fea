import { isSoldOut } from '#features/catalog/quantity-terms.ts'
import { atLeastText, offStepText, outOfStockText, soldOutText } from '#features/catalog/texts.ts'
import type { QuoteLine } from '#features/quote/schema.ts'
import { termsOf } from './repairs.ts'

/** Why a line cannot be ordered as it is, in a sentence; undefined when it can. */
export function problemText(line: QuoteLine): string | undefined {
  const terms = termsOf(line)
  if (line.problem === 'unknown' || (line.problem && !terms)) return unknownText(line)
  if (!line.problem || !terms) return undefined
  if (isSoldOut(terms)) return soldOutText(terms)
  switch (line.problem) {
    case 'no_quantity':
      return 'How many pieces?'
    case 'below_minimum':
      return atLeastText(terms.minimum)
    case 'off_step':
      return offStepText(terms.step)
    case 'out_of_stock':
      return outOfStockText(terms.quantity)
  }
}

function unknownText({ given, sku }: QuoteLine): string {
  const isById = typeof given !== 'string' && given.productId !== undefined
  return isById ? `${sku ?? 'This part'} is no longer sold.` : 'No part for sale has this number.'
}
