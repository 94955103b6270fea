import type Stripe from 'stripe'
import { LINK_ACTOR, lockUnpaidOrder, type PayableOrder, PROVIDER_ACTOR } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { cancelIntent, type Gateway, retrieveIntent } from './gateway.ts'
import { createIntentFor } from './intent-attempts.ts'
import { FIRST_CHECK_AFTER_MS, recordCheck } from './reconcile.ts'
import { paymentRefusals } from './refusals.ts'
import { closePayment, openIntentOf, settleIntent } from './settle.ts'
import { paymentSignal } from './signals.ts'

/** Who comes to pay: the id of the order's customer, or `LINK_ACTOR`. */
type Payer = string

/**
 * Returns the client secret that pays the order: of its open intent, or of a new one. The amount is the order's own.
 * Refused: a paid order (409 `already_paid`).
 */
export async function secretToPay(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  payer: Payer,
): Promise<string> {
  if (order.paid) throw alreadyPaid()
  const intent =
    (await reuseOpenIntent(shop, gateway, order, payer)) ?? (await openIntent(shop, gateway, order, payer))
  if (!intent.client_secret) throw new Error('the provider returned an intent without a client secret')
  return intent.client_secret
}

export const alreadyPaid = (): AppError =>
  new AppError(paymentRefusals.alreadyPaid, 'The order is paid already.')

/**
 * The order's open intent, if it can still be paid and shows the payer no card of somebody else: an intent that was tried
 * names the card to whoever has its secret, so it is cancelled.
 */
async function reuseOpenIntent(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  payer: Payer,
): Promise<Stripe.PaymentIntent | undefined> {
  const openId = await openIntentOf(shop.db, order.id)
  if (openId === undefined) return undefined
  const intent = await retrieveIntent(gateway, openId)
  if (intent?.status === 'succeeded') {
    await settleIntent(shop, gateway, intent.id, payer)
    throw alreadyPaid()
  }
  if (intent && isTried(intent) && (await isOfAnother(shop.db, openId, payer))) {
    await cancelForAnother(shop, gateway, openId)
    return undefined
  }
  if (intent && intent.status !== 'canceled') {
    await recordCheck(shop, openId, payer === LINK_ACTOR)
    return intent
  }
  await closePayment(shop, openId)
  return undefined
}

/** Whether a card was tried with the intent: it names that card, also after a decline. */
const isTried = ({ last_payment_error, latest_charge }: Stripe.PaymentIntent): boolean =>
  last_payment_error !== null || latest_charge !== null

/** Whether the intent was given to the other payer, of customer and link. */
async function isOfAnother(db: Db, intentId: string, payer: Payer): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select(['asked_by_link', 'is_shared'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row !== undefined && (row.is_shared === 1 || (row.asked_by_link === 1) !== (payer === LINK_ACTOR))
}

/** Cancels the intent before the payer gets an own one, unless it was paid, or is being paid, meanwhile. */
async function cancelForAnother(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  const cancelled = await cancelIntent(gateway, intentId)
  if (cancelled?.status === 'succeeded') {
    await settleIntent(shop, gateway, cancelled.id, PROVIDER_ACTOR)
    throw alreadyPaid()
  }
  if (cancelled && cancelled.status !== 'canceled')
    throw new AppError(
      'conflict',
      'The order is being paid by somebody else just now. Try again in a moment.',
    )
  await closePayment(shop, intentId)
}

/** Creates and records an intent for the order. Concurrent callers get the same one. */
async function openIntent(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  payer: Payer,
): Promise<Stripe.PaymentIntent> {
  const intent = await createIntentFor(shop.db, gateway, order)
  const recorded = await shop.db.transaction().execute(async (trx) => {
    if (!(await lockUnpaidOrder(trx, order.id))) return 'closed'
    return recordOpen(trx, { intentId: intent.id, order, payer, at: shop.now() })
  })
  if (recorded === 'recorded') {
    paymentSignal.send({ orderId: order.id, intentId: intent.id, outcome: 'started' })
    return intent
  }
  if (recorded === 'closed') {
    await cancelIntent(gateway, intent.id)
    throw new AppError('conflict', 'The order was paid or cancelled meanwhile.')
  }
  return startedMeanwhile(shop, gateway, order, payer)
}

/** Records the intent as the order's open one, unless there is another. */
async function recordOpen(
  trx: Db,
  { intentId, order, payer, at }: { intentId: string; order: PayableOrder; payer: Payer; at: number },
): Promise<'recorded' | 'other open'> {
  await trx
    .insertInto('payments')
    .values({
      intent_id: intentId,
      order_id: order.id,
      amount_cents: order.totalCents,
      currency: order.currency,
      state: 'open',
      created_at: at,
      asked_at: at,
      asked_by_link: payer === LINK_ACTOR ? 1 : 0,
      next_check_at: at + FIRST_CHECK_AFTER_MS,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await openIntentOf(trx, order.id)) === intentId ? 'recorded' : 'other open'
}

/** Another call was first: both use its intent. The unused one is never confirmed and charges no card. */
async function startedMeanwhile(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  payer: Payer,
): Promise<Stripe.PaymentIntent> {
  const intent = await reuseOpenIntent(shop, gateway, order, payer)
  if (!intent) throw new AppError('conflict', 'The payment was started elsewhere just now. Try again.')
  return intent
}
