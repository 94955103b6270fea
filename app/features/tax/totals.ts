import { addedTaxCents, containedTaxCents } from '#kit/money-division.ts'
import type { TaxKind } from './schema.ts'

/** What an order consists of, in whole cents of 0 or more. */
export interface OrderSums {
  /** The sum of the line totals. */
  readonly linesCents: number
  readonly deliveryCents: number
  readonly tax: { readonly kind: TaxKind; readonly percent: number }
}

/** What an order comes to, in cents. */
export interface OrderTotals {
  readonly linesCents: number
  readonly deliveryCents: number
  /** What is included in `payableCents`, or was added to lines and delivery. */
  readonly taxCents: number
  /** `payableCents` without the tax. */
  readonly netCents: number
  /** What is paid: lines, delivery, and the tax that they do not include. */
  readonly payableCents: number
}

/**
 * The totals of an order, the same in browser and server. An order has one rate, so the tax is computed once, on the sum of
 * goods and delivery, half a cent up.
 */
export function orderTotals({ linesCents, deliveryCents, tax }: OrderSums): OrderTotals {
  const sumCents = linesCents + deliveryCents
  const taxCents = taxOn(sumCents, tax)
  const payableCents = tax.kind === 'added' ? sumCents + taxCents : sumCents
  return { linesCents, deliveryCents, taxCents, netCents: payableCents - taxCents, payableCents }
}

function taxOn(cents: number, { kind, percent }: OrderSums['tax']): number {
  if (kind === 'included') return containedTaxCents(cents, percent)
  return kind === 'added' ? addedTaxCents(cents, percent) : 0
}
