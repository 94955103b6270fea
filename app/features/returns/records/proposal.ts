import type { SignedInUser } from '#features/accounts/accounts.ts'
import { piecesCents } from '#features/orders/left-to-refund.ts'
import { findOrderDetails } from '#features/orders/orders.ts'
import type { ShipmentLine } from '#features/orders/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { wholeCents } from '#kit/money.ts'
import { type ReturnRow, receivedOf } from './return-rows.ts'

/** What the pieces of a return that came back cost, in cents, and what else can be refunded with them. */
export interface Proposal {
  /** The pieces, with which the refund is by line; undefined when more of them came back than are left to refund. */
  readonly pieces: readonly ShipmentLine[] | undefined
  /** Those of the pieces that are left to refund. */
  readonly leftPieces: readonly ShipmentLine[]
  readonly linesCents: number
  /** What is left of the delivery. */
  readonly deliveryCents: number
  /** What of the order's money can be refunded. */
  readonly mostCents: number
}

/** By the prices of the lines with their tax, after the refunds that were made. */
export async function proposeRefund(db: Db, staff: SignedInUser, row: ReturnRow): Promise<Proposal> {
  const order = await findOrderDetails(db, staff, row.order_id)
  const left = new Map(
    order.refundable?.lines.map(({ position, quantity, amount }) => [
      position,
      { quantity, cents: wholeCents(amount) },
    ]),
  )
  const pieces = row.lines
    .map((line) => ({ position: line.position, quantity: receivedOf(line) }))
    .filter(({ quantity }) => quantity > 0)
  const leftOf = (position: number) => left.get(position) ?? { quantity: 0, cents: 0 }
  const cents = pieces.map(({ position, quantity }) => {
    const [line, most] = [order.lines[position], leftOf(position)]
    return line ? piecesCents(line, order, most, Math.min(quantity, most.quantity)) : 0
  })
  return {
    pieces: pieces.every(({ position, quantity }) => quantity <= leftOf(position).quantity)
      ? pieces
      : undefined,
    leftPieces: pieces
      .map(({ position, quantity }) => ({
        position,
        quantity: Math.min(quantity, leftOf(position).quantity),
      }))
      .filter(({ quantity }) => quantity > 0),
    linesCents: cents.reduce((sum, each) => sum + each, 0),
    deliveryCents: wholeCents(order.refundable?.delivery ?? 0),
    mostCents: wholeCents(order.refundableAmount ?? 0),
  }
}
