import { type RawBuilder, sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { releaseStock } from '#features/catalog/catalog.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { changeRowCount, countedRows, countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { searchWords } from '#kit/db/search.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { issueInvoice } from './invoices.ts'
import { lockOrder, orderNotFound } from './lock-order.ts'
import { mailCustomers } from './order-mails.ts'
import {
  type OrderRow,
  recordEvents,
  selectOrders,
  toManagedOrder,
  toOrder,
  withLines,
  withOwnLines,
} from './order-rows.ts'
import { orderMatchesWord } from './order-search.ts'
import { type PayableOrder, toPayable } from './payable-order.ts'
import type { Order } from './schema.ts'
import type { SellerTerms } from './seller.ts'
import { EVENT_OF_STATUS, type OrderStatus } from './states.ts'

export { changeOrder } from './change-order.ts'
export { holdReminderJob } from './hold-reminders.ts'
export { findInvoice, findInvoicedOrder, type Invoice } from './invoices.ts'
export { claimLapsedOrders } from './lapsed-orders.ts'
export { findOrderFor } from './order-details.ts'
export { orderMailTemplates } from './order-mails.ts'
export { recordEvents } from './order-rows.ts'
export type { PayableOrder } from './payable-order.ts'
export {
  findRefundState,
  type RefundState,
  recordRefundState,
  recordUnmatchedRefund,
} from './refund-state.ts'
export { type Order, orderSchema } from './schema.ts'
export type { SellerTerms } from './seller.ts'
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

interface OrdersQuery {
  readonly q?: string | undefined
  readonly status?: 'unpaid' | OrderStatus | undefined
  readonly limit?: string | undefined
  readonly after?: string | undefined
}

/** All customers' orders that are not cancelled, newest first. For admins. */
export async function listOrders(db: Db, query: OrdersQuery): Promise<Paged<Order>> {
  const page = readPage(query, ['number', 'string'])
  let rows = selectOrders(db).where(filterCondition(query))
  if (page.after) {
    const [createdAt, id] = page.after as [number, string]
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('orders.created_at', 'orders.id'), '<', tuple(createdAt, id)),
    )
  }
  const list = await rows
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const isWholeList = page.after === undefined && list.length <= page.limit
  const count = isWholeList ? { total: list.length } : await countOrders(db, query)
  const paged = toPaged(list, page, count, (row) => [row.created_at, row.id])
  return { ...paged, rows: (await withLines(db, paged.rows)).map(toManagedOrder) }
}

function countOrders(db: Db, query: OrdersQuery): Promise<RowCount> {
  if (query.status === undefined && searchWords(query.q).length === 0)
    return countedRows(db, 'orders').then((total) => ({ total }))
  return countUpToLimit(
    db,
    sql`select 1 from orders where ${notCancelled(query)} and ${filterCondition(query)}`,
  )
}

/** An order with a status is paid and never cancelled; without this condition its index alone answers the count. */
const notCancelled = ({ status }: OrdersQuery): RawBuilder<boolean> =>
  status === undefined || status === 'unpaid' ? sql`cancelled_at is null` : sql`true`

/** `paid_at is null` is written as in the partial index of unpaid orders, so that the database uses it. */
function filterCondition({ q, status }: OrdersQuery): RawBuilder<boolean> {
  const conditions = searchWords(q).map(orderMatchesWord)
  if (status === 'unpaid') conditions.push(sql`orders.paid_at is null`)
  else if (status) conditions.push(sql`orders.status = ${status}`)
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

/**
 * Sets the status of a paid order. Returns how many orders changed: 0 when it had the status already. Refused (409): an
 * unpaid order, and shipping one with a full refund or a lost dispute.
 */
export async function setOrderStatus(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  status: OrderStatus,
): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    if (order.status === null)
      throw new AppError('conflict', 'The order is not paid yet, so it cannot be shipped.')
    if (order.status === status) return 0
    if (status === 'shipped' && isFullyRefunded(order))
      throw new AppError('conflict', 'The money of this order went back, so it cannot be shipped.')
    const now = shop.now()
    await trx
      .updateTable('orders')
      .set({ status, shipped_at: status === 'shipped' ? now : null })
      .where('id', '=', orderId)
      .execute()
    const kind = EVENT_OF_STATUS[status]
    await recordEvents(trx, { orderId, kind, actor: admin.id, at: now })
    await recordAudit(trx, { by: admin, at: now, kind: `order.${kind}`, subject: orderId })
    await mailCustomers(trx, now, kind, order)
    return 1
  })
}

const isFullyRefunded = (order: Pick<OrderRow, 'total_cents' | 'refunded_cents' | 'dispute'>): boolean =>
  order.refunded_cents >= order.total_cents || order.dispute === 'lost'

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
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (!paid) return false
  await recordEvents(trx, { orderId, kind: 'paid', actor, at, detail: transactionId })
  await mailCustomers(trx, at, 'paid', paid)
  await issueInvoice(trx, { orderId, terms, at })
  return true
}

/** Cancels an unpaid order, releases its stock and mails the customer. False when it is paid or cancelled already. */
export async function cancelUnpaidOrder(
  trx: Db,
  cancellation: { orderId: string; kind: 'cancelled' | 'lapsed'; actor: string; at: number },
): Promise<boolean> {
  const { orderId, kind, actor, at } = cancellation
  const cancelled = await trx
    .updateTable('orders')
    .set({ cancelled_at: at })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (!cancelled) return false
  const lines = await trx
    .selectFrom('order_lines')
    .select(['product_id', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('product_id')
    .execute()
  for (const line of lines) await releaseStock(trx, { productId: line.product_id, quantity: line.quantity })
  await recordEvents(trx, { orderId, kind, actor, at })
  await mailCustomers(trx, at, kind, cancelled)
  await changePublicVersion(trx)
  await changeRowCount(trx, 'orders', -1)
  return true
}

function findOrderRow(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return selectOrders(db).where('orders.id', '=', orderId).executeTakeFirst()
}
