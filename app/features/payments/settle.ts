import type Stripe from 'stripe'
import { findPayableOrder, markPaid, type PayableOrder } from '#features/orders/orders.ts'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { paymentSignal } from '#kit/signals.ts'
import { type Gateway, retrieveIntent } from './gateway.ts'
import './tables.ts'

/** The provider itself did it, told by a webhook or found by the reconciler. */
export const PROVIDER_ACTOR = 'provider'

/** What became of an intent. `refunded`: its money fits no order that could take it, and goes back. */
export type Settlement = 'paid' | 'already_paid' | 'not_paid' | 'unknown' | 'refunded'

/**
 * Brings an order in line with its intent as the provider has it now; whoever asks, however often, in any order.
 * Marks the order paid only when status, amount, currency, order and owner all match; money that fits no payable
 * order is written down for a refund. Intents that are not this shop's are left alone (`unknown`).
 */
export async function settleIntent(
  shop: Shop,
  gateway: Gateway,
  intentId: string,
  actor: string,
): Promise<Settlement> {
  const intent = await retrieveIntent(gateway, intentId)
  return intent ? settleRetrieved(shop, intent, actor) : 'unknown'
}

/** As {@link settleIntent}, for an intent that was just read at the provider. */
export async function settleRetrieved(
  shop: Shop,
  intent: Stripe.PaymentIntent,
  actor: string,
): Promise<Settlement> {
  const { orderId } = intent.metadata
  if (!orderId || !(await isOurs(shop, intent))) return 'unknown'
  if (intent.status === 'canceled') await closePayment(shop, intent.id)
  if (intent.status !== 'succeeded') return 'not_paid'
  const order = await findPayableOrder(shop.db, orderId)
  if (order?.transactionId === intent.id) return 'already_paid'
  if (order && matches(order, intent) && (await recordPayment(shop, intent, order, actor))) return 'paid'
  const now = await findPayableOrder(shop.db, orderId)
  if (now?.transactionId === intent.id) return 'already_paid'
  await recordStray(shop, intent)
  return 'refunded'
}

/** Whether the order that the intent names was ever placed here; another shop may share the provider's account. */
async function isOurs(shop: Shop, intent: Stripe.PaymentIntent): Promise<boolean> {
  const order = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', intent.metadata.orderId ?? '')
    .executeTakeFirst()
  return order !== undefined
}

function matches(order: PayableOrder, intent: Stripe.PaymentIntent): boolean {
  return (
    intent.amount_received === order.totalCents &&
    intent.currency === order.currency &&
    intent.metadata.userId === order.customerId
  )
}

/** Order and payment change together or not at all: false when another payment or a cancellation was first. */
async function recordPayment(
  shop: Shop,
  intent: Stripe.PaymentIntent,
  order: PayableOrder,
  actor: string,
): Promise<boolean> {
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    if (!(await markPaid(trx, { orderId: order.id, transactionId: intent.id, actor, at }))) return false
    await trx
      .insertInto('payments')
      .values({
        intent_id: intent.id,
        order_id: order.id,
        amount_cents: order.totalCents,
        currency: order.currency,
        state: 'succeeded',
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('intent_id').doUpdateSet({ state: 'succeeded' }))
      .execute()
    const succeeded = { orderId: order.id, intentId: intent.id, outcome: 'succeeded' } as const
    afterCommit(trx, () => paymentSignal.send(succeeded))
    return true
  })
}

/** Writes down money that has to go back, once for each intent. */
async function recordStray(shop: Shop, intent: Stripe.PaymentIntent): Promise<void> {
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('refunds')
      .values({
        intent_id: intent.id,
        amount_cents: intent.amount_received,
        created_at: now,
        attempts: 0,
        next_attempt_at: now,
        refund_id: null,
        order_id: intent.metadata.orderId ?? null,
        status: null,
      })
      .onConflict((conflict) => conflict.column('intent_id').doNothing())
      .execute()
    await trx
      .updateTable('payments')
      .set({ state: 'stray' })
      .where('intent_id', '=', intent.id)
      .where('state', '!=', 'succeeded')
      .execute()
  })
}

/** The intent that is open for the order, as far as the shop knows; at most one is. */
export async function openIntentOf(db: Db, orderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row?.intent_id
}

/** Notes that the provider has cancelled the intent, so that the next attempt makes a new one. */
export async function closePayment(shop: Shop, intentId: string): Promise<void> {
  await shop.db
    .updateTable('payments')
    .set({ state: 'cancelled' })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'open')
    .execute()
}
