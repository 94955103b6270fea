import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { fromAbove } from '../handed/handed.ts'
import {
  leftToRefund,
  piecesCents,
  type RefundedParts,
  readGoneParts,
  type StoredLine,
} from '../left-to-refund.ts'
import { byPosition } from '../left-to-ship.ts'
import { findInvoicedOrder } from '../owners/find-orders.ts'
import { orderNotFound } from '../records/lock-order.ts'
import { findShipping, refuseUnknownLines } from '../records/shipment-rows.ts'
import { orderRefusals } from '../refusals.ts'
import type { Order, ShipmentLine } from '../schema.ts'

/** Pieces and the delivery that are to be refunded. */
export interface AskedParts {
  readonly lines: readonly ShipmentLine[]
  readonly delivery: boolean
  /** The pieces came back, so that they were shipped: their refund takes none from what is left to ship. */
  readonly isReturned?: boolean
}

/** The parts of a refund, as they are stored with it. */
export interface FoundParts {
  readonly lines: readonly StoredLine[]
  readonly deliveryCents: number | null
}

/**
 * What pieces and the delivery of a locked, paid order come to, after all of its refunds that have not failed: those too that the
 * provider has not made yet, so that the money is divided in the sequence in which it is asked for. Refused: a line that the
 * order has not (422), more pieces than are left of a line, a delivery that is refunded already (409).
 */
export async function findRefundParts(trx: Db, orderId: string, asked: AskedParts): Promise<FoundParts> {
  const order = await findInvoicedOrder(trx, orderId)
  if (!order) throw orderNotFound()
  const refunds = await fromAbove().listRefunds(trx, orderId)
  const left = leftToRefund(order, refunds.filter(({ state }) => state !== 'failed').map(readGoneParts))
  const shipping = await findShipping(trx, orderId)
  refuseUnknownLines(shipping.lines, asked.lines)
  const toShip = byPosition(shipping.left)
  const lines = asked.lines
    .toSorted((one, other) => one.position - other.position)
    .map(({ position, quantity }) => ({
      position,
      quantity,
      cents: centsOf(order, left.lines, { position, quantity }),
      unshipped: asked.isReturned ? 0 : Math.min(quantity, toShip.get(position) ?? 0),
      ...(asked.isReturned && { returned: true as const }),
    }))
  return { lines, deliveryCents: asked.delivery ? deliveryCents(order, left.deliveryCents) : null }
}

function centsOf(order: Order, left: RefundedParts['lines'], { position, quantity }: ShipmentLine): number {
  const [line, leftOfLine] = [order.lines[position], left[position]]
  if (line && leftOfLine && quantity <= leftOfLine.quantity)
    return piecesCents(line, order, leftOfLine, quantity)
  throw new AppError(orderRefusals.exceedsLeft, 'So many pieces of the line are not left to refund.', {
    left: left.filter((one) => one.quantity > 0).map(({ cents: _, ...pieces }) => pieces),
  })
}

function deliveryCents({ delivery }: Order, leftCents: number): number {
  if (leftCents === 0 && delivery !== undefined && delivery.price > 0)
    throw new AppError('conflict', 'The delivery of this order is refunded already.')
  return leftCents
}
