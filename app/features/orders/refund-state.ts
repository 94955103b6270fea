import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { recordEvents } from './order-rows.ts'
import type { DisputeState, UnmatchedRefund } from './states.ts'

/** What the payment provider says of an order's money after it was paid. */
export interface RefundState {
  readonly refundedCents: number
  readonly dispute: DisputeState | null
}

/** The order that this transaction has paid, and what is known of its money. */
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
 * Notes what has changed, on the order and in its story: false when somebody else noted something since `before`
 * was read, and nothing is written then.
 */
export async function recordRefundState(
  db: Db,
  before: RefundState & { readonly orderId: string },
  after: RefundState,
  { actor, at }: { actor: string; at: number },
): Promise<boolean> {
  const { orderId } = before
  const refund = after.refundedCents !== before.refundedCents
  const dispute = after.dispute !== before.dispute
  if (!refund && !dispute) return true
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
    if (refund) await recordEvents(trx, { orderId, kind: 'refunded', actor, at, detail })
    if (dispute)
      await recordEvents(trx, { orderId, kind: 'disputed', actor, at, detail: after.dispute ?? 'withdrawn' })
    return true
  })
}

/** Notes how the refund of money stands that came for the order and could not pay it; null once that is done. */
export async function recordUnmatchedRefund(
  trx: Db,
  orderId: string,
  refund: UnmatchedRefund | null,
): Promise<void> {
  await trx.updateTable('orders').set({ unmatched_refund: refund }).where('id', '=', orderId).execute()
}
