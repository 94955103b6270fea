import { isDeepStrictEqual } from 'node:util'
import { dueDocuments, issueDueDocuments, readCredited } from '#features/invoices/invoices.ts'
import { type LockedOrder, lockOrder, mailRefunded, recordMoneyBack } from '#features/orders/orders.ts'
import { currentSettings } from '#features/settings/settings.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import type { StripeState } from '../provider/gateway.ts'
import { changesOfRefunds, type RecordedState, type RefundChange, type RefundStep } from './refund-changes.ts'

/** The order that was paid by this transaction, with its recorded refunds and dispute. */
export async function readRecordedState(db: Db, transactionId: string): Promise<RecordedState | undefined> {
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
  return { ...order, refunds, credited: await readCredited(db, order.orderId) }
}

/**
 * Records what the provider has, on the order and in its events, with a credit note for each refund that was paid, and returns
 * the admins' refunds that changed. Undefined, with nothing written, when another process recorded a change since `before` was
 * read.
 */
export async function applyStripeState(
  shop: Pick<Shop, 'db' | 'log' | 'config'>,
  transactionId: string,
  { before, after, at }: { before: RecordedState; after: StripeState; at: number },
): Promise<readonly RefundChange[] | undefined> {
  const { orderId } = before
  const { refunds, steps } = changesOfRefunds(before, after)
  const isDisputeChanged = after.dispute !== before.dispute
  const due = dueDocuments(before.credited, after.refunds)
  const isSame =
    !isDisputeChanged &&
    after.disputedCents === before.disputedCents &&
    due.cameBack.length === 0 &&
    due.paid.length === 0
  if (refunds.length === 0 && steps.length === 0 && isSame) return []
  const { seller } = await currentSettings(shop)
  return shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || !isDeepStrictEqual(await readRecordedState(trx, transactionId), before)) return undefined
    const restocking = refunds.find(({ isMade, refund }) => isMade && refund.restock === 1)
    const restocked = await recordMoneyBack(trx, order, {
      money: { ...after, refundingCents: before.refundingCents - noLongerAsked(refunds) },
      steps: steps.map(({ actor, toCents, change }) => ({
        actor,
        toCents,
        hasFailed: change !== undefined && !change.isMade,
      })),
      isRestock: restocking !== undefined && after.refundedCents >= before.totalCents,
      at,
    })
    for (const change of refunds) await recordRefund(trx, order, change, at)
    for (const [index, step] of steps.entries())
      await auditStep(trx, orderId, step, at + index, step.change?.id === restocking?.id ? restocked : 0)
    await issueDueDocuments(trx, shop, { orderId, due, seller, at })
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
  const mailId = state === 'succeeded' ? await mailRefunded(trx, order, at) : undefined
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

/** An entry of the audit log for a refund that an admin made, with the pieces it put back. */
async function auditStep(
  trx: Db,
  orderId: string,
  { fromCents, toCents, change }: RefundStep,
  at: number,
  restocked: number,
): Promise<void> {
  if (!change?.isMade) return
  const { actor_id: id, actor_email: email, reason } = change.refund
  const changes = [
    { field: 'refundedAmount', from: centsToDollars(fromCents), to: centsToDollars(toCents) },
    ...(restocked > 0 ? [{ field: 'restockedPieces', from: 0, to: restocked }] : []),
  ]
  await recordAudit(trx, { by: { id, email }, at, kind: 'order.refunded', subject: orderId, changes, reason })
}
