import type Stripe from 'stripe'
import { invoiceOwed, issueInvoice } from '#features/invoices/invoices.ts'
import {
  findPayableOrder,
  LINK_ACTOR,
  lockOrder,
  markPaid,
  type PayableOrder,
  PROVIDER_ACTOR,
  payableCents,
} from '#features/orders/orders.ts'
import { currentSettings, sellerTermsOf } from '#features/settings/settings.ts'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { recordLostOrder } from '../lost/lost-orders.ts'
import { isOfOtherShop } from '../lost/shop-id.ts'
import { type Gateway, retrieveIntent } from '../provider/gateway.ts'
import { paymentSignal } from '../signals.ts'
import '../tables.ts'

/**
 * The outcome for an intent. `refunded`: it is an unmatched payment, recorded for a refund. `lost`: it is of an order that a
 * restore lost, listed for an admin.
 */
export type Settlement = 'paid' | 'already_paid' | 'not_paid' | 'unknown' | 'refunded' | 'lost'

/**
 * Updates an order from its intent as the provider has it now. Safe to call repeatedly and concurrently. Marks the order
 * paid only if status, amount, currency, order and owner all match; an unmatched payment is recorded for a refund.
 * Intents of other shops are ignored (`unknown`). One of an order that this shop has lost is listed for an admin, never refunded by
 * itself: the order may be shipped.
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

/** As {@link settleIntent}, for an intent that was just read from the provider. */
export async function settleRetrieved(
  shop: Shop,
  intent: Stripe.PaymentIntent,
  actor: string,
): Promise<Settlement> {
  const { orderId } = intent.metadata
  if (!orderId || (await isOfOtherShop(shop.db, intent))) return 'unknown'
  if (!(await isOrderOfThisShop(shop, intent))) return settleLost(shop, intent)
  if (intent.status === 'canceled') await closePayment(shop, intent.id)
  if (intent.status !== 'succeeded') return 'not_paid'
  const order = await findPayableOrder(shop.db, orderId)
  if (order?.transactionId === intent.id) return 'already_paid'
  if (order && matches(order, intent) && (await recordPayment(shop, intent, order, actor))) return 'paid'
  const now = await findPayableOrder(shop.db, orderId)
  if (now?.transactionId === intent.id) return 'already_paid'
  if (await isForgotten(shop.db, intent)) return settleLost(shop, intent)
  await recordUnmatched(shop, intent)
  return 'refunded'
}

/**
 * Whether the shop made the intent and does not know it: an intent is recorded before its secret is given to anybody, so a
 * restore lost that, and with it what became of the payment and of the order.
 */
async function isForgotten(db: Db, { id, metadata }: Stripe.PaymentIntent): Promise<boolean> {
  if (metadata.shopId === undefined) return false
  const known = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('intent_id', '=', id)
    .executeTakeFirst()
  return known === undefined
}

/** An intent from before shops had ids has none; then only its order can tell. */
async function settleLost(shop: Shop, intent: Stripe.PaymentIntent): Promise<Settlement> {
  if (intent.metadata.shopId === undefined) return 'unknown'
  const isPaid = intent.status === 'succeeded'
  if (isPaid) await recordLostOrder(shop, intent)
  return isPaid ? 'lost' : 'not_paid'
}

/** Whether the intent's order was placed in this shop; another shop may use the same account at the provider. */
async function isOrderOfThisShop(shop: Shop, intent: Stripe.PaymentIntent): Promise<boolean> {
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

/** Marks order and payment as paid in one transaction; false if another payment, a cancellation or a change of the lines was first. */
async function recordPayment(
  shop: Shop,
  intent: Stripe.PaymentIntent,
  order: PayableOrder,
  reporter: string,
): Promise<boolean> {
  const settings = await currentSettings(shop)
  const terms = sellerTermsOf(settings, shop.config)
  const { timeZone } = settings.delivery
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const isByLink = reporter === PROVIDER_ACTOR && (await isAskedByLink(trx, intent.id))
    const actor = isByLink ? LINK_ACTOR : reporter
    // The lines of an unpaid order can change until it is locked.
    const locked = await lockOrder(trx, order.id)
    if (!locked || payableCents(locked) !== order.totalCents) return false
    const paid = await markPaid(trx, { orderId: order.id, transactionId: intent.id, actor, at, timeZone })
    if (!paid) return false
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
    const { currency } = order
    if (locked.account_days !== null) await invoiceOwed(trx, shop, { settings, at }, order.id)
    else
      await issueInvoice(trx, shop, { order: paid, currency, seller: settings.seller, terms, at, timeZone })
    const succeeded = { orderId: order.id, intentId: intent.id, outcome: 'succeeded' } as const
    afterCommit(trx, () => paymentSignal.send(succeeded))
    return true
  })
}

/** Whether the intent was opened for whoever has the order's payment link. The provider does not say who paid it. */
export async function isAskedByLink(db: Db, intentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('asked_by_link')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row?.asked_by_link === 1
}

/** Records an unmatched payment for its refund, once for each intent. */
async function recordUnmatched(shop: Shop, intent: Stripe.PaymentIntent): Promise<void> {
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('unmatched_refunds')
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
      .set({ state: 'unmatched' })
      .where('intent_id', '=', intent.id)
      .where('state', '!=', 'succeeded')
      .execute()
  })
}

/** The id of the order's open intent; an order has one at most. */
export async function openIntentOf(db: Db, orderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row?.intent_id
}

/** Records that the provider has cancelled the intent, so that the next attempt creates a new one. */
export async function closePayment(shop: Shop, intentId: string): Promise<void> {
  await shop.db
    .updateTable('payments')
    .set({ state: 'cancelled' })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'open')
    .execute()
}
