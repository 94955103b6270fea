import { daysText } from '#features/companies/texts.ts'
import { isLapsed, isWaiting } from '#features/order-page/order-page.ts'
import {
  backorderedPieces,
  isMoneyGone,
  isShippingStopped,
  leftOfOrder,
} from '#features/orders/left-to-ship.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { longDayText } from '#kit/text/utc-text.ts'

function accountText({ dueAt, openAmount = 0, terms }: OrderDetails): string {
  if (dueAt === undefined)
    return `The order is on account and will be shipped. Its invoice comes when all of it is shipped, to be paid within ${daysText(terms?.days ?? 0)}.`
  return openAmount > 0
    ? `${formatTotal(openAmount)} of the invoice is to be paid. Pay by ${longDayText(dueAt)}.`
    : 'The order is on its way, and nothing of its invoice is to be paid any more.'
}

function missingText(order: OrderDetails): string | undefined {
  const missing = backorderedPieces(order)
  if (missing === 0) return undefined
  const [are, ship] = missing === 1 ? ['is', 'it ships'] : ['are', 'they ship']
  return `${piecesText(missing)} of the order ${are} on backorder: ${ship} when in stock, and a mail tells when.`
}

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
    return order.payment === 'account'
      ? 'Somebody of the company has to approve the order before it is shipped. Its pieces are held until then; one that is not approved in time is cancelled.'
      : 'Somebody of the company has to approve the order before it is paid. Its pieces are held until then; one that is not approved and paid in time is cancelled.'
  const missing = missingText(order)
  if (!paid && order.payment === 'account')
    return [accountText(order), ...(missing ? [missing] : [])].join(' ')
  if (!paid) return 'Its pieces are held until it is paid. An order that is not paid in time is cancelled.'
  if (status === 'shipped') return 'The order is on its way.'
  const rest = progress ? 'the rest' : 'it'
  if (dispute === 'lost' && isMoneyGone(order))
    return `The payment was charged back, and ${rest} will not be shipped.`
  if (isShippingStopped(order) || leftOfOrder(order).size === 0)
    return `The order is refunded, and ${rest} will not be shipped.`
  if (missing) return missing
  return progress
    ? 'A part of the order is on its way; the rest will be shipped.'
    : 'The order is paid and will be shipped.'
}
