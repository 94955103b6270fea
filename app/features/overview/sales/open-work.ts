import { countLowStock } from '#features/catalog/catalog.ts'
import { countWaitingOffers } from '#features/offers/offers.ts'
import { countToAnswer } from '#features/order-messages/order-messages.ts'
import { countOpenOrders, findNamedOrders } from '#features/orders/orders.ts'
import { findFailedRefunds } from '#features/payments/payments.ts'
import { countPlansToDecide } from '#features/planned-prices/planned-prices.ts'
import { countWaitingReturns } from '#features/returns/returns.ts'
import { countNewReviews } from '#features/reviews/reviews.ts'
import { findFailingMails, mailHealth } from '#kit/mail/mailer.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { Overview } from '../schema.ts'
import { findDisputedOrders } from './disputed-orders.ts'
import { findPartsHeldByOneAccount } from './held-parts.ts'

const COUNTED = ['unpaid', 'lapsing', 'toShip', 'toShipToday', 'late'] as const

/** What waits to be done, or fails and is tried again. */
export async function findOpen(shop: Shop): Promise<Overview['open']> {
  const [open, toAnswer, returns, offers, newReviews, plans, lowStock, disputes, held, mails, refunds] =
    await Promise.all([
      countOpenOrders(shop),
      countToAnswer(shop.db),
      countWaitingReturns(shop.db),
      countWaitingOffers(shop.db),
      countNewReviews(shop.db),
      countPlansToDecide(shop.db),
      countLowStock(shop.db),
      findDisputedOrders(shop),
      findPartsHeldByOneAccount(shop),
      mailHealth(shop),
      findFailedRefunds(shop.db),
    ])
  const counted = {
    ...open,
    toAnswer,
    newReviews,
    plansToDecide: plans,
    returns,
    offers,
    lowStock,
    disputes,
    held,
    refundsFailing: refunds,
  }
  const names = [
    ...COUNTED,
    'toAnswer',
    'returns',
    'offers',
    'newReviews',
    'plansToDecide',
    'lowStock',
    'disputes',
    'held',
    'refundsFailing',
  ] as const
  return {
    unpaid: counted.unpaid.total,
    lapsing: counted.lapsing.total,
    toShip: counted.toShip.total,
    toShipToday: counted.toShipToday.total,
    late: counted.late.total,
    toAnswer: toAnswer.total,
    returns: returns.total,
    offers: offers.total,
    newReviews: newReviews.total,
    plansToDecide: plans.total,
    lowStock: lowStock.total,
    atLeast: names.filter((name) => counted[name].isTotalCut),
    disputes: {
      count: disputes.total,
      orders: disputes.orders,
      ...(disputes.dueAt !== undefined && { dueAt: toIso(disputes.dueAt) }),
    },
    held: { count: held.total, orders: held.orders },
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
