import { isDeepStrictEqual } from 'node:util'
import { mailCustomers } from '#features/orders/mails/order-mails.ts'
import { type LockedOrder, lockOrder } from '#features/orders/records/lock-order.ts'
import { recordEvents } from '#features/orders/records/order-rows.ts'
import { putBackAll, resumeShipping } from '#features/orders/records/put-back.ts'
import { PROVIDER_ACTOR, type UnmatchedRefund } from '#features/orders/states.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import {
  changesOfRefunds,
  type ProviderState,
  type RefundChange,
  type RefundState,
  type RefundStep,
} from './refund-changes.ts'

/** The order that was paid by this transaction, with its recorded refunds and dispute. */
export async function findRefundState(db: Db, transactionId: string): Promise<RefundState | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['id as orderId', 'total_cents as totalCents', 'refunded_cents as refundedCents', 'dispute'])
    .select(['refunding_cents as refundingCents', 'disputed_cents as disputedCents'])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  if (!order) return undefined
  const refunds = await db
    .selectFrom('order_refunds')
    .select(['id', 'state', 'amount_cents', 'reason', 'restock', 'actor_id', 'actor_email'])
    .where('order_id', '=', order.orderId)
    .orderBy('id')
    .execute()
  return { ...order, refunds }
}

/**
 * Records what the provider has, on the order and in its events, and returns the admins' refunds that changed. Undefined,
 * with nothing written, when another process recorded a change since `before` was read.
 */
export async function recordRefundState(
  db: Db,
  transactionId: string,
  { before, after, at }: { before: RefundState; after: ProviderState; at: number },
): Promise<readonly RefundChange[] | undefined> {
  const { orderId } = before
  const { refunds, steps } = changesOfRefunds(before, after)
  const isDisputeChanged = after.dispute !== before.dispute
  const isSame = !isDisputeChanged && after.disputedCents === before.disputedCents
  if (refunds.length === 0 && steps.length === 0 && isSame) return []
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || !isDeepStrictEqual(await findRefundState(trx, transactionId), before)) return undefined
    await trx
      .updateTable('orders')
      .set({
        refunded_cents: after.refundedCents,
        refunding_cents: before.refundingCents - noLongerAsked(refunds),
        dispute: after.dispute,
        disputed_cents: after.disputedCents,
      })
      .where('id', '=', orderId)
      .execute()
    const restocking = refunds.find(({ isMade, refund }) => isMade && refund.restock === 1)
    const isRestock = restocking !== undefined && after.refundedCents >= before.totalCents
    const restocked = isRestock && order.restocked_at === null ? await putBackAll(trx, order, at) : 0
    const { refundedCents: refunded_cents, dispute } = after
    await resumeShipping(trx, { ...order, refunded_cents, dispute })
    for (const change of refunds) await recordRefund(trx, order, change, at)
    // A millisecond apart, so that the events are listed in this sequence.
    for (const [index, step] of steps.entries())
      await recordStep(trx, orderId, step, at + index, step.change?.id === restocking?.id ? restocked : 0)
    if (isDisputeChanged) {
      const detail = after.dispute ?? 'withdrawn'
      await recordEvents(trx, { orderId, kind: 'disputed', actor: PROVIDER_ACTOR, at, detail })
    }
    return refunds
  })
}

const noLongerAsked = (refunds: readonly RefundChange[]): number =>
  refunds.reduce((sum, { refund }) => sum + (refund.state === 'asked' ? refund.amount_cents : 0), 0)

async function recordRefund(
  trx: Db,
  order: LockedOrder,
  { id, refundId, state, failure }: RefundChange,
  at: number,
): Promise<void> {
  const [mailId] = state === 'succeeded' ? await mailCustomers(trx, at, 'refunded', order) : []
  await trx
    .updateTable('order_refunds')
    .set({
      state,
      refund_id: refundId,
      failure,
      ...(state !== 'pending' && { next_check_at: null }),
      ...(mailId !== undefined && { mail_id: mailId }),
    })
    .where('id', '=', id)
    .execute()
}

/** An event for each step, and an entry of the audit log for a refund that an admin made, with the pieces it put back. */
async function recordStep(
  trx: Db,
  orderId: string,
  { actor, fromCents, toCents, change }: RefundStep,
  at: number,
  restocked: number,
): Promise<void> {
  const [from, to] = [centsToDollars(fromCents), centsToDollars(toCents)]
  const isFailure = change !== undefined && !change.isMade
  const detail = `${formatTotal(to)} in all${isFailure ? ', because a refund failed' : ''}`
  await recordEvents(trx, { orderId, kind: 'refunded', actor, at, detail })
  if (!change?.isMade) return
  const { actor_id: id, actor_email: email, reason } = change.refund
  const changes = [
    { field: 'refundedAmount', from, to },
    ...(restocked > 0 ? [{ field: 'restockedPieces', from: 0, to: restocked }] : []),
  ]
  await recordAudit(trx, { by: { id, email }, at, kind: 'order.refunded', subject: orderId, changes, reason })
}

/** Records the state of the refund of an unmatched payment for the order; null once it is refunded. */
export async function recordUnmatchedRefund(
  trx: Db,
  orderId: string,
  refund: UnmatchedRefund | null,
): Promise<void> {
  await trx.updateTable('orders').set({ unmatched_refund: refund }).where('id', '=', orderId).execute()
}
