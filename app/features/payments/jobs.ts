import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { cancelLapsedOrders } from './close-orders.ts'
import type { Gateway } from './gateway.ts'
import { reconcile } from './reconcile.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { completeRefunds } from './refund-order.ts'
import { refundUnmatchedPayments } from './unmatched-payments.ts'

/** Cancels lapsed orders, reconciles payments, refunds and disputes, completes the refunds of admins, and refunds unmatched payments. */
export function paymentJobs(shop: Shop, gateway: Gateway): Job[] {
  return [
    { name: 'cancel lapsed orders', everyMs: 1000, run: () => cancelLapsedOrders(shop, gateway) },
    { name: 'reconcile payments', everyMs: 5000, run: () => reconcile(shop, gateway) },
    {
      name: 'reconcile refunds and disputes',
      everyMs: 600_000,
      run: () => reconcileRefunds(shop, gateway),
    },
    { name: 'complete refunds', everyMs: 2000, run: () => completeRefunds(shop, gateway) },
    { name: 'refund unmatched payments', everyMs: 2000, run: () => refundUnmatchedPayments(shop, gateway) },
  ]
}
