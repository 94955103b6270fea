import { releaseStock } from '#features/catalog/catalog.ts'
import { dayNumberAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import type { MailKind } from '../mails/mail-contents.ts'
import { noteNewOrder } from '../mails/new-orders.ts'
import { mailCustomers } from '../mails/order-mails.ts'
import { hasPaidBefore } from '../owners/paying-customers.ts'
import { lockOrder } from '../records/lock-order.ts'
import { ORDER_COLUMNS, recordEvents, toOrder, withOwnLines } from '../records/order-rows.ts'
import type { Order } from '../schema.ts'

/**
 * Locks an unpaid order until the transaction ends, so that paying and cancelling wait for each other. False when it is
 * paid or cancelled already.
 */
export async function lockUnpaidOrder(trx: Db, orderId: string): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  return order?.paid_at === null
}

/**
 * Marks the order as paid and pending on the day in the shop's time zone, and mails the customer; the staff is told of it by the next mail. Returns the order for its invoice; undefined when it is paid or
 * cancelled already. Public reviews say whether their writer has paid an order, so the first payment of a customer touches them.
 */
export async function markPaid(
  trx: Db,
  payment: { orderId: string; transactionId: string; actor: string; at: number; timeZone: string },
): Promise<Order | undefined> {
  const { orderId, transactionId, actor, at, timeZone } = payment
  const paid = await trx
    .updateTable('orders')
    .set({
      paid_at: at,
      paid_day: dayNumberAt(at, timeZone),
      transaction_id: transactionId,
      status: 'pending',
    })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning(ORDER_COLUMNS)
    .executeTakeFirst()
  if (!paid) return undefined
  await recordEvents(trx, { orderId, kind: 'paid', actor, at, detail: transactionId })
  await mailCustomers(trx, at, 'paid', paid)
  await noteNewOrder(trx, orderId)
  const isFirst = !(await hasPaidBefore(trx, { id: paid.id, customerId: paid.user_id }))
  if (isFirst) recordPublicChange(trx, { tags: ['reviews'] })
  return toOrder(await withOwnLines(trx, paid))
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
    .set({ cancelled_at: at, planted: kind === 'unproven' ? 1 : 0 })
    .where('id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .$if(kind === 'lapsed', (query) => query.where('hold_until', '<=', at))
    .returning(['id', 'email'])
    .executeTakeFirst()
  if (!cancelled) return false
  const { lines } = await withOwnLines(trx, cancelled)
  await releaseStock(trx, lines)
  await recordEvents(trx, { orderId, kind: kind === 'unproven' ? 'cancelled' : kind, actor, at })
  await mailCustomers(trx, at, kind, cancelled)
  await changeRowCount(trx, 'orders', -1)
  return true
}
