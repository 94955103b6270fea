import type Stripe from 'stripe'
import {
  findPayableOrder,
  isOwed,
  LINK_ACTOR,
  lockFor,
  type PayableOrder,
  PROVIDER_ACTOR,
  refusalOf,
  transition,
} from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { hashedCaller } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { type Block, countDeclines, findBlock, type Tried, tooManyDeclines } from '../declines/declines.ts'
import { cancelIntent, type Gateway, retrieveIntent } from '../provider/gateway.ts'
import { paymentSignal } from '../signals.ts'
import { endIntent } from './end-intent.ts'
import { createIntentFor } from './intent-attempts.ts'
import { FIRST_CHECK_AFTER_MS, recordCheck } from './reconcile.ts'
import { isAskedByLink, openIntentOf, settleRetrieved } from './settle.ts'

/** Who comes to pay. */
export interface Payer {
  /** Of the order's customer, or `LINK_ACTOR`. */
  readonly id: string
  /** The network address. */
  readonly address: string
}

/** How often a payer tries again when another call opened or closed an intent of the order meanwhile. */
const MAX_TRIES = 5

/**
 * Returns the client secret that pays the order: of the payer's open intent, or of a new one. The amount is the order's own.
 * Refused: a paid order (409 `already_paid`), one that the other payer is paying (409), and after too many declined cards, of the
 * order, its account or the address of the payer (429 `too_many_declines`).
 */
export async function secretToPay(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  payer: Payer,
): Promise<string> {
  transition(order.stated, 'pay', payingNow(shop, payer))
  refuseUninvoiced(order)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const intent =
      (await reuseOpenIntent(shop, gateway, order, payer)) ?? (await openIntent(shop, gateway, order, payer))
    if (!intent) continue
    if (!intent.client_secret) throw new Error('the provider returned an intent without a client secret')
    return intent.client_secret
  }
  throw new AppError('conflict', 'The payment was started elsewhere just now. Try again.')
}

/** An order on account is paid by its invoice: refused (409) until there is one. */
function refuseUninvoiced({ stated, dueOn, totalCents }: PayableOrder): void {
  if (isOwed(stated) && dueOn === null)
    throw new AppError(
      'conflict',
      'The order is on account and has no invoice yet: that is issued when all of it is shipped.',
    )
  if (isOwed(stated) && totalCents === 0) throw alreadyPaid()
}

export const alreadyPaid = (): AppError => refusalOf('pay', 'pending', 'customer')

/** Who pays, and when. */
const payingNow = ({ now }: Shop, { id }: Payer) => ({
  by: id === LINK_ACTOR ? ('link' as const) : ('customer' as const),
  at: now(),
})

/**
 * The payer's own open intent, if it can still be paid. The provider shows an intent's last card and its address to
 * whoever has the secret, so the customer and whoever has the payment link never get the same one: the other's is cancelled.
 */
async function reuseOpenIntent(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  payer: Payer,
): Promise<Stripe.PaymentIntent | undefined> {
  const openId = await openIntentOf(shop.db, order.id)
  const intent = openId === undefined ? undefined : await retrieveIntent(gateway, openId)
  const isOwn = openId !== undefined && (await isAskedByLink(shop.db, openId)) === (payer.id === LINK_ACTOR)
  if (intent?.status === 'succeeded') {
    await settleRetrieved(shop, intent, isOwn ? payer.id : PROVIDER_ACTOR)
    throw alreadyPaid()
  }
  // The provider's events may be late.
  if (intent?.latest_charge) await countDeclines(shop, gateway, intent.id)
  const block = await findBlock(shop, shop.db, triedBy(order, payer))
  if (intent && isOwn && intent.amount === order.totalCents && isPayable(intent, block)) {
    await recordCheck(shop, intent.id, hashedCaller(payer.address))
    return intent
  }
  if (openId !== undefined) await endForPayer(shop, gateway, order, openId)
  if (block) throw tooManyDeclines(shop, block)
  return undefined
}

/** Whether the page can go on with the intent: one that is processing takes no card, also while none is taken. */
const isPayable = ({ status }: Stripe.PaymentIntent, block: Block | undefined): boolean =>
  status !== 'canceled' && (!block || status === 'processing')

const triedBy = ({ id, customerId, isEntered }: PayableOrder, { address }: Payer): Tried => ({
  orderId: id,
  customerId,
  isEntered,
  from: hashedCaller(address),
})

/** Ends the open intent before the payer gets another, unless it was paid, or is being paid, meanwhile. */
async function endForPayer(
  shop: Shop,
  gateway: Gateway,
  { id: orderId }: PayableOrder,
  intentId: string,
): Promise<void> {
  const ended = await endIntent(shop, gateway, { orderId, intentId })
  if (ended === 'paid') throw alreadyPaid()
  if (ended === 'being paid') throw beingPaid()
}

export const beingPaid = (): AppError =>
  new AppError('conflict', 'The order is being paid by somebody else just now. Try again in a moment.')

/**
 * Creates and records an intent for the order; undefined if another call was first, or the order takes no card now. The
 * unused one is never confirmed and charges no card.
 */
async function openIntent(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  payer: Payer,
): Promise<Stripe.PaymentIntent | undefined> {
  const intent = await createIntentFor(shop.db, gateway, order, payer.id)
  const recorded = await shop.db.transaction().execute(async (trx) => {
    if (!(await lockFor(trx, order.id, 'pay', payingNow(shop, payer)))) return 'closed'
    const isSame = (await findPayableOrder(trx, order.id))?.totalCents === order.totalCents
    if (!isSame) return recordClosed(trx, { intentId: intent.id, order, payer, at: shop.now() })
    if (await findBlock(shop, trx, triedBy(order, payer))) return 'not now'
    return recordOpen(trx, { intentId: intent.id, order, payer, at: shop.now() })
  })
  if (recorded === 'closed' || recorded === 'changed') {
    await cancelIntent(gateway, intent.id)
    throw new AppError(
      'conflict',
      `The order was ${recorded === 'changed' ? 'changed' : 'paid or cancelled'} meanwhile.`,
    )
  }
  // Another order's card may have been the last one meanwhile: either this sees it, or its counter sees the intent.
  if (recorded === 'not now' || (await findBlock(shop, shop.db, triedBy(order, payer)))) return undefined
  paymentSignal.send({ orderId: order.id, intentId: intent.id, outcome: 'started' })
  return intent
}

interface NewIntent {
  readonly intentId: string
  readonly order: PayableOrder
  readonly payer: Payer
  readonly at: number
}

/** Records the intent as the order's open one, unless there is another. */
async function recordOpen(trx: Db, intent: NewIntent): Promise<'recorded' | 'not now'> {
  await insertPayment(trx, intent, 'open')
  return (await openIntentOf(trx, intent.order.id)) === intent.intentId ? 'recorded' : 'not now'
}

/** Records an intent over a former sum of the order, so that its key is never used again: the provider would return it. */
async function recordClosed(trx: Db, intent: NewIntent): Promise<'changed'> {
  await insertPayment(trx, intent, 'cancelled')
  return 'changed'
}

const insertPayment = (trx: Db, { intentId, order, payer, at }: NewIntent, state: 'open' | 'cancelled') =>
  trx
    .insertInto('payments')
    .values({
      intent_id: intentId,
      order_id: order.id,
      amount_cents: order.totalCents,
      currency: order.currency,
      state,
      created_at: at,
      asked_at: at,
      asked_by_link: payer.id === LINK_ACTOR ? 1 : 0,
      asked_from: hashedCaller(payer.address),
      next_check_at: at + FIRST_CHECK_AFTER_MS,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
