import { type RawBuilder, sql } from 'kysely'
import '../tables.ts'
import type { Db } from '#kit/db/db.ts'
import { orderNotFound } from '../records/lock-order.ts'
import { type OrderRow, selectOrders, toOrder, withOwnLines } from '../records/order-rows.ts'
import { readTerms } from '../records/stored-terms.ts'
import type { Order } from '../schema.ts'
import { IS_OWED, isOwed, payableCents } from '../transitions/on-account.ts'
import type { StatedOrder } from '../transitions/order-state.ts'
import {
  type Caller,
  changeableOrders,
  notAmongThem,
  type Owner,
  ordersEnteredFor,
  ordersOf,
  ordersPlacedBy,
  payableOrders,
} from './own-orders.ts'

/** The fields of an order that a payment needs. Amounts in cents. */
export interface PayableOrder {
  readonly id: string
  readonly customerId: string
  /** What is paid: of an order on account what is open. */
  readonly totalCents: number
  /** The sum of the lines. */
  readonly linesCents: number
  readonly currency: string
  readonly paid: boolean
  /** Milliseconds since 1970; null while it is unpaid. */
  readonly paidAt: number | null
  /** When it lapses unless it is paid, in milliseconds since 1970. */
  readonly holdUntil: number
  readonly transactionId: string | null
  /** An admin entered it for the customer. */
  readonly isEntered: boolean
  /** Until which day it is to be paid, once an order on account has its invoice. */
  readonly dueOn: string | null
  /** What its state follows from. */
  readonly stated: StatedOrder
}

export function toPayable(row: OrderRow): PayableOrder {
  const totalCents = payableCents(row)
  return {
    id: row.id,
    customerId: row.user_id,
    totalCents,
    linesCents: isOwed(row) ? totalCents : row.total_cents - row.charges_cents,
    currency: row.currency,
    paid: row.paid_at !== null,
    paidAt: row.paid_at,
    holdUntil: row.hold_until,
    transactionId: row.transaction_id,
    isEntered: row.entered_by !== null,
    dueOn: row.due_on,
    stated: {
      paid_at: row.paid_at,
      hold_until: row.hold_until,
      status: row.status,
      progress: row.progress,
      cancelled_at: row.cancelled_at,
      approval: row.approval,
      account_days: row.account_days,
      shipped_at: row.shipped_at,
    },
  }
}

/**
 * Marks the orders that were placed with an account until that time (ms), before its owner proved the address: their texts may be
 * those of another person, so they are proposed for no further order, and no mail has them. Cancelled ones are not listed either.
 */
export async function markPlantedOrders(db: Db, customerId: string, until: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ planted: 1 })
    .where(ordersPlacedBy(customerId))
    .where('created_at', '<=', until)
    .execute()
}

/** The customer's own order, for paying it. Another customer's or a cancelled order is refused (404). */
export async function findOwnOrder(db: Db, customer: Owner, orderId: string): Promise<PayableOrder> {
  const row = await findOrderRow(db, orderId, payableOrders(customer))
  if (!row) throw orderNotFound()
  return toPayable(row)
}

/** The customer's own order, or any customer's for an admin, to change it as its customer may; else refused (404). */
export async function findRowToChange(db: Db, user: Caller, orderId: string): Promise<OrderRow> {
  const row = await findOrderRow(db, orderId, changeableOrders(user))
  if (!row) throw notAmongThem(user)
  return row
}

/** The same, as a payment needs it. */
export const findOrderToChange = async (db: Db, user: Caller, orderId: string): Promise<PayableOrder> =>
  toPayable(await findRowToChange(db, user, orderId))

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

/**
 * The country to which the customer's last order goes; undefined without one. Those that whoever registered placed before the
 * e-mail was verified say nothing of its owner.
 */
export async function findLastCountry(
  db: Db,
  customer: Pick<Owner, 'id'> & { readonly emailVerified?: boolean | undefined },
): Promise<string | undefined> {
  const last = await selectOrders(db)
    .where(customer.emailVerified === true ? ordersOf(customer.id) : ordersEnteredFor(customer.id))
    .where('orders.planted', '=', 0)
    .where('orders.terms', 'is not', null)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const terms = last && readTerms(last.terms)
  return terms?.deliverTo?.country ?? terms?.deliverFrom
}

/**
 * The customer's unpaid orders of that total in cents, with or without delivery and tax. Returns two at most: callers need to
 * know only whether it is one.
 */
export async function findUnpaidOrdersOfTotal(
  db: Db,
  customer: Owner,
  cents: number,
): Promise<PayableOrder[]> {
  const rows = await selectOrders(db)
    .where(payableOrders(customer))
    .where('orders.paid_at', 'is', null)
    .where('orders.account_days', 'is', null)
    .where(({ eb, or }) =>
      or([eb('total_cents', '=', cents), eb(eb('total_cents', '-', eb.ref('charges_cents')), '=', cents)]),
    )
    .limit(2)
    .execute()
  return rows.map(toPayable)
}

/** The unpaid orders that the customer placed at this time or before, without those that an admin entered. */
export async function findUnpaidOrdersUntil(db: Db, customerId: string, at: number): Promise<PayableOrder[]> {
  const rows = await selectOrders(db)
    .where(ordersPlacedBy(customerId))
    .where('orders.paid_at', 'is', null)
    .where('orders.created_at', '<=', at)
    .execute()
  return rows.map(toPayable)
}

/** Without a condition any customer's, for what proves by other means that it may have it. */
function findOrderRow(db: Db, orderId: string, whose?: RawBuilder<boolean>): Promise<OrderRow | undefined> {
  const order = selectOrders(db).where('orders.id', '=', orderId)
  return (whose ? order.where(whose) : order).executeTakeFirst()
}

/** A paid order, or one that is owed, as its documents have it; undefined until it is one of these. */
export async function findInvoicedOrder(db: Db, orderId: string): Promise<Order | undefined> {
  const row = await selectOrders(db)
    .where('orders.id', '=', orderId)
    .where(sql<boolean>`(orders.paid_at is not null or ${IS_OWED})`)
    .executeTakeFirst()
  return row && toOrder(await withOwnLines(db, row))
}

/** Whether the order with that id was paid or cancelled before that time (ms), for a statement about what belongs to it. */
export const isEndedBefore = (orderId: string, beforeMs: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from orders
    where orders.id = ${sql.ref(orderId)} and (paid_at < ${beforeMs} or cancelled_at < ${beforeMs}))`
