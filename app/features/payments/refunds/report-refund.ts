import type { Shop } from '#kit/shop.ts'
import { paymentSignal } from '../signals.ts'
import type { RefundChange } from './refund-changes.ts'

/** Reports that a refund of an order was made, or that it failed, which an admin has to know. */
export function reportRefund(
  shop: Shop,
  { orderId, intentId }: { readonly orderId: string; readonly intentId: string },
  {
    id,
    isMade,
    state,
    failure,
    refund,
  }: Pick<RefundChange, 'id' | 'isMade' | 'state' | 'failure' | 'refund'>,
): void {
  if (isMade) paymentSignal.send({ orderId, intentId, outcome: 'refunded', detail: id })
  if (state !== 'failed') return
  paymentSignal.send({ orderId, intentId, outcome: 'refund failed', detail: id })
  const line = { orderId, intentId, refund: id, failure, amountCents: refund.amount_cents }
  shop.log.error(line, 'a refund of an order has failed')
}
