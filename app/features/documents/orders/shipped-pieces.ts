import { orderWeight, weightToKg } from '#features/delivery/delivery.ts'
import { type Order, type OrderDetails, piecesOfOrder } from '#features/orders/orders.ts'
import type { ShipmentLine } from '#features/orders/schema.ts'
import { orderTotals } from '#features/tax/totals.ts'
import { centsToDollars, exactE4, totalCents, wholeCents } from '#kit/money.ts'

/**
 * An order without the pieces that do not ship: what it weighs, and what it comes to with delivery and tax. What was agreed for
 * the delivery stays, and refunds are not told.
 */
export function shippedOrder(order: OrderDetails): Order {
  const pieces = piecesOfOrder(order)
  const { refundedAmount: _, ...kept } = order
  const lines = order.lines.flatMap((line, position) => {
    const quantity = pieces.get(position) ?? 0
    return quantity === 0 ? [] : [{ ...line, quantity, lineTotal: lineTotal(line.unitPrice, quantity) }]
  })
  const linesCents = lines.reduce((sum, line) => sum + wholeCents(line.lineTotal), 0)
  const { payableCents, taxCents } = orderTotals({
    linesCents,
    deliveryCents: wholeCents(order.delivery?.price ?? 0),
    tax: order.tax ?? { kind: 'included', percent: 0 },
  })
  const weight = weightOf(
    order,
    [...pieces].map(([position, quantity]) => ({ position, quantity })),
  )
  return {
    ...kept,
    lines,
    totalPrice: centsToDollars(linesCents),
    payable: centsToDollars(payableCents),
    ...(order.tax && { tax: { ...order.tax, amount: centsToDollars(taxCents) } }),
    weight,
  }
}

const lineTotal = (unitPrice: number, quantity: number): number =>
  centsToDollars(totalCents(exactE4(unitPrice), quantity))

/** What pieces of an order weigh, in kg; undefined when a weight is unknown, and of no pieces. */
export function weightOf(
  { lines }: Pick<Order, 'lines'>,
  pieces: readonly ShipmentLine[],
): number | undefined {
  const weightE4 = orderWeight(
    pieces.map(({ position, quantity }) => ({ weight: lines[position]?.weight, quantity })),
  )
  return weightE4 ? weightToKg(weightE4) : undefined
}
