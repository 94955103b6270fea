import { orderTexts } from '#features/orders/texts.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { endUndos, notifyUndo } from '#kit/ui/overlay/undo-toast.tsx'
import { cancelOnly, restoreCall } from '../client.ts'

/** That the order is shipped, or how many are. */
export const shippedText = (count: number): string =>
  count === 1 ? orderTexts.shipped : `${formatCount(count)} orders are shipped`

/**
 * Says that shipments of an order were cancelled, and offers to undo it. What said that they are shipped goes, since it is
 * no longer true.
 */
export function notifyCancelled(
  text: string,
  orderId: string,
  shipments: readonly string[],
  untilMs: number,
): void {
  // A toast of several shipments is one of several orders, of each one shipment.
  endUndos(shipments, ({ calls }, left) => ({
    text: shippedText(left.length),
    calls: cancelOnly(calls, left),
  }))
  notifyUndo({ text, calls: [restoreCall(orderId, shipments)], about: [orderId], untilMs })
}

/** What said that shipments of these orders were cancelled goes: they are shipped again. */
export const endCancelled = (orderIds: readonly string[]): void => endUndos(orderIds)
