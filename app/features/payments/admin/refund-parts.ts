import { piecesCents } from '#features/orders/left-to-refund.ts'
import { byPosition, leftOfOrder } from '#features/orders/left-to-ship.ts'
import type { OrderDetails, ShipmentLine } from '#features/orders/schema.ts'
import { quantitiesToShip } from '#features/pricing/line-quantities.ts'
import { centsToDollars, wholeCents } from '#kit/money.ts'

/** The pieces of an order that can be refunded, by the position of their line. */
const refundablePieces = ({ refundable }: OrderDetails): Map<number, number> =>
  byPosition(refundable?.lines ?? [])

/**
 * The pieces to refund from the typed texts by position; one that was not typed is none. Undefined when a text is no number of
 * pieces that can be refunded.
 */
export function typedPieces(
  order: OrderDetails,
  typed: Readonly<Record<number, string>>,
): ShipmentLine[] | undefined {
  const left = refundablePieces(order)
  const isGone = Object.entries(typed).some(([position, text]) => text.trim() && !left.has(Number(position)))
  const texts = Object.fromEntries([...left.keys()].map((position) => [position, typed[position] ?? '']))
  return isGone ? undefined : quantitiesToShip(left, texts)
}

/** What pieces and the delivery come to, in dollars, as the shop computes it. */
export function partsTotal(
  order: OrderDetails,
  lines: readonly ShipmentLine[],
  isWithDelivery: boolean,
): number {
  const { refundable } = order
  const cents = lines.map(({ position, quantity }) => {
    const line = order.lines[position]
    const left = refundable?.lines.find((one) => one.position === position)
    if (!line || !left) return 0
    return piecesCents(line, order, { quantity: left.quantity, cents: wholeCents(left.amount) }, quantity)
  })
  const delivery = isWithDelivery ? wholeCents(refundable?.delivery ?? 0) : 0
  return centsToDollars(cents.reduce((sum, each) => sum + each, delivery))
}

/**
 * How many of these pieces go back to stock with their refund: those that are to be shipped. Pieces that are back although their
 * refund failed are the first that are refunded.
 */
export function piecesBack(order: OrderDetails, lines: readonly ShipmentLine[]): number {
  const toShip = leftOfOrder(order)
  return lines.reduce((sum, { position, quantity }) => {
    const { restocked = 0, refunded = 0 } = order.lines[position] ?? {}
    const others = Math.max(0, quantity - Math.max(0, restocked - refunded))
    return sum + Math.min(others, toShip.get(position) ?? 0)
  }, 0)
}
