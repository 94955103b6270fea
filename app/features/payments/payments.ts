import type Stripe from 'stripe'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  findOrderFor,
  findOwnOrder,
  findUnpaidOrdersOfTotal,
  lockUnpaidOrder,
  type Order,
  type PayableOrder,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, formatTotal, totalToCents } from '#kit/money.ts'
import { AppError, invalidField } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { cancelIntent, type Gateway, retrieveIntent } from './gateway.ts'
import { createIntentFor } from './intent-attempts.ts'
import { FIRST_CHECK_AFTER_MS, recordCheck } from './reconcile.ts'
import { paymentRefusals } from './refusals.ts'
import { closePayment, openIntentOf, settleIntent, settleRetrieved } from './settle.ts'
import { paymentSignal } from './signals.ts'

export { cancelOrder } from './close-orders.ts'
export { createGateway, type Gateway, type StripeKeys } from './gateway.ts'
export { paymentJobs } from './jobs.ts'
export { unmatchedRefundHealth } from './unmatched-payments.ts'

/**
 * Returns the client secret that pays the order: of its open intent, or of a new one. The amount is the order's
 * own. Refused: a total that differs (409 `price_changed`), a paid order (409 `already_paid`); without an
 * order id none (422) or several (409) unpaid orders of that total.
 */
export async function startPayment(
  shop: Shop,
  gateway: Gateway,
  customer: SignedInUser,
  request: { totalPrice: number; orderId?: string | undefined },
): Promise<string> {
  const order = await orderToPay(shop, customer, request)
  if (order.paid) throw alreadyPaid()
  if (totalToCents(request.totalPrice) !== order.totalCents) {
    const totalPrice = centsToDollars(order.totalCents)
    throw new AppError(orderRefusals.priceChanged, `The order comes to ${formatTotal(totalPrice)}.`, {
      totalPrice,
    })
  }
  const intent = (await reuseOpenIntent(shop, gateway, order)) ?? (await openIntent(shop, gateway, order))
  if (!intent.client_secret) throw new Error('the provider returned an intent without a client secret')
  return intent.client_secret
}

/**
 * Settles an order with the transaction that its customer's browser names, as the provider has it. Returns the paid
 * order; a repeat returns the same. Refused: not succeeded yet (402), unknown to the provider (422), another order's
 * or not matching (409).
 */
export async function confirmPayment(
  shop: Shop,
  gateway: Gateway,
  customer: SignedInUser,
  request: { orderId: string; appointment: string; transactionId: string },
): Promise<Order> {
  const { orderId, appointment, transactionId } = request
  const order = await findOwnOrder(shop.db, customer.id, orderId)
  if (appointment !== orderId) {
    const detail = 'The appointment has to be the id of the order.'
    throw invalidField('appointment', detail)
  }
  if (order.transactionId === transactionId) return findOrderFor(shop.db, customer, orderId)
  const intent = await retrieveIntent(gateway, transactionId)
  if (!intent)
    throw new AppError(paymentRefusals.unknownPayment, 'The payment provider knows no such transaction.')
  if (intent.metadata.orderId !== orderId) {
    throw new AppError('conflict', 'This transaction belongs to another order.')
  }
  const settlement = await settleRetrieved(shop, intent, customer.id)
  if (settlement === 'not_paid')
    throw new AppError(paymentRefusals.notPaid, 'The payment has not succeeded yet.')
  if (settlement === 'paid' || settlement === 'already_paid') return findOrderFor(shop.db, customer, orderId)
  throw new AppError('conflict', 'The payment does not match this order; the amount charged is refunded.')
}

function orderToPay(
  shop: Shop,
  customer: SignedInUser,
  request: { totalPrice: number; orderId?: string | undefined },
): Promise<PayableOrder> {
  return request.orderId === undefined
    ? onlyOrderOfTotal(shop, customer, request.totalPrice)
    : findOwnOrder(shop.db, customer.id, request.orderId)
}

async function onlyOrderOfTotal(
  shop: Shop,
  customer: SignedInUser,
  totalPrice: number,
): Promise<PayableOrder> {
  const cents = totalToCents(totalPrice)
  const orders = cents === undefined ? [] : await findUnpaidOrdersOfTotal(shop.db, customer.id, cents)
  const [order, other] = orders
  if (!order) throw new AppError('invalid', 'You have no unpaid order of this total.')
  if (other)
    throw new AppError('conflict', 'Several of your unpaid orders have this total: say which by orderId.')
  return order
}

/** The order's open intent, if it can still be paid. */
async function reuseOpenIntent(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
): Promise<Stripe.PaymentIntent | undefined> {
  const openId = await openIntentOf(shop.db, order.id)
  if (openId === undefined) return undefined
  const intent = await retrieveIntent(gateway, openId)
  if (intent?.status === 'succeeded') {
    await settleIntent(shop, gateway, intent.id, order.customerId)
    throw alreadyPaid()
  }
  if (intent && intent.status !== 'canceled') {
    await recordCheck(shop, openId)
    return intent
  }
  await closePayment(shop, openId)
  return undefined
}

/** Creates and records an intent for the order. Concurrent callers get the same one. */
async function openIntent(shop: Shop, gateway: Gateway, order: PayableOrder): Promise<Stripe.PaymentIntent> {
  const intent = await createIntentFor(shop.db, gateway, order)
  const recorded = await shop.db.transaction().execute(async (trx) => {
    if (!(await lockUnpaidOrder(trx, order.id))) return 'closed'
    return recordOpen(trx, shop.now(), order, intent.id)
  })
  if (recorded === 'recorded') {
    paymentSignal.send({ orderId: order.id, intentId: intent.id, outcome: 'started' })
    return intent
  }
  if (recorded === 'closed') {
    await cancelIntent(gateway, intent.id)
    throw new AppError('conflict', 'The order was paid or cancelled meanwhile.')
  }
  return startedMeanwhile(shop, gateway, order)
}

/** Records the intent as the order's open one, unless there is another. */
async function recordOpen(
  trx: Db,
  now: number,
  order: PayableOrder,
  intentId: string,
): Promise<'recorded' | 'other open'> {
  await trx
    .insertInto('payments')
    .values({
      intent_id: intentId,
      order_id: order.id,
      amount_cents: order.totalCents,
      currency: order.currency,
      state: 'open',
      created_at: now,
      asked_at: now,
      next_check_at: now + FIRST_CHECK_AFTER_MS,
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
): Promise<Stripe.PaymentIntent> {
  const intent = await reuseOpenIntent(shop, gateway, order)
  if (!intent) throw new AppError('conflict', 'The payment was started elsewhere just now. Try again.')
  return intent
}

const alreadyPaid = (): AppError => new AppError(paymentRefusals.alreadyPaid, 'The order is paid already.')
