import type { Selectable } from 'kysely'
import type { Credited } from '#features/invoices/invoices.ts'
import type { Dispute } from '#features/orders/orders.ts'
import { type OrderRefundState, PROVIDER_ACTOR } from '#features/orders/states.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { ProviderRefund, StripeState } from '../provider/gateway.ts'

/** A refund that an admin made, as it is recorded. */
type RecordedRefund = Pick<
  Selectable<Schema['order_refunds']>,
  | 'id'
  | 'state'
  | 'amount_cents'
  | 'reason'
  | 'restock'
  | 'actor_id'
  | 'actor_email'
  | 'lines'
  | 'delivery_cents'
  | 'message'
>

/** The recorded refunds and disputes of a paid order. Amounts in cents. */
export interface RecordedState {
  readonly orderId: string
  readonly totalCents: number
  readonly refundedCents: number
  readonly refundingCents: number
  readonly disputes: readonly Dispute[]
  /** What of `refundedCents` was credited of an order on account: the provider has none of it. */
  readonly creditedCents: number
  /** Those that admins made, oldest first. */
  readonly refunds: readonly RecordedRefund[]
  /** What is issued about all of its refunds. */
  readonly credited: Credited | undefined
}

/** A refund that an admin made with its new state. */
export interface RefundChange extends Pick<ProviderRefund, 'refundId' | 'state' | 'failure'> {
  readonly id: string
  readonly refund: RecordedRefund
  /** The provider has made it, which was not known before. */
  readonly isMade: boolean
}

/** A step of the refunded sum of an order: who caused it, and what is refunded after it, in cents. */
export interface RefundStep {
  readonly actor: string
  readonly fromCents: number
  readonly toCents: number
  /** The refund of an admin that is made or has failed; absent when it was made at the provider. */
  readonly change?: RefundChange
}

/** What changed at the provider: the admins' refunds in their sequence, and the steps of the refunded sum. */
export function changesOfRefunds(
  before: RecordedState,
  after: StripeState,
): { refunds: readonly RefundChange[]; steps: readonly RefundStep[] } {
  const refunds = before.refunds.flatMap((refund) => {
    const { id, state: former } = refund
    const now = after.refunds.find((one) => one.id === id)
    if (!now || now.state === former) return []
    const { refundId, state, failure } = now
    return [{ id, refundId, state, failure, refund, isMade: counts(state) && !counts(former) }]
  })
  const steps: RefundStep[] = []
  let fromCents = before.refundedCents
  const step = (toCents: number, rest: Omit<RefundStep, 'fromCents' | 'toCents'>) => {
    steps.push({ fromCents, toCents, ...rest })
    fromCents = toCents
  }
  for (const change of refunds) {
    const { refund, state, isMade } = change
    if (isMade) step(fromCents + refund.amount_cents, { actor: refund.actor_id, change })
    else if (state === 'failed' && counts(refund.state))
      step(fromCents - refund.amount_cents, { actor: PROVIDER_ACTOR, change })
  }
  if (fromCents !== after.refundedCents) step(after.refundedCents, { actor: PROVIDER_ACTOR })
  return { refunds, steps }
}

/** Whether the provider counts a refund in this state as refunded. */
const counts = (state: OrderRefundState): boolean => state === 'pending' || state === 'succeeded'
