import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { accountJobs } from './account/reminders.ts'
import { deleteOldTries } from './declines/declines.ts'
import { deleteOldLinks } from './links/payment-links.ts'
import { cancelLapsedOrders } from './paying/close-orders.ts'
import { reconcile } from './paying/reconcile.ts'
import type { Gateway } from './provider/gateway.ts'
import { reconcileRefunds } from './refunds/reconcile-refunds.ts'
import { completeRefunds } from './refunds/refund-order.ts'
import { refundUnmatchedPayments } from './refunds/unmatched-payments.ts'

export { listReceipts } from './account/receipt-rows.ts'
export { endPaymentLinksOf } from './links/payment-links.ts'
export { countHeldPayments } from './lost/lost-orders.ts'
export { giveShopId } from './lost/shop-id.ts'
export { cancelLapsedOrder, cancelOrder, cancelUnprovenOrders } from './paying/close-orders.ts'
export { confirmPayment, startPayment } from './paying/pay-order.ts'
export { deleteTriesOf, findPayers, forgetPaymentsOf } from './paying/payers.ts'
export { createGateway, type Gateway, PROVIDER_OUTAGE, type StripeKeys } from './provider/gateway.ts'
export { findFailedRefunds, makeRefund, refundOrder } from './refunds/refund-order.ts'
export { findMailedRefund, listRefunds } from './refunds/shown-refunds.ts'

/**
 * Cancels lapsed orders, reconciles payments, refunds and disputes, completes the refunds of admins, refunds unmatched
 * payments, and deletes what paid and cancelled orders no longer need.
 */
export function paymentJobs(shop: Shop, gateway: Gateway): Job[] {
  return [
    { name: 'cancel lapsed orders', everyMs: 1000, run: () => cancelLapsedOrders(shop, gateway) },
    { name: 'reconcile payments', everyMs: 5000, run: () => reconcile(shop, gateway) },
    {
      name: 'reconcile refunds and disputes',
      everyMs: 10 * MINUTE_MS,
      run: () => reconcileRefunds(shop, gateway),
    },
    { name: 'complete refunds', everyMs: 2000, run: () => completeRefunds(shop, gateway) },
    { name: 'refund unmatched payments', everyMs: 2000, run: () => refundUnmatchedPayments(shop, gateway) },
    ...accountJobs(shop),
    { name: 'delete old payment links', everyMs: HOUR_MS, run: () => deleteOldLinks(shop) },
    { name: 'delete old tries to pay', everyMs: HOUR_MS, run: () => deleteOldTries(shop) },
  ]
}
