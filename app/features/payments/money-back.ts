import type Stripe from 'stripe'
import { findMoneyBack, type MoneyBack, recordMoneyBack } from '#features/orders/orders.ts'
import type { Shop } from '#kit/shop.ts'
import { paymentSignal } from '#kit/signals.ts'
import type { Gateway } from './gateway.ts'
import { PROVIDER_ACTOR, settleIntent } from './settle.ts'

const TRIES = 5

/** Brings the order that an event is about in line with what the provider has; events about anything else pass. */
export async function followEvent(shop: Shop, gateway: Gateway, event: Stripe.Event): Promise<void> {
  const { object } = event.data
  if (event.type === 'payment_intent.payment_failed') tellDecline(event.data.object)
  if (object.object === 'payment_intent') {
    await settleIntent(shop, gateway, object.id, PROVIDER_ACTOR)
    return
  }
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute') return
  const intent = object.payment_intent
  const intentId = typeof intent === 'string' ? intent : intent?.id
  if (intentId) await followMoneyBack(shop, gateway, intentId)
}

function tellDecline({ id: intentId, metadata, last_payment_error: error }: Stripe.PaymentIntent): void {
  const { orderId } = metadata
  const detail = error?.decline_code ?? error?.code
  if (orderId) paymentSignal.send({ orderId, intentId, outcome: 'declined', detail })
}

/** Notes what was refunded or disputed since an order was paid, by the shop's owner at the provider or by a bank. */
async function followMoneyBack(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  const settlement = await settleIntent(shop, gateway, intentId, PROVIDER_ACTOR)
  if (settlement !== 'paid' && settlement !== 'already_paid') return
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await findMoneyBack(shop.db, intentId)
    if (!before) return
    // Read after the order: what is older than a note that another process makes meanwhile does not replace it.
    const after = await readMoneyBack(gateway, intentId)
    if (await recordMoneyBack(shop.db, before, after, { actor: PROVIDER_ACTOR, at: shop.now() })) return
  }
  throw new Error(`the refunds and disputes of ${intentId} change faster than they can be noted`)
}

async function readMoneyBack({ stripe }: Gateway, intentId: string): Promise<MoneyBack> {
  const [intent, disputes] = await Promise.all([
    stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
    stripe.disputes.list({ payment_intent: intentId, limit: 1 }),
  ])
  const charge = intent.latest_charge
  const [dispute] = disputes.data
  return {
    refundedCents: typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0,
    dispute: dispute ? stateOf(dispute) : null,
  }
}

function stateOf({ status }: Stripe.Dispute): NonNullable<MoneyBack['dispute']> {
  if (status === 'lost') return 'lost'
  // An inquiry that was closed, or a dispute that was prevented, took no money.
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return 'open'
}
