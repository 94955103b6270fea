import type { Selectable } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { centsToDollars, e4ToDollars, totalCents } from '#kit/money.ts'
import { buyerWordsOf } from '#kit/notes/buyer-words.ts'
import { fromE4 } from '#kit/ten-thousandths.ts'
import { toIso } from '#kit/time.ts'
import { sumPieces } from '../left-to-ship.ts'
import type { Order, OrderLine } from '../schema.ts'
import { productsText } from '../texts.ts'
import { isOwed, openCents, statusOf } from '../transitions/on-account.ts'
import { toReason } from './approval-reason.ts'
import { awaited } from './backorder-rows.ts'
import { isRowDisputed, lostCents } from './refundable.ts'
import { termsMembers } from './stored-terms.ts'
import '../tables.ts'

/** The columns that an order is read from, besides its lines. */
export const ORDER_COLUMNS = [
  'id',
  'number',
  'user_id',
  'name',
  'email',
  'phone',
  'address',
  'po_number',
  'note',
  'total_cents',
  'charges_cents',
  'terms',
  'ships_on',
  'currency',
  'status',
  'progress',
  'transaction_id',
  'created_at',
  'hold_until',
  'paid_at',
  'shipped_at',
  'arrives',
  'cancelled_at',
  'refunded_cents',
  'refunding_cents',
  'restocked_at',
  'dispute',
  'disputed_cents',
  'open_disputes',
  'held_cents',
  'unmatched_refund',
  'address_changed_at',
  'entered_by',
  'planted',
  'company_id',
  'company_name',
  'approval',
  'approval_reason',
  'revision',
  'account_days',
  'received_cents',
  'due_on',
  'paid_by',
] as const satisfies readonly (keyof Schema['orders'])[]

/** Orders that are not cancelled, without their lines. */
export const selectOrders = (db: Db) => selectAllOrders(db).where('cancelled_at', 'is', null)

/** All orders, also cancelled ones, without their lines. */
export const selectAllOrders = (db: Db) => db.selectFrom('orders').select(ORDER_COLUMNS)

export type OrderRow = Pick<Selectable<Schema['orders']>, (typeof ORDER_COLUMNS)[number]>

/** A line with how many of its pieces the stock does not cover: those too that were refunded since. */
export type LineRow = Selectable<Schema['order_lines']> & { readonly backordered: number }

/** An order with its lines by position. */
export interface OrderWithLines extends OrderRow {
  readonly lines: readonly LineRow[]
}

