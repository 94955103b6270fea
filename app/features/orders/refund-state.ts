import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { recordEvents } from './order-rows.ts'
import type { DisputeState, UnmatchedRefund } from './states.ts'

/** The refunds (in cents) and the dispute of a paid order, as the payment provider has them. */
export interface RefundState {
  readonly refundedCents: number
  readonly dispute: DisputeState | null
}

/** The order that was paid by this transaction, with its recorded refund state. */
export async function findRefundState(
  db: Db,
  transactionId: string,
): Promise<(RefundState & { readonly orderId: string }) | undefined> {
  return db
    .selectFrom('orders')
    .select(['id as orderId', 'refunded_cents as refundedCents', 'dispute'])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
}

/**
 * Records what changed, on the order and in its events. False, with nothing written, when another process recorded a
 * change since `before` was read.
 */
export async function recordRefundState(
  db: Db,
  before: RefundState & { readonly orderId: string },
  after: RefundState,
  { actor, at }: { actor: string; at: number },
): Promise<boolean> {
  const { orderId } = before
  const isRefundChanged = after.refundedCents !== before.refundedCents
  const isDisputeChanged = after.dispute !== before.dispute
  if (!isRefundChanged && !isDisputeChanged) return true
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ refunded_cents: after.refundedCents, dispute: after.dispute })
      .where('id', '=', orderId)
      .where('refunded_cents', '=', before.refundedCents)
      .where('dispute', before.dispute === null ? 'is' : '=', before.dispute)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    const detail = `${formatTotal(centsToDollars(after.refundedCents))} in all`
    if (isRefundChanged) await recordEvents(trx, { orderId, kind: 'refunded', actor, at, detail })
    if (isDisputeChanged)
      await recordEvents(trx, { orderId, kind: 'disputed', actor, at, detail: after.dispute ?? 'withdrawn' })
    return true
  })
}

/** Records the state of the refund of an unmatched payment for the order; null once it is refunded. */
export async function recordUnmatchedRefund(
  trx: Db,
  orderId: string,
  refund: UnmatchedRefund | null,
): Promise<void> {
  await trx.updateTable('orders').set({ unmatched_refund: refund }).where('id', '=', orderId).execute()
}
