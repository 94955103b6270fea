import { type RawBuilder, sql } from 'kysely'
import type { OrderRow } from '../records/order-rows.ts'
import type { OrderStatus } from '../states.ts'
import '../tables.ts'

/**
 * An order on account ships before it is paid: it is owed from the moment when nobody has to approve it any more, until its money is
 * there or it is cancelled. Its row has a status only once it is paid, since the database wants that; what it is until then follows
 * from what is shipped of it.
 */

/** Until when the pieces of an order are held whose hold has no end: no job finds it. The last moment of the year 9999. */
export const NO_END = Date.UTC(9999, 11, 31)

type Owed = Pick<OrderRow, 'account_days' | 'paid_at' | 'approval'> & Partial<Pick<OrderRow, 'cancelled_at'>>

export const isOwed = ({ account_days, paid_at, approval, cancelled_at = null }: Owed): boolean =>
  account_days !== null && paid_at === null && cancelled_at === null && approval !== 'waiting'

export const statusOf = (order: Owed & Pick<OrderRow, 'status' | 'shipped_at'>): OrderStatus | null =>
  isOwed(order) ? (order.shipped_at === null ? 'pending' : 'shipped') : order.status

type OpenMoney = Pick<
  OrderRow,
  'account_days' | 'paid_at' | 'total_cents' | 'refunded_cents' | 'received_cents'
>

/** What is still to be paid of an order on account, in cents: 0 of any other. */
export const openCents = (order: OpenMoney & Partial<Pick<OrderRow, 'cancelled_at'>>): number =>
  order.account_days === null || order.paid_at !== null || typeof order.cancelled_at === 'number'
    ? 0
    : Math.max(order.total_cents - order.refunded_cents - order.received_cents, 0)

/** What pays an order, in cents: what is open of one on account, else all that it comes to. */
export const payableCents = (order: OpenMoney): number =>
  order.account_days !== null && order.paid_at === null ? openCents(order) : order.total_cents

export const OPEN_CENTS: RawBuilder<number> = sql`(orders.total_cents - orders.refunded_cents - orders.received_cents)`

/** The orders on account whose money is not all there, also while somebody has to approve them, as the index of them has it. */
export const IS_ON_CREDIT: RawBuilder<boolean> = sql`(orders.account_days is not null and orders.paid_at is null
  and orders.cancelled_at is null)`

/** The same as `isOwed`, of a row of `orders`. */
export const IS_OWED: RawBuilder<boolean> = sql`(orders.account_days is not null and orders.paid_at is null
  and orders.cancelled_at is null and coalesce(orders.approval, '') <> 'waiting')`

/** Orders of the status `pending`, also those that are owed. */
export const IS_PENDING: RawBuilder<boolean> = sql`(orders.status = 'pending' or ${IS_OWED} and orders.shipped_at is null)`

export const IS_SHIPPED: RawBuilder<boolean> = sql`(orders.status = 'shipped' or ${IS_OWED} and orders.shipped_at is not null)`

export const IS_UNPAID: RawBuilder<boolean> = sql`(orders.paid_at is null and not ${IS_OWED})`
