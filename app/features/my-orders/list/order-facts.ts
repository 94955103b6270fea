import { arrivesText } from '#features/delivery/texts.ts'
import { isEnded, sumPieces, wholePieces } from '#features/orders/left-to-ship.ts'
import type { Order } from '#features/orders/schema.ts'
import { formatCount } from '#kit/text/count-text.ts'

/** How far an order is that is shipped in part: "2 of 5 lines shipped", of one line "200 of 300 pieces shipped". */
export function shippedPartText({ shipped, lines }: Order): string | undefined {
  if (!shipped) return undefined
  const whole = sumPieces(lines.map((line) => ({ quantity: wholePieces(line) })))
  return lines.length > 1 && shipped.lines > 0
    ? `${shipped.lines} of ${lines.length} lines shipped`
    : `${formatCount(shipped.pieces)} of ${formatCount(whole)} pieces shipped`
}

/** When it arrives; undefined while it cannot ship yet, and once nothing of it ships any more. */
export const arrivalText = (order: Order, now: number): string | undefined =>
  order.delivery && order.status && !isEnded(order) ? arrivesText(order.delivery.arrives, now) : undefined
