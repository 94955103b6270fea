import type { TaxKind } from '#features/tax/schema.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { exactE4, totalCents, wholeCents } from '#kit/money.ts'
import { apportionCents, taxedTotalCents } from '#kit/money-division.ts'
import type { Order, OrderDetails, OrderLine, ShipmentLine } from './schema.ts'

/** Pieces of a line and what is refunded for them, or can be: in whole cents, with the tax. */
export interface RefundedLine extends ShipmentLine {
  readonly cents: number
}

/** What a refund is of. `deliveryCents` is null when the delivery is not refunded. */
export interface RefundedParts {
  readonly lines: readonly RefundedLine[]
  readonly deliveryCents: number | null
}

/** What is left of an order: each line at its position, also one of which nothing is. */
export interface LeftToRefund {
  readonly lines: readonly RefundedLine[]
  readonly deliveryCents: number
}

type TaxRate = { readonly kind: TaxKind; readonly percent: number }

/**
 * What amounts cost with their tax: those that include it as they are; otherwise each with its part of the whole, so that the
 * sum is what is paid.
 */
export const grossAmounts = (shown: readonly number[], kind: TaxKind, wholeCents: number): number[] =>
  kind === 'included' ? [...shown] : apportionCents(wholeCents, shown)

/** The tax of an order from before taxes were decided: its prices include it. */
const taxOf = ({ tax }: { readonly tax?: TaxRate | undefined }): TaxRate =>
  tax ?? { kind: 'included', percent: 0 }

/** What is left of the lines and the delivery of an order after these refunds (`readGoneParts`): all that have not failed. */
export function leftToRefund(
  order: Pick<Order, 'lines' | 'delivery' | 'tax'>,
  refunds: readonly RefundedParts[],
): LeftToRefund {
  const shown = order.lines.map(({ lineTotal }) => wholeCents(lineTotal))
  const deliveryCents = order.delivery ? wholeCents(order.delivery.price) : 0
  const tax = taxOf(order)
  const { payableCents } = orderTotals({ linesCents: sum(shown), deliveryCents, tax })
  const whole = grossAmounts([...shown, deliveryCents], tax.kind, payableCents)
  const gone = Map.groupBy(
    refunds.flatMap(({ lines }) => lines),
    ({ position }) => position,
  )
  const lines = order.lines.map(({ quantity }, position) => {
    const own = gone.get(position) ?? []
    return {
      position,
      quantity: quantity - sum(own.map((line) => line.quantity)),
      cents: (whole[position] ?? 0) - sum(own.map(({ cents }) => cents)),
    }
  })
  const delivered = sum(refunds.map((refund) => refund.deliveryCents ?? 0))
  return { lines, deliveryCents: (whole.at(-1) ?? 0) - delivered }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/**
 * What so many pieces of a line come to, in cents: unit price × pieces with the tax, half a cent up, at most what is left of the
 * line. All that are left take exactly what is left of it.
 */
export function piecesCents(
  { unitPrice }: Pick<OrderLine, 'unitPrice'>,
  order: { readonly tax?: TaxRate | undefined },
  left: Omit<RefundedLine, 'position'>,
  quantity: number,
): number {
  if (quantity === left.quantity) return left.cents
  return Math.min(left.cents, grossCents({ unitPrice }, order, quantity))
}

/** What so many pieces cost with the tax, in cents. */
function grossCents(
  { unitPrice }: Pick<OrderLine, 'unitPrice'>,
  order: { readonly tax?: TaxRate | undefined },
  quantity: number,
): number {
  const { kind, percent } = taxOf(order)
  const priceE4 = exactE4(unitPrice)
  return kind === 'added' ? taxedTotalCents(priceE4, quantity, percent) : totalCents(priceE4, quantity)
}

/**
 * The pieces of an order that are back in stock and not refunded by line, and what of their price was not refunded by amounts
 * either, in cents. After such a refund failed, the customer has paid for pieces that nobody ships.
 */
export function paidPiecesBack({ lines, tax, refundedAmount = 0, refunds = [] }: OrderDetails): {
  readonly pieces: number
  readonly cents: number
} {
  const back = lines.map(({ unitPrice, restocked = 0, refunded = 0 }) => {
    const pieces = Math.max(0, restocked - refunded)
    return { pieces, cents: grossCents({ unitPrice }, { tax }, pieces) }
  })
  const byLine = refunds.filter(
    ({ state, lines: own, delivery }) =>
      (state === 'pending' || state === 'succeeded') && (own !== undefined || delivery !== undefined),
  )
  const byAmount = wholeCents(refundedAmount) - sum(byLine.map(({ amount }) => wholeCents(amount)))
  return {
    pieces: sum(back.map(({ pieces }) => pieces)),
    cents: Math.max(0, sum(back.map(({ cents }) => cents)) - Math.max(0, byAmount)),
  }
}

/** A line of a refund as it is stored, with how many of its pieces were to be shipped when it was asked for. */
export interface StoredLine extends RefundedLine {
  readonly unshipped: number
  /** Its pieces came back from the customer: they count among none that do not ship. */
  readonly returned?: true
}

/** What a refund is of, from its row. */
export const readRefundedParts = (row: {
  readonly lines: string | null
  readonly delivery_cents: number | null
}): { readonly lines: readonly StoredLine[]; readonly deliveryCents: number | null } => ({
  lines: row.lines === null ? [] : JSON.parse(row.lines),
  deliveryCents: row.delivery_cents,
})

/** What is not left to refund after a refund: what it is of, or for an amount what that settles, at its whole price. */
export const readGoneParts = ({
  settles,
  ...row
}: Parameters<typeof readRefundedParts>[0] & { readonly settles: string | null }): RefundedParts =>
  settles === null ? readRefundedParts(row) : JSON.parse(settles)
