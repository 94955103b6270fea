import type Stripe from 'stripe'
import { type Dispute, PROVIDER_ACTOR } from '#features/orders/orders.ts'
import { forEachRow } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { unknownPayments } from '../lost/lost-orders.ts'
import { settleIntent } from '../paying/settle.ts'
import { stopAfterDeclines } from '../paying/stop-declines.ts'
import {
  fromProvider,
  type Gateway,
  PROVIDER_CALLS_AT_ONCE,
  readRefunds,
  retrieveIntent,
  type StripeState,
} from '../provider/gateway.ts'
import { paymentSignal } from '../signals.ts'
import { applyStripeState, readRecordedState } from './record-refunds.ts'
import type { RecordedState } from './refund-changes.ts'
import { reportRefund } from './report-refund.ts'
import { updateUnmatchedRefund } from './unmatched-payments.ts'

const MAX_TRIES = 5

const FOLLOWED_EVENTS = [
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
]
/** How long Stripe lists an event. */
const LISTED_MS = 30 * DAY_MS
/** Clocks differ, and an event may be listed a moment after it was created. */
const OVERLAP_MS = 600_000

/**
 * Records the refunds and disputes that the provider has listed since the last run, and the payments that the shop does not know:
 * a webhook may have been lost, or the database is a restored one.
 */
export async function reconcileRefunds(shop: Shop, gateway: Gateway): Promise<void> {
  const now = shop.now()
  const followed = await shop.db.selectFrom('followed_events').select('until_ms').executeTakeFirst()
  const since = Math.max((followed?.until_ms ?? 0) - OVERLAP_MS, now - LISTED_MS)
  const intentIds = new Set<string>()
  const paid = new Map<string, Stripe.PaymentIntent>()
  const created = { gte: Math.floor(since / 1000) }
  const events = gateway.stripe.events.list({ types: FOLLOWED_EVENTS, created, limit: 100 })
  await fromProvider(() =>
    events.autoPagingEach((event) => {
      const intentId = refundedIntentOf(event)
      if (intentId) intentIds.add(intentId)
      else if (event.data.object.object === 'payment_intent')
        paid.set(event.data.object.id, event.data.object)
    }),
  )
  for (const intentId of await unknownPayments(shop.db, [...paid.values()])) intentIds.add(intentId)
  // If one fails this rejects, and the next run reads all of them again.
  await forEachRow(
    [...intentIds],
    {
      log: shop.log,
      name: 'reconcile refunds and disputes',
      atOnce: PROVIDER_CALLS_AT_ONCE,
      idsOf: (intentId) => ({ intentId }),
    },
    (intentId) => syncFromStripe(shop, gateway, intentId),
  )
  await shop.db
    .insertInto('followed_events')
    .values({ provider: 'stripe', until_ms: now })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ until_ms: now }))
    .execute()
}

/** Updates the order of an event from the provider's data. Ignores events of other kinds. */
export async function handleEvent(shop: Shop, gateway: Gateway, event: Stripe.Event): Promise<void> {
  const { object } = event.data
  if (event.type === 'payment_intent.payment_failed') sendDecline(event.data.object)
  if (object.object === 'payment_intent') {
    await settleIntent(shop, gateway, object.id, PROVIDER_ACTOR)
    if (event.type === 'payment_intent.payment_failed') await stopAfterDeclines(shop, gateway, object.id)
    return
  }
  const intentId = refundedIntentOf(event)
  if (intentId) await syncFromStripe(shop, gateway, intentId)
}

/** The intent of a charge, refund or dispute; undefined for other events. */
function refundedIntentOf({ data: { object } }: Stripe.Event): string | undefined {
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute')
    return undefined
  const intent = object.payment_intent
  return typeof intent === 'string' ? intent : intent?.id
}

