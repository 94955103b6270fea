import { type RawBuilder, sql } from 'kysely'
import type { OrderRow } from './order-rows.ts'
import '../tables.ts'

type Lost = Pick<OrderRow, 'total_cents' | 'dispute' | 'disputed_cents'>

type Gone = Lost & Pick<OrderRow, 'refunded_cents'>

export type Money = Gone & Pick<OrderRow, 'refunding_cents' | 'held_cents' | 'received_cents'>

/** What the lost disputes of an order took, in cents: all of it when that is not known. */
export const lostCents = ({ total_cents, dispute, disputed_cents }: Lost): number =>
  dispute === 'lost' ? Math.min(disputed_cents ?? total_cents, total_cents) : 0

/** The same of a row of `orders`. */
export const LOST_CENTS: RawBuilder<number> = sql`case when orders.dispute = 'lost' then coalesce(orders.disputed_cents, orders.total_cents) else 0 end`

/** What of an order's money neither went back nor is on its way back, in cents: a refund that is asked counts. */
const keptCents = (order: Money): number =>
  Math.max(order.total_cents - order.refunded_cents - order.refunding_cents - lostCents(order), 0)

/** What of that the bank keeps until a dispute is decided. */
export const heldCents = (order: Money): number => Math.min(order.held_cents, keptCents(order))

/**
 * What of an order's money can be refunded, in cents: what went back, is on its way back or is kept by the bank cannot, nor what came as a
 * transfer for an order on account. Of one that is owed it is what can be credited.
 */
export const refundableCents = (order: Money): number =>
  Math.max(keptCents(order) - heldCents(order) - order.received_cents, 0)

/** Whether all of an order's money went back: refunds and lost disputes together. A refund that is asked does not count. */
export const isAllGone = (order: Gone): boolean =>
  order.refunded_cents + lostCents(order) >= order.total_cents

/** Whether some of an order's money went back. */
export const hasGone = (order: Gone): boolean => order.refunded_cents + lostCents(order) > 0

/** Whether some of an order's money neither went back nor is on its way back. */
export const isKept: RawBuilder<boolean> = sql`(
  orders.total_cents > orders.refunded_cents + orders.refunding_cents + ${LOST_CENTS})`

/** Whether nothing of an order ships any more: its money went back or is on its way, or its pieces went back to stock. */
export const isRowStopped = (order: Money & Pick<OrderRow, 'restocked_at'>): boolean =>
  keptCents(order) === 0 || order.restocked_at !== null

/** Whether a dispute of an order is not decided. A process of the last release writes `dispute` alone. */
export const isRowDisputed = (order: Pick<OrderRow, 'dispute' | 'open_disputes'>): boolean =>
  order.dispute === 'open' || order.open_disputes > 0

/** The same of a row of `orders`. */
export const isDisputed: RawBuilder<boolean> = sql`(orders.dispute = 'open' or orders.open_disputes > 0)`
