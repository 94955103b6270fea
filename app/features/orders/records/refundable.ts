import { type RawBuilder, sql } from 'kysely'
import type { OrderRow } from './order-rows.ts'
import '../tables.ts'

export type Money = Pick<OrderRow, 'total_cents' | 'refunded_cents' | 'refunding_cents' | 'dispute'>

/** What of an order's money can be refunded, in cents: a lost dispute took all of it, and a refund that is asked counts. */
export const refundableCents = ({ total_cents, refunded_cents, refunding_cents, dispute }: Money): number =>
  dispute === 'lost' ? 0 : Math.max(total_cents - refunded_cents - refunding_cents, 0)

/** Whether all of an order's money went back: it is refunded, or a dispute took it. A refund that is asked does not count. */
export const isAllGone = ({
  total_cents,
  refunded_cents,
  dispute,
}: Omit<Money, 'refunding_cents'>): boolean => dispute === 'lost' || refunded_cents >= total_cents

/** Whether some of an order's money went back. */
export const hasGone = (order: Omit<Money, 'refunding_cents'>): boolean =>
  order.refunded_cents > 0 || isAllGone(order)

/** Whether something of an order's money can be refunded: see `refundableCents`. */
export const isRefundable: RawBuilder<boolean> = sql`(
  orders.total_cents > orders.refunded_cents + orders.refunding_cents
  and (orders.dispute is null or orders.dispute <> 'lost'))`

/** Whether nothing of an order ships any more: its money went back or is on its way, or its pieces went back to stock. */
export const isRowStopped = (order: Money & Pick<OrderRow, 'restocked_at'>): boolean =>
  refundableCents(order) === 0 || order.restocked_at !== null