function sendDecline({ id: intentId, metadata, last_payment_error: error }: Stripe.PaymentIntent): void {
  const { orderId } = metadata
  const detail = error?.decline_code ?? error?.code
  if (orderId) paymentSignal.send({ orderId, intentId, outcome: 'declined', detail })
}

/**
 * Records what the shop's owner or a bank refunded or disputed after an order was paid, or the status of an unmatched
 * payment's refund.
 */
export async function syncFromStripe(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  if (!(await readRecordedState(shop.db, intentId))) {
    const settlement = await settleIntent(shop, gateway, intentId, PROVIDER_ACTOR)
    if (settlement === 'refunded') return updateUnmatchedRefund(shop, gateway, intentId)
  }
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await readRecordedState(shop.db, intentId)
    if (!before) return
    // Read after the order, so that an older state does not replace one that another process records meanwhile.
    const after = await readStripeState(gateway, intentId, before)
    if (!after) return
    const changed = await applyStripeState(shop, intentId, { before, after, at: shop.now() })
    for (const change of changed ?? []) reportRefund(shop, { ...before, intentId }, change)
    if (changed) return
  }
  throw new Error(`the refunds and disputes of ${intentId} change faster than they can be recorded`)
}

/**
 * What Stripe has of a paid intent. Undefined when its account does not know the intent, for example after a change of the
 * keys: then it lists nothing, which does not mean that refunds and disputes are gone.
 */
async function readStripeState(
  gateway: Gateway,
  intentId: string,
  before: RecordedState,
): Promise<StripeState | undefined> {
  const listed = await listStripeState(gateway, intentId).catch((error: unknown) => ({ error }))
  const isListed = !('error' in listed) && (listed.refundedCents > 0 || listed.disputes.length > 0)
  const hadSome = before.refundedCents > before.creditedCents || before.disputes.length > 0
  if (!isListed && (hadSome || 'error' in listed) && !(await retrieveIntent(gateway, intentId)))
    return undefined
  if ('error' in listed) throw listed.error
  return { ...listed, refundedCents: listed.refundedCents + before.creditedCents }
}

async function listStripeState(gateway: Gateway, intentId: string): Promise<StripeState> {
  const [refunds, disputes] = await Promise.all([
    readRefunds(gateway, intentId),
    readDisputes(gateway, intentId),
  ])
  return { ...refunds, disputes }
}

/** The most disputes of a payment that are read: far more than one has. */
const MAXIMUM_DISPUTES = 1000

/** All disputes of a payment, which may follow each other or run side by side, each about a part of it. */
async function readDisputes({ stripe }: Gateway, intentId: string): Promise<Dispute[]> {
  const all = await fromProvider(() =>
    stripe.disputes
      .list({ payment_intent: intentId, limit: 100 })
      .autoPagingToArray({ limit: MAXIMUM_DISPUTES }),
  )
  return all
    .map((dispute) => ({
      id: dispute.id,
      state: stateOf(dispute),
      amountCents: dispute.amount,
      // An inquiry takes no money, and a refund answers it.
      holdsMoney: stateOf(dispute) === 'open' && !dispute.status.startsWith('warning_'),
      reason: dispute.reason.slice(0, LONGEST_REASON),
      dueAt: dueOf(dispute),
      isAnswered: isAnswered(dispute),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** The provider's words for reasons are shorter. */
const LONGEST_REASON = 100

/** Until when it is to be answered, in ms. */
function dueOf(dispute: Stripe.Dispute): number | null {
  const { due_by } = dispute.evidence_details
  return stateOf(dispute) === 'open' && due_by ? due_by * 1000 : null
}

/** Whether the bank looks at what the shop sent. */
const isAnswered = ({ status }: Stripe.Dispute): boolean =>
  status === 'under_review' || status === 'warning_under_review'

function stateOf({ status }: Stripe.Dispute): Dispute['state'] {
  if (status === 'lost') return 'lost'
  // An inquiry that was closed, or a dispute that was prevented, took no money.
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return 'open'
}
