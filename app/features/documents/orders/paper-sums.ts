import type { Order } from '#features/orders/orders.ts'
import type { Tax } from '#features/tax/schema.ts'
import { taxText } from '#features/tax/texts.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { centsToDollars, exactCents, formatTotal } from '#kit/money.ts'
import type { Sum } from '../paper/paper-parts.ts'
import { orderPaperTexts } from '../texts.ts'

/** The tax that the total includes, or why there is none. An order from before taxes were decided has that of the terms. */
export function taxSums({ tax, totalPrice }: Pick<Order, 'tax' | 'totalPrice'>, taxPercent: number): Sum[] {
  const { includedTax } = orderPaperTexts
  if (!tax) return taxPercent > 0 ? [formerTax(totalPrice, taxPercent)] : []
  if (tax.kind === 'none' || tax.kind === 'added') return []
  if (tax.kind === 'included') return [{ text: includedTax(includedRateText(tax), formatTotal(tax.amount)) }]
  return [{ text: taxText(tax) }]
}

function formerTax(totalPrice: number, percent: number): Sum {
  const { taxCents } = orderTotals({
    linesCents: exactCents(totalPrice),
    deliveryCents: 0,
    tax: { kind: 'included', percent },
  })
  const tax = formatTotal(centsToDollars(taxCents))
  return { text: orderPaperTexts.includedTax(includedRateText({ percent }), tax) }
}

const includedRateText = ({ percent, name = 'tax' }: Pick<Tax, 'percent' | 'name'>): string =>
  `${percent} % ${name}`

/** What the law wants to be said of the tax, and what the customer's VAT ID is. */
export const taxRemarks = ({ tax }: Pick<Order, 'tax'>): string[] => [
  tax?.note ?? '',
  tax?.vatId === undefined ? '' : `${orderPaperTexts.customerVatId}: ${tax.vatId}`,
]
