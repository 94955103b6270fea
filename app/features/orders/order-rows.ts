import { afterCommit, type Context } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { centsToDollars, e4ToDollars } from '#kit/money.ts'
import type { Order } from './schema.ts'
import { orderSignal } from './signals.ts'
import type { OrderEventKind } from './states.ts'
import './tables.ts'

/** Orders that are not cancelled, each joined with its line. The table allows for several lines, orders have one. */
export function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'orders.id').on('order_lines.position', '=', 0),
    )
    .where('orders.cancelled_at', 'is', null)
    .select([
      'orders.id',
      'orders.user_id',
      'orders.name',
      'orders.email',
      'orders.phone',
      'orders.address',
      'orders.total_cents',
      'orders.currency',
      'orders.status',
      'orders.transaction_id',
      'orders.created_at',
      'orders.hold_until',
      'orders.paid_at',
      'orders.shipped_at',
      'orders.refunded_cents',
      'orders.dispute',
      'orders.unmatched_refund',
      'order_lines.product_id',
      'order_lines.product_name',
      'order_lines.unit_price_e4',
      'order_lines.quantity',
    ])
}

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

const iso = (ms: number): string => new Date(ms).toISOString()

export function toOrder(row: OrderRow): Order {
  return {
    _id: row.id,
    product: row.product_name,
    productId: row.product_id,
    quantity: row.quantity,
    unitPrice: e4ToDollars(row.unit_price_e4),
    totalPrice: centsToDollars(row.total_cents),
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    paid: row.paid_at !== null,
    ...(row.status !== null && { status: row.status }),
    ...(row.transaction_id !== null && { transactionId: row.transaction_id }),
    createdAt: iso(row.created_at),
    ...(row.paid_at === null && { holdUntil: iso(row.hold_until) }),
    ...(row.paid_at !== null && { paidAt: iso(row.paid_at) }),
    ...(row.shipped_at !== null && { shippedAt: iso(row.shipped_at) }),
    ...(row.refunded_cents > 0 && { refundedAmount: centsToDollars(row.refunded_cents) }),
    ...(row.dispute !== null && { dispute: row.dispute }),
  }
}

/** The order for admins, with `unmatchedRefund`. */
export const toManagedOrder = (row: OrderRow): Order => ({
  ...toOrder(row),
  ...(row.unmatched_refund !== null && { unmatchedRefund: row.unmatched_refund }),
})

/** One event of an order: what happened, who did it, and when (`at` in milliseconds). */
export interface OrderEvent {
  readonly orderId: string
  readonly kind: OrderEventKind
  /** A user's id, or a part of the shop. */
  readonly actor: string
  readonly at: number
  readonly detail?: string
  /** The context of the request that caused it, when another request may write it. */
  readonly context?: Context
}

/** Writes events of orders and sends `orderSignal` after the commit; call it in the transaction of the change. */
export async function recordEvents(trx: Db, ...events: readonly OrderEvent[]): Promise<void> {
  const rows = events.map(({ orderId, kind, actor, at, detail }) => ({
    id: newId(at),
    order_id: orderId,
    kind,
    actor,
    at,
    detail: detail ?? null,
  }))
  await trx.insertInto('order_events').values(rows).execute()
  for (const { context, ...event } of events) afterCommit(trx, () => orderSignal.send(event), context)
}
