import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { mailCustomers } from '../mails/order-mails.ts'
import type { LockedOrder } from '../records/lock-order.ts'
import { recordEvents } from '../records/order-rows.ts'
import { putBackAll, resumeShipping } from '../records/put-back.ts'
import { type DisputeState, PROVIDER_ACTOR, type UnmatchedRefund } from '../states.ts'

/** What the payment provider has of a paid order's money, with the refunds whose outcome is unknown. Amounts in cents. */
export interface MoneyBack {
  readonly refundedCents: number
  readonly refundingCents: number
  readonly dispute: DisputeState | null
  /** What the dispute is about; null if that is not known. */
  readonly disputedCents: number | null
}

/** A step of the refunded sum: who caused it, and what is refunded after it. */
interface RefundedStep {
  readonly actor: string
  readonly toCents: number
  readonly hasFailed: boolean
}

/**
 * Records on a locked order what went back of its money, with an event for each step of the refunded sum and for a changed
 * dispute. `isRestock` puts what is not shipped back to stock. Returns how many pieces that were.
 */
export async function recordMoneyBack(
  trx: Db,
  order: LockedOrder,
  change: { money: MoneyBack; steps: readonly RefundedStep[]; isRestock: boolean; at: number },
): Promise<number> {
  const { money, steps, isRestock, at } = change
  const { refundedCents: refunded_cents, refundingCents: refunding_cents, dispute } = money
  await trx
    .updateTable('orders')
    .set({ refunded_cents, refunding_cents, dispute, disputed_cents: money.disputedCents })
    .where('id', '=', order.id)
    .execute()
  const restocked = isRestock && order.restocked_at === null ? await putBackAll(trx, order, at) : 0
  await resumeShipping(trx, { ...order, refunded_cents, dispute })
  // A millisecond apart, so that the events are listed in this sequence.
  for (const [index, { actor, toCents, hasFailed }] of steps.entries()) {
    const detail = `${formatTotal(centsToDollars(toCents))} in all${hasFailed ? ', because a refund failed' : ''}`
    await recordEvents(trx, { orderId: order.id, kind: 'refunded', actor, at: at + index, detail })
  }
  if (dispute !== order.dispute) {
    const detail = dispute ?? 'withdrawn'
    await recordEvents(trx, { orderId: order.id, kind: 'disputed', actor: PROVIDER_ACTOR, at, detail })
  }
  return restocked
}

/** Queues the mail that tells the customer of a refund. Returns its entry of the outbox. */
export async function mailRefunded(trx: Db, order: LockedOrder, at: number): Promise<string | undefined> {
  const [mailId] = await mailCustomers(trx, at, 'refunded', order)
  return mailId
}

/** Adds to the sum of an order's refunds whose outcome is unknown, or takes from it. */
export function addRefunding(trx: Db, orderId: string, cents: number) {
  return trx
    .updateTable('orders')
    .set((eb) => ({ refunding_cents: eb('refunding_cents', '+', cents) }))
    .where('id', '=', orderId)
    .execute()
}

/** Records the state of the refund of an unmatched payment for the order; null once it is refunded. */
export async function recordUnmatchedRefund(
  trx: Db,
  orderId: string,
  refund: UnmatchedRefund | null,
): Promise<void> {
  await trx.updateTable('orders').set({ unmatched_refund: refund }).where('id', '=', orderId).execute()
}
