import type Stripe from 'stripe'
import { findRefundState, type RefundState, recordRefundState } from '#features/orders/orders.ts'
import { forEachRow } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { type Gateway, PROVIDER_CALLS_AT_ONCE } from './gateway.ts'
import { PROVIDER_ACTOR, settleIntent } from './settle.ts'
import { paymentSignal } from './signals.ts'
import { updateUnmatchedRefund } from './unmatched-payments.ts'

const TRIES = 5

const MONEY_BACK_EVENTS = [
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
]
/** For so long Stripe lists an event. */
const LISTED_MS = 30 * 24 * 3_600_000
/** Clocks differ, and an event may be listed a moment after it was made. */
const OVERLAP_MS = 600_000

/** Follows the refunds and disputes whose webhook never came: those that the provider lists since the last time. */
export async function reconcileRefunds(shop: Shop, gateway: Gateway): Promise<void> {
  const now = shop.now()
  const followed = await shop.db.selectFrom('followed_events').select('until_ms').executeTakeFirst()
  const since = Math.max((followed?.until_ms ?? 0) - OVERLAP_MS, now - LISTED_MS)
  const intentIds = new Set<string>()
  const created = { gte: Math.floor(since / 1000) }
  for await (const event of gateway.stripe.events.list({ types: MONEY_BACK_EVENTS, created, limit: 100 })) {
    const intentId = intentOfMoneyBack(event)
    if (intentId) intentIds.add(intentId)
  }
  // When one fails this rejects, and the next run follows all of them again.
  await forEachRow(
    [...intentIds],
    { log: shop.log, atOnce: PROVIDER_CALLS_AT_ONCE, idsOf: (intentId) => ({ intentId }) },
    (intentId) => followMoneyBack(shop, gateway, intentId),
  )
  await shop.db
    .insertInto('followed_events')
    .values({ provider: 'stripe', until_ms: now })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ until_ms: now }))
    .execute()
}

/** Brings the order that an event is about in line with what the provider has; events about anything else pass. */
export async function followEvent(shop: Shop, gateway: Gateway, event: Stripe.Event): Promise<void> {
  const { object } = event.data
  if (event.type === 'payment_intent.payment_failed') tellDecline(event.data.object)
  if (object.object === 'payment_intent') {
    await settleIntent(shop, gateway, object.id, PROVIDER_ACTOR)
    return
  }
  const intentId = intentOfMoneyBack(event)
  if (intentId) await followMoneyBack(shop, gateway, intentId)
}

/** The intent whose money an event is about, or undefined when it is about none. */
function intentOfMoneyBack({ data: { object } }: Stripe.Event): string | undefined {
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute')
    return undefined
  const intent = object.payment_intent
  return typeof intent === 'string' ? intent : intent?.id
}

function tellDecline({ id: intentId, metadata, last_payment_error: error }: Stripe.PaymentIntent): void {
  const { orderId } = metadata
  const detail = error?.decline_code ?? error?.code
  if (orderId) paymentSignal.send({ orderId, intentId, outcome: 'declined', detail })
}

/**
 * Notes what was refunded or disputed since an order was paid, by the shop's owner at the provider or by a bank; and what
 * became of the refund of money that fits no order.
 */
async function followMoneyBack(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  const settlement = await settleIntent(shop, gateway, intentId, PROVIDER_ACTOR)
  if (settlement === 'refunded') return updateUnmatchedRefund(shop, gateway, intentId)
  if (settlement !== 'paid' && settlement !== 'already_paid') return
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await findRefundState(shop.db, intentId)
    if (!before) return
    // Read after the order: what is older than a note that another process makes meanwhile does not replace it.
    const after = await readMoneyBack(gateway, intentId)
    if (await recordRefundState(shop.db, before, after, { actor: PROVIDER_ACTOR, at: shop.now() })) return
  }
  throw new Error(`the refunds and disputes of ${intentId} change faster than they can be noted`)
}

async function readMoneyBack({ stripe }: Gateway, intentId: string): Promise<RefundState> {
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

function stateOf({ status }: Stripe.Dispute): NonNullable<RefundState['dispute']> {
  if (status === 'lost') return 'lost'
  // An inquiry that was closed, or a dispute that was prevented, took no money.
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return 'open'
}
