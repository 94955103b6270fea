import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/problem.ts'

/** Locks the order until the transaction ends, so that changes wait for each other; undefined when it is cancelled. */
export function lockOrder(trx: Db, orderId: string) {
  return trx
    .updateTable('orders')
    .set((eb) => ({ hold_until: eb.ref('hold_until') }))
    .where('id', '=', orderId)
    .where('cancelled_at', 'is', null)
    .returning(['id', 'user_id', 'email', 'status', 'paid_at', 'total_cents', 'refunded_cents', 'dispute'])
    .executeTakeFirst()
}

export const orderNotFound = (): AppError => new AppError('not_found', 'There is no such order.')
