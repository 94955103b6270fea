import {
  backorderedPieces,
  isMoneyGone,
  isShippingStopped,
  leftOfOrder,
} from '#features/orders/left-to-ship.ts'
import { isLapsed, isWaiting } from '#features/orders/order-page.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { piecesText } from '#kit/text/count-text.ts'

/** What comes next for an order, for its customer and for admins. */
export function nextStepText(order: OrderDetails): string {
  const { cancelledAt, paid, status, progress, dispute } = order
  if (cancelledAt !== undefined && order.approval?.state === 'declined')
    return 'The company declined the order, so it is cancelled, and its pieces are for sale again.'
  if (cancelledAt !== undefined)
    return isLapsed(order)
      ? 'The order was not paid in time, so it is cancelled, and its pieces are for sale again.'
      : 'The order is cancelled, and its pieces are for sale again.'
  if (isWaiting(order))
    return 'Somebody of the company has to approve the order before it is paid. Its pieces are held until then; one that is not approved and paid in time is cancelled.'
  if (!paid) return 'Its pieces are held until it is paid. An order that is not paid in time is cancelled.'
  if (status === 'shipped') return 'The order is on its way.'
  const rest = progress ? 'the rest' : 'it'
  if (dispute === 'lost' && isMoneyGone(order))
    return `The payment was charged back, and ${rest} will not be shipped.`
  if (isShippingStopped(order) || leftOfOrder(order).size === 0)
    return `The order is refunded, and ${rest} will not be shipped.`
  const missing = backorderedPieces(order)
  if (missing > 0)
    return `${piecesText(missing)} of the order ${missing === 1 ? 'is' : 'are'} on backorder: ${missing === 1 ? 'it ships' : 'they ship'} when in stock, and a mail tells when.`
  return progress
    ? 'A part of the order is on its way; the rest will be shipped.'
    : 'The order is paid and will be shipped.'
}