/** Adds the lines of each order, with one query for all. */
export async function withLines<Row extends { readonly id: string }>(
  db: Db,
  orders: readonly Row[],
): Promise<(Row & { lines: LineRow[] })[]> {
  if (orders.length === 0) return []
  const lines = await db
    .selectFrom('order_lines')
    .leftJoin('backorders', (join) =>
      join
        .onRef('backorders.order_id', '=', 'order_lines.order_id')
        .onRef('backorders.position', '=', 'order_lines.position'),
    )
    .selectAll('order_lines')
    .select(({ fn, lit }) => fn.coalesce('backorders.quantity', lit(0)).as('backordered'))
    .where(
      'order_lines.order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('order_lines.order_id')
    .orderBy('order_lines.position')
    .execute()
  const byOrder = Map.groupBy(lines, (line) => line.order_id)
  return orders.map((order) => ({ ...order, lines: byOrder.get(order.id) ?? [] }))
}

/** What they lack stands apart: see `backorder-rows.ts`. */
export const insertLines = (trx: Db, lines: readonly LineRow[]) =>
  trx
    .insertInto('order_lines')
    .values(lines.map(({ backordered: _, ...line }) => line))
    .execute()

/** Whether these fields of an order are still as they were read. */
export const isAsRead = (
  is: OrderWithLines,
  read: OrderWithLines,
  fields: readonly (keyof OrderWithLines)[],
): boolean => fields.every((field) => JSON.stringify(is[field]) === JSON.stringify(read[field]))

/** Adds the lines of one order. */
export async function withOwnLines<Row extends { readonly id: string }>(db: Db, order: Row) {
  const [{ lines } = { lines: [] }] = await withLines(db, [order])
  return { ...order, lines }
}

export function toOrder(row: OrderWithLines): Order {
  const lines = row.lines.map(toLine)
  const [only] = lines.length === 1 ? lines : []
  const status = statusOf(row)
  const transactionId = row.paid_by ?? row.transaction_id
  return {
    _id: row.id,
    number: row.number,
    lines,
    product: productsText(lines.map(({ product }) => product)),
    quantity: sumPieces(lines),
    ...(only && { productId: only.productId, unitPrice: only.unitPrice }),
    totalPrice: centsToDollars(row.total_cents - row.charges_cents),
    payable: centsToDollars(row.total_cents),
    ...withArrival(termsMembers(row), row.arrives),
    ...(row.po_number !== null && { poNumber: row.po_number }),
    ...(row.note !== null && { note: row.note }),
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    paid: row.paid_at !== null,
    ...(status !== null && { status }),
    ...(row.progress !== null && { progress: row.progress }),
    ...(transactionId !== null && { transactionId }),
    createdAt: toIso(row.created_at),
    ...(row.paid_at === null &&
      row.cancelled_at === null &&
      !isOwed(row) && { holdUntil: toIso(row.hold_until) }),
    ...(row.paid_at !== null && { paidAt: toIso(row.paid_at) }),
    ...(row.shipped_at !== null && { shippedAt: toIso(row.shipped_at) }),
    ...(row.cancelled_at !== null && { cancelledAt: toIso(row.cancelled_at) }),
    ...(row.address_changed_at !== null &&
      status !== 'shipped' && { addressChangedAt: toIso(row.address_changed_at) }),
    ...(row.refunded_cents > 0 && { refundedAmount: centsToDollars(row.refunded_cents) }),
    ...(row.dispute !== null && { dispute: isRowDisputed(row) ? ('open' as const) : row.dispute }),
    ...accountMembers(row),
    ...companyMembers(row),
    ...(row.planted === 1 && { unproven: true as const }),
    ...(isPartLost(row) && { lostAmount: centsToDollars(lostCents(row)) }),
  }
}

/** Of an order on account. */
function accountMembers(row: OrderRow): Pick<Order, 'payment' | 'terms' | 'dueAt' | 'openAmount'> {
  if (row.account_days === null) return {}
  return {
    payment: 'account',
    terms: { days: row.account_days },
    ...(row.due_on !== null && { dueAt: row.due_on }),
    ...(row.cancelled_at === null && { openAmount: centsToDollars(openCents(row)) }),
  }
}

/** Of an order that its customer placed for a company. */
function companyMembers(row: OrderRow): Pick<Order, 'company' | 'placedBy' | 'approval' | 'revision'> {
  if (row.company_id === null) return {}
  return {
    company: { _id: row.company_id, name: row.company_name ?? '' },
    placedBy: { _id: row.user_id, name: row.name },
    ...(row.approval !== null && {
      approval: { state: row.approval, ...toReason(row.approval_reason) },
    }),
    revision: row.revision,
  }
}

/** The days of the delivery are counted anew from the day on which it shipped. */
function withArrival<Terms extends Partial<Order>>(terms: Terms, arrives: string | null): Terms {
  if (!terms.delivery || arrives === null) return terms
  return { ...terms, delivery: { ...terms.delivery, arrives: JSON.parse(arrives) } }
}

/** Whether lost disputes took another amount than the state of the dispute says by itself. */
const isPartLost = (row: OrderRow): boolean =>
  lostCents(row) > 0 && (lostCents(row) < row.total_cents || isRowDisputed(row))

export const toLine = (row: Omit<LineRow, 'order_id' | 'position'>): OrderLine => ({
  productId: row.product_id,
  sku: row.sku,
  product: row.product_name,
  quantity: row.quantity,
  unitPrice: e4ToDollars(row.unit_price_e4),
  lineTotal: centsToDollars(totalCents(row.unit_price_e4, row.quantity)),
  ...(row.weight_e4 !== null && { weight: fromE4(row.weight_e4) }),
  ...(row.origin !== null && { origin: row.origin }),
  ...(row.customs_code !== null && { customsCode: row.customs_code }),
  ...(row.restocked > 0 && { restocked: row.restocked }),
  ...(row.refunded > 0 && { refunded: row.refunded }),
  ...(row.replaced > 0 && { replaced: row.replaced }),
  ...(awaited(row) > 0 && { backordered: awaited(row) }),
  ...buyerWordsOf(row),
})
