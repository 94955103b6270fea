import { readRefundedParts } from '#features/orders/left-to-refund.ts'
import { MAXIMUM_REFUNDS } from '#features/orders/limits.ts'
import type { MailedRefund, RefundRecord } from '#features/orders/orders.ts'
import type { OrderRefundState } from '#features/orders/states.ts'
import { documentNumberText } from '#features/orders/texts.ts'
import type { Db } from '#kit/db/db.ts'
import { isCreditId } from './refund-rows.ts'
import '../tables.ts'

/** What orders show of refunds. */

/** The refunds of an order that admins made, oldest first. */
export const listRefunds = (db: Db, orderId: string): Promise<RefundRecord[]> =>
  db
    .selectFrom('order_refunds')
    .select(['id', 'state', 'amount_cents', 'created_at', 'actor_email', 'reason', 'message', 'failure'])
    .select(['lines', 'delivery_cents', 'settles', 'event_id'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(MAXIMUM_REFUNDS)
    .execute()

/** The refund that this mail is about, with its credit note; undefined when it is in another state since. */
export async function findMailedRefund(
  db: Db,
  mailId: string,
  state: OrderRefundState,
): Promise<MailedRefund | undefined> {
  const row = await db
    .selectFrom('order_refunds')
    .leftJoin('credit_notes', 'credit_notes.refund_id', 'order_refunds.refund_id')
    .select(['order_refunds.amount_cents', 'order_refunds.refund_id', 'lines', 'delivery_cents', 'message'])
    .select(['number', 'document'])
    .where('mail_id', '=', mailId)
    .where('state', '=', state)
    .executeTakeFirst()
  if (!row) return undefined
  const { amount_cents, message, number } = row
  const creditNote = number === null ? undefined : documentNumberText('credit_note', number)
  return {
    ...readRefundedParts(row),
    ...{ amount_cents, message, creditNote },
    hasPaper: row.document !== null,
    isCredit: isCreditId(row.refund_id),
  }
}
