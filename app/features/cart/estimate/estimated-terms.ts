import type { Quote, QuotedDelivery } from '#features/quote/schema.ts'
import type { Tax } from '#features/tax/schema.ts'
import { taxRateText, taxText } from '#features/tax/texts.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { centsToDollars, formatTotal, wholeCents } from '#kit/money.ts'

/** What a cart comes to by its cheapest delivery, in words. */
export interface EstimatedTerms {
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** What is to pay in all; `from` with the cheapest of several methods. */
  readonly total: string
  readonly arrives: QuotedDelivery['arrives']
  /** Why there is no tax, if a law or VIES says so. */
  readonly note: string | undefined
}

/** The terms of a quote with a destination; undefined when nothing delivers its lines there. */
export function estimatedTerms({ totalPrice, deliveries, tax }: Quote): EstimatedTerms | undefined {
  const [cheapest] = deliveries ?? []
  if (!cheapest || !tax) return undefined
  const totals = orderTotals({
    linesCents: wholeCents(totalPrice),
    deliveryCents: wholeCents(cheapest.price),
    tax,
  })
  const from = (deliveries ?? []).length > 1 ? 'from ' : ''
  const price = cheapest.price === 0 ? 'free' : `${from}${formatTotal(cheapest.price)}`
  const amount = formatTotal(centsToDollars(totals.taxCents))
  return {
    facts: [{ label: 'Delivery', value: price }, taxFact(tax, amount)],
    total: `${from}${formatTotal(centsToDollars(totals.payableCents))}`,
    arrives: cheapest.arrives,
    note: tax.note,
  }
}

function taxFact(tax: Tax, amount: string): { label: string; value: string } {
  if (tax.kind === 'added') return { label: taxRateText(tax), value: amount }
  if (tax.kind === 'included') return { label: `Including ${taxRateText(tax)}`, value: amount }
  return { label: 'Tax', value: taxText(tax) }
}
