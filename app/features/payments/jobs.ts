import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { lapseHolds } from './close-orders.ts'
import type { Gateway } from './gateway.ts'
import { reconcile } from './reconcile.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { refundUnmatchedPayments } from './unmatched-payments.ts'

/** What comes round: holds that lapse, payments, refunds and disputes that nobody told of, refunds to be made. */
export function paymentJobs(shop: Shop, gateway: Gateway): Job[] {
  return [
    { name: 'lapse holds', everyMs: 1000, run: () => lapseHolds(shop, gateway) },
    { name: 'reconcile payments', everyMs: 5000, run: () => reconcile(shop, gateway) },
    {
      name: 'reconcile refunds and disputes',
      everyMs: 600_000,
      run: () => reconcileRefunds(shop, gateway),
    },
    { name: 'refund stray money', everyMs: 2000, run: () => refundUnmatchedPayments(shop, gateway) },
  ]
}
