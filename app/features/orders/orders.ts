import { type RawBuilder, sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { releaseStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { changeRowCount, countedRows, countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { searchWords } from '#kit/db/search.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { mailCustomers } from './order-mails.ts'
import { type OrderRow, recordEvents, selectOrders, toManagedOrder, toOrder } from './order-rows.ts'
import { hasWord } from './order-search.ts'
import { type PayableOrder, toPayable } from './payable-order.ts'
import type { Order } from './schema.ts'
import { EVENT_OF_STATUS, type OrderStatus } from './states.ts'

export { holdReminderJob } from './hold-reminders.ts'
export { claimLapsedOrders } from './lapsed-orders.ts'
export { orderMailTemplates } from './order-mails.ts'
export type { PayableOrder } from './payable-order.ts'
export {
  findRefundState,
  type RefundState,
  recordRefundState,
  recordUnmatchedRefund,
} from './refund-state.ts'
export { type Order, orderSchema } from './schema.ts'
export { SHOP_ACTOR, type UnmatchedRefund } from './states.ts'

const MAXIMUM_LISTED = 1000

/** The customer's orders that stand, newest first: `limit` of them (1 to 100, else 422), without one 1000 at most. */
export async function listOrdersOfCustomer(
  db: Db,
  customerId: string,
  limit: string | undefined,
): Promise<Order[]> {
  const most = limit === undefined ? MAXIMUM_LISTED : readPage({ limit }, []).limit
  const rows = await selectOrders(db)
    .where('orders.user_id', '=', customerId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toOrder)
}

/** The order, to its owner and to admins; refused (404) to everyone else, so that nobody learns that it exists. */
export async function findOrderFor(db: Db, reader: SignedInUser, orderId: string): Promise<Order> {
  const row = await orderRow(db, orderId)
  if (reader.role === 'admin' && row) return toManagedOrder(row)
  if (row?.user_id !== reader.id) throw unknownOrder()
  return toOrder(row)
}

/** The customer's own order that stands, for paying or cancelling; another's is refused (404). */
export async function findOwnOrder(db: Db, customerId: string, orderId: string): Promise<PayableOrder> {
  const order = await findPayableOrder(db, orderId)
  if (!order || order.customerId !== customerId) throw unknownOrder()
  return order
}

/** Any order that stands, for the payment provider's word on it. */
export async function findPayableOrder(db: Db, orderId: string): Promise<PayableOrder | undefined> {
  const row = await orderRow(db, orderId)
  return row && toPayable(row)
}

/** The customer's unpaid orders of that total; two at most are looked for, since more make no difference. */
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

/** Everyone's orders that stand, newest first, for admins. */
export async function listOrders(db: Db, query: OrdersQuery): Promise<Paged<Order>> {
  const page = readPage(query, ['number', 'string'])
  let rows = selectOrders(db).where(conditionOf(query))
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
  const isAll = page.after === undefined && list.length <= page.limit
  const count = isAll ? { total: list.length } : await countOrders(db, query)
  const paged = toPaged(list, page, count, (row) => [row.created_at, row.id])
  return { ...paged, rows: paged.rows.map(toManagedOrder) }
}

function countOrders(db: Db, query: OrdersQuery): Promise<RowCount> {
  if (query.status === undefined && searchWords(query.q).length === 0)
    return countedRows(db, 'orders').then((total) => ({ total }))
  return countUpToLimit(db, sql`select 1 from orders where ${isStanding(query)} and ${conditionOf(query)}`)
}

/** What has a status is paid, and never cancelled: its index counts it without a look at the orders. */
const isStanding = ({ status }: OrdersQuery): RawBuilder<boolean> =>
  status === undefined || status === 'unpaid' ? sql`cancelled_at is null` : sql`true`

/** Unpaid orders are asked for in the words of the index that has no others. */
function conditionOf({ q, status }: OrdersQuery): RawBuilder<boolean> {
  const conditions = searchWords(q).map(hasWord)
  if (status === 'unpaid') conditions.push(sql`orders.paid_at is null`)
  else if (status) conditions.push(sql`orders.status = ${status}`)
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

/**
 * Brings a paid order to the wanted status; how many changed: 0 when it was there already. Unpaid: 409, and so is
 * shipping what was refunded in full or lost to a dispute.
 */
export async function setOrderStatus(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  status: OrderStatus,
): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw unknownOrder()
    if (order.status === null)
      throw new AppError('conflict', 'The order is not paid yet, so it cannot be shipped.')
    if (order.status === status) return 0
    if (status === 'shipped' && isMoneyGone(order))
      throw new AppError('conflict', 'The money of this order went back, so it cannot be shipped.')
    const now = shop.now()
    await trx
      .updateTable('orders')
      .set({ status, shipped_at: status === 'shipped' ? now : null })
      .where('id', '=', orderId)
      .execute()
    const kind = EVENT_OF_STATUS[status]
    await recordEvents(trx, { orderId, kind, actor: admin.id, at: now })
    await mailCustomers(trx, now, kind, order)
    return 1
  })
}

/** The order that stands, held still until the transaction ends, so that one who changes it waits for another. */
function lockOrder(trx: Db, orderId: string) {
  return trx
    .updateTable('orders')
    .set((eb) => ({ hold_until: eb.ref('hold_until') }))
    .where('id', '=', orderId)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'email', 'status', 'paid_at', 'total_cents', 'refunded_cents', 'dispute'])
    .executeTakeFirst()
}

const isMoneyGone = (order: Pick<OrderRow, 'total_cents' | 'refunded_cents' | 'dispute'>): boolean =>
  order.refunded_cents >= order.total_cents || order.dispute === 'lost'

/**
 * Holds an unpaid order still until the transaction ends, so that paying and cancelling wait for each other:
 * false when it is paid or cancelled already.
 */
export async function lockUnpaidOrder(trx: Db, orderId: string): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  return order?.paid_at === null
}

/** Marks the order paid by that transaction, waiting to be shipped, and tells the customer: false when it is paid or cancelled already. */
export async function markPaid(
  trx: Db,
  payment: { orderId: string; transactionId: string; actor: string; at: number },
): Promise<boolean> {
  const { orderId, transactionId, actor, at } = payment
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
  return true
}

/** Takes an unpaid order off every list and puts its pieces back for sale, and tells the customer: false when it is paid or gone. */
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

const unknownOrder = (): AppError => new AppError('not_found', 'There is no such order.')

function orderRow(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return selectOrders(db).where('orders.id', '=', orderId).executeTakeFirst()
}
