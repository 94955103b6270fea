import type { SellerTerms } from '#features/documents/config.ts'
import { issueInvoice } from '#features/documents/orders/invoices.ts'
import type { Db } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import { changePublicVersion } from '#kit/public-cache/public-version.ts'
import { readPage } from '#kit/server/paging.ts'
import type { MailKind } from './mails/mail-contents.ts'
import { mailCustomers } from './mails/order-mails.ts'
import { type PayableOrder, toPayable } from './records/find-orders.ts'
import { lockOrder, orderNotFound } from './records/lock-order.ts'
import {
  type OrderRow,
  recordEvents,
  selectOrders,
  toOrder,
  withLines,
  withOwnLines,
} from './records/order-rows.ts'
import { hasPaidBefore } from './records/paying-customers.ts'
import { releasePieces } from './records/release-pieces.ts'
import type { Order } from './schema.ts'

export type { SellerTerms } from '#features/documents/config.ts'
export { findInvoice, findInvoicedOrder, type Invoice } from '#features/documents/orders/invoices.ts'
export {
  findRefundState,
  recordRefundState,
  recordUnmatchedRefund,
} from '#features/payments/refunds/record-refunds.ts'
export type {
  ProviderRefund,
  ProviderState,
  RefundChange,
} from '#features/payments/refunds/refund-changes.ts'
export {
  type AskedRefund,
  checkRefundSoon,
  claimDueRefunds,
  findFailingOrderRefunds,
  findRefund,
  isBeingAsked,
  type RefundRow,
} from '#features/payments/refunds/refund-rows.ts'
export { endRefusedRefund, reserveRefund } from '#features/payments/refunds/reserve-refund.ts'
export {
  countOpenOrders,
  findDisputedOrders,
  findHeldParts,
  findNamedOrders,
  NAMED_AT_MOST,
} from './admin/list/open-orders.ts'
export { changeOrder } from './contact/change-order.ts'
export { findOrderDetails, findOrderFor } from './details/order-details.ts'
export { orderMailTemplates } from './mails/order-mails.ts'
export { extendHolds } from './paying/extend-holds.ts'
export { holdReminderJob } from './paying/hold-reminders.ts'
export { claimLapsedOrders } from './paying/lapsed-orders.ts'
export type { PayableOrder } from './records/find-orders.ts'
export {
  isShippingStopped,
  isWholeOrder,
  leftToShip,
  piecesToShip,
  sumPieces,
} from './records/left-to-ship.ts'
export { recordEvents } from './records/order-rows.ts'
export { findPayingCustomers } from './records/paying-customers.ts'
export { type Order, type OrderDetails, orderDetailsSchema, orderSchema, type Shipment } from './schema.ts'
export { LINK_ACTOR, PROVIDER_ACTOR, SHOP_ACTOR, type UnmatchedRefund } from './states.ts'

const MAXIMUM_LISTED = 1000

/** The customer's orders that are not cancelled, newest first: `limit` of them (1 to 100, else 422), by default up to 1000. */
export async function listOrdersOfCustomer(
  db: Db,
  customerId: string,
  limit: string | undefined,
): Promise<Order[]> {
  const maximum = limit === undefined ? MAXIMUM_LISTED : readPage({ limit }, []).limit
  const rows = await selectOrders(db)
    .where('orders.user_id', '=', customerId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(maximum)
    .execute()
  return (await withLines(db, rows)).map(toOrder)
}

/** The customer's own order, for paying or cancelling. Another customer's or a cancelled order is refused (404). */
export async function findOwnOrder(db: Db, customerId: string, orderId: string): Promise<PayableOrder> {
  const order = await findPayableOrder(db, orderId)
  if (!order || order.customerId !== customerId) throw orderNotFound()
  return order
}

/** Any customer's order, for whoever has its payment link; undefined when it is cancelled or unknown. */
export async function findOrder(db: Db, orderId: string): Promise<Order | undefined> {
  const row = await findOrderRow(db, orderId)
  return row && toOrder(await withOwnLines(db, row))
}

/** Any customer's order, for events of the payment provider; undefined when it is cancelled or unknown. */
export async function findPayableOrder(db: Db, orderId: string): Promise<PayableOrder | undefined> {
  const row = await findOrderRow(db, orderId)
  return row && toPayable(row)
}

/** The customer's unpaid orders of that total in cents. Returns two at most: callers need to know only whether it is one. */
export async function findUnpaidOrdersOfTotal(
  db: Db,
  customerId: string,
  cents: number,
): Promise<PayableOrder[]> {
  const rows = await selectOrders(db)
    .where('orders.user_id', '=', customerId)
    .where('orders.paid_at', 'is', null)
    .where('orders.total_cents', '=', cents)
    .limit(2)
    .execute()
  return rows.map(toPayable)
}

/** The customer's unpaid orders that were placed at this time or before. */
export async function findUnpaidOrdersUntil(db: Db, customerId: string, at: number): Promise<PayableOrder[]> {
  const rows = await selectOrders(db)
    .where('orders.user_id', '=', customerId)
    .where('orders.paid_at', 'is', null)
    .where('orders.created_at', '<=', at)
    .execute()
  return rows.map(toPayable)
}

/**
 * Locks an unpaid order until the transaction ends, so that paying and cancelling wait for each other. False when it is
 * paid or cancelled already.
 */
export async function lockUnpaidOrder(trx: Db, orderId: string): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  return order?.paid_at === null
}

/** Marks the order as paid and pending, issues its invoice, and mails the customer. False when it is paid or cancelled already. */
export async function markPaid(
  trx: Db,
  payment: { orderId: string; transactionId: string; actor: string; at: number; terms: SellerTerms },
): Promise<boolean> {
  const { orderId, transactionId, actor, at, terms } = payment
  const paid = await trx
    .updateTable('orders')
    .set({ paid_at: at, transaction_id: transactionId, status: 'pending' })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'user_id', 'email'])
    .executeTakeFirst()
  if (!paid) return false
  await recordEvents(trx, { orderId, kind: 'paid', actor, at, detail: transactionId })
  await mailCustomers(trx, at, 'paid', paid)
  await issueInvoice(trx, { orderId, terms, at })
  // Public reviews say whether their writer has paid an order.
  if (!(await hasPaidBefore(trx, paid))) await changePublicVersion(trx)
  return true
}

/** Why an unpaid order is cancelled. */
export type Cancellation = Extract<MailKind, 'cancelled' | 'lapsed' | 'unproven'>

/**
 * Cancels an unpaid order, releases its stock and mails the customer. False when it is paid or cancelled already, or when it
 * would lapse and its hold was lengthened meanwhile.
 */
export async function cancelUnpaidOrder(
  trx: Db,
  cancellation: { orderId: string; kind: Cancellation; actor: string; at: number },
): Promise<boolean> {
  const { orderId, kind, actor, at } = cancellation
  const cancelled = await trx
    .updateTable('orders')
    .set({ cancelled_at: at })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .$if(kind === 'lapsed', (query) => query.where('hold_until', '<=', at))
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (!cancelled) return false
  const { lines } = await withOwnLines(trx, cancelled)
  await releasePieces(trx, lines)
  await recordEvents(trx, { orderId, kind: kind === 'unproven' ? 'cancelled' : kind, actor, at })
  await mailCustomers(trx, at, kind, cancelled)
  await changeRowCount(trx, 'orders', -1)
  return true
}

function findOrderRow(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return selectOrders(db).where('orders.id', '=', orderId).executeTakeFirst()
}
