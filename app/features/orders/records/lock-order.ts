import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { orderRefusals } from '../refusals.ts'
import { statusOf } from '../transitions/on-account.ts'

/** Locks the order until the transaction ends, so that changes wait for each other; undefined when it is cancelled. */
export async function lockOrder(trx: Db, orderId: string) {
  const order = await lock(trx, orderId)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'number', 'user_id', 'email', 'status', 'progress', 'paid_at', 'transaction_id'])
    .returning(['total_cents', 'refunded_cents', 'refunding_cents', 'dispute', 'restocked_at', 'due_pieces'])
    .returning(['hold_until', 'approval', 'company_id', 'revision'])
    .returning(['disputed_cents', 'open_disputes', 'held_cents'])
    .returning(['account_days', 'received_cents', 'due_on', 'shipped_at', 'currency'])
    .executeTakeFirst()
  return order && { ...order, status: statusOf(order) }
}

/** An order that is locked until the transaction ends. */
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Locks the order until the transaction ends, also a cancelled one; undefined when there is none. */
export const lockAnyOrder = (trx: Db, orderId: string) =>
  lock(trx, orderId).returning('id').executeTakeFirst()

/** A write that changes nothing, which both databases let only one transaction do at a time. */
const lock = (trx: Db, orderId: string) =>
  trx
    .updateTable('orders')
    .set((eb) => ({ hold_until: eb.ref('hold_until') }))
    .where('id', '=', orderId)

export const orderNotFound = (): AppError => new AppError('not_found', 'There is no such order.')

/** The refusal of an order for a company that the shop has blocked. */
export const companyBlocked = (): AppError =>
  new AppError(orderRefusals.blocked, 'The shop takes no orders of this company at present.')
