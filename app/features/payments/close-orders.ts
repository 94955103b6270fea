import { sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  cancelUnpaidOrder,
  findLapsedOrders,
  findOwnOrder,
  findPayableOrder,
  lockUnpaidOrder,
  type PayableOrder,
  SHOP_ACTOR,
} from '#features/orders/orders.ts'
import { AppError } from '#kit/http/problem.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { paymentSignal } from '#kit/signals.ts'
import { cancelIntent, type Gateway } from './gateway.ts'
import { reconcileMoneyBack } from './money-back.ts'
import { closePayment, openIntentOf, PROVIDER_ACTOR, settleIntent, settleRetrieved } from './settle.ts'

const BATCH = 50
const CHECK_AFTER_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/**
 * Cancels the customer's own unpaid order; its pieces are for sale again. The provider is told first, so that
 * nobody pays for what is gone. Paid, or being paid at this moment: 409 `already_paid`. Another's or gone: 404.
 */
export async function cancelOrder(
  shop: Shop,
  gateway: Gateway,
  customer: SignedInUser,
  orderId: string,
): Promise<void> {
  const order = await findOwnOrder(shop.db, customer.id, orderId)
  const closed = order.paid ? 'paid' : await close(shop, gateway, order, 'cancelled', customer.id)
  if (closed === 'gone') throw new AppError('not_found', 'There is no such order.')
  if (closed !== 'closed') {
    throw new AppError('already_paid', 'The order is paid or being paid, so it can no longer be cancelled.')
  }
}

/** What comes round: holds that lapse, payments, refunds and disputes that nobody told of, refunds to be made. */
export function paymentJobs(shop: Shop, gateway: Gateway): Job[] {
  return [
    { name: 'lapse holds', everyMs: 1000, run: () => lapseHolds(shop, gateway) },
    { name: 'reconcile payments', everyMs: 5000, run: () => reconcile(shop, gateway) },
    {
      name: 'reconcile refunds and disputes',
      everyMs: 600_000,
      run: () => reconcileMoneyBack(shop, gateway),
    },
    { name: 'refund stray money', everyMs: 2000, run: () => refundStray(shop, gateway) },
  ]
}

/** Cancels unpaid orders whose hold is over. One that is being paid right now is looked at again next time. */
async function lapseHolds(shop: Shop, gateway: Gateway): Promise<void> {
  for (const order of await findLapsedOrders(shop, BATCH)) {
    await close(shop, gateway, order, 'lapsed', SHOP_ACTOR)
  }
}

/** Settles open intents that neither a browser nor a webhook told of within a minute. */
async function reconcile(shop: Shop, gateway: Gateway): Promise<void> {
  const now = shop.now()
  const due = await shop.db
    .selectFrom('payments')
    .select(['intent_id', 'checked_at'])
    // In the text, since the index is of those alone.
    .where('state', '=', sql.lit('open' as const))
    .where('checked_at', '<=', now - CHECK_AFTER_MS)
    .orderBy('checked_at')
    .limit(BATCH)
    .execute()
  for (const { intent_id, checked_at } of due) {
    const { numUpdatedRows } = await shop.db
      .updateTable('payments')
      .set({ checked_at: now })
      .where('intent_id', '=', intent_id)
      .where('checked_at', '=', checked_at)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await settleIntent(shop, gateway, intent_id, PROVIDER_ACTOR)
  }
}

/** Gives stray money back. The provider's idempotency key makes a repeat harmless. */
async function refundStray(shop: Shop, gateway: Gateway): Promise<void> {
  const now = shop.now()
  const due = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(BATCH)
    .execute()
  for (const refund of due) {
    const attempts = refund.attempts + 1
    const wait = Math.min(5000 * 2 ** Math.min(attempts, 20), LONGEST_WAIT_MS)
    const { numUpdatedRows } = await shop.db
      .updateTable('refunds')
      .set({ attempts, next_attempt_at: now + wait })
      .where('intent_id', '=', refund.intent_id)
      .where('attempts', '=', refund.attempts)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await refundOne(shop, gateway, refund.intent_id)
  }
}

async function refundOne(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  try {
    const { id } = await gateway.stripe.refunds.create(
      { payment_intent: intentId },
      { idempotencyKey: `refund-${intentId}` },
    )
    await shop.db
      .updateTable('refunds')
      .set({ refund_id: id, next_attempt_at: null })
      .where('intent_id', '=', intentId)
      .execute()
    const payment = await shop.db
      .selectFrom('payments')
      .select('order_id')
      .where('intent_id', '=', intentId)
      .executeTakeFirst()
    paymentSignal.send({ orderId: payment?.order_id, intentId, outcome: 'paid back', detail: id })
  } catch (error) {
    shop.log.warn({ err: error, intentId }, 'a refund failed and will be tried again')
  }
}

/** Closes an unpaid order unless it is paid or being paid: its intent at the provider first, then the order. */
async function close(
  shop: Shop,
  gateway: Gateway,
  order: PayableOrder,
  kind: 'cancelled' | 'lapsed',
  actor: string,
): Promise<'closed' | 'paid' | 'being paid' | 'gone'> {
  const intentId = await openIntentOf(shop.db, order.id)
  if (intentId) {
    const intent = await cancelIntent(gateway, intentId)
    if (intent.status === 'succeeded') {
      await settleRetrieved(shop, intent, PROVIDER_ACTOR)
      return 'paid'
    }
    if (intent.status !== 'canceled') return 'being paid'
    await closePayment(shop, intentId)
  }
  return shop.db.transaction().execute(async (trx) => {
    if (!(await lockUnpaidOrder(trx, order.id))) {
      return (await findPayableOrder(trx, order.id))?.paid ? 'paid' : 'gone'
    }
    const open = await openIntentOf(trx, order.id)
    if (open) return 'being paid'
    const cancelled = await cancelUnpaidOrder(trx, { orderId: order.id, kind, actor, at: shop.now() })
    return cancelled ? 'closed' : 'gone'
  })
}
