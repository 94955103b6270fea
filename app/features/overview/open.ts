import { countOpenOrders, findDisputedOrders, findNamedOrders } from '#features/orders/orders.ts'
import { findFailedRefunds } from '#features/payments/payments.ts'
import { findFailingMails, mailHealth } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'
import type { Overview } from './schema.ts'

/** What waits to be done, or fails and is tried again. */
export async function findOpen(shop: Shop): Promise<Overview['open']> {
  const [open, disputes, mails, refunds] = await Promise.all([
    countOpenOrders(shop),
    findDisputedOrders(shop),
    mailHealth(shop),
    findFailedRefunds(shop.db),
  ])
  const counted = { ...open, disputes, refundsFailing: refunds }
  const names = ['unpaid', 'lapsing', 'toShip', 'disputes', 'refundsFailing'] as const
  return {
    unpaid: counted.unpaid.total,
    lapsing: counted.lapsing.total,
    toShip: counted.toShip.total,
    atLeast: names.filter((name) => counted[name].isTotalCut),
    disputes: { count: counted.disputes.total, orders: counted.disputes.orders },
    mailsFailing: {
      count: mails.failing,
      orders: mails.failing === 0 ? [] : await findNamedOrders(shop, await findFailingMails(shop)),
    },
    refundsFailing: {
      count: refunds.count,
      orders: await findNamedOrders(shop, refunds.orderIds),
    },
  }
}
