import { isKept } from '#features/orders/orders.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST } from '#kit/db/row-counts.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS, retryWaitMs } from '#kit/time.ts'
import type { AskedRefund, RefundRow } from '../provider/gateway.ts'
import '#features/orders/tables.ts'

const WAIT = { firstMs: 10_000, longestMs: HOUR_MS }

/** After this number of attempts a refund without an outcome counts as failing. */
const MANY_ATTEMPTS = 3

/** Whether the call that made the refund may still wait for the provider's answer. */
export const isBeingAsked = ({ state, attempts, next_check_at }: RefundRow, nowMs: number): boolean =>
  state === 'asked' && attempts === 0 && Number(next_check_at) > nowMs

/** The refund as it is now; undefined when the provider refused it. */
export const findRefund = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('order_refunds').selectAll().where('id', '=', id).executeTakeFirst()

/** Lets the job ask about the refund at once: the call that asked for it no longer waits. */
export async function checkRefundSoon(shop: Shop, { id }: RefundRow): Promise<void> {
  await shop.db
    .updateTable('order_refunds')
    .set({ next_check_at: shop.now() })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute()
}

/** Refunds to ask the provider about, with their transactions, and claimed by this process: the next check is later. */
export async function claimDueRefunds(shop: Shop, limit: number): Promise<AskedRefund[]> {
  const due = await shop.db
    .selectFrom('order_refunds')
    .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
    .selectAll('order_refunds')
    .select('orders.transaction_id')
    .where('next_check_at', '<=', shop.now())
    .orderBy('next_check_at')
    .limit(limit)
    .execute()
  const claimed: AskedRefund[] = []
  for (const { transaction_id: transactionId, id, attempts, next_check_at } of due) {
    const later = { attempts: attempts + 1, next_check_at: shop.now() + retryWaitMs(attempts, WAIT) }
    const refund = await compareAndSet(shop.db, 'order_refunds', { id, attempts, next_check_at }, later)
    if (refund && transactionId !== null) claimed.push({ refund, transactionId })
  }
  return claimed
}

/**
 * The ids of orders with a refund that needs attention: it failed, no later one was made and money is left to refund, or the
 * provider does not say what became of it.
 */
export async function findFailingOrderRefunds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('order_refunds as refund')
    .innerJoin('orders', 'orders.id', 'refund.order_id')
    .select('refund.order_id')
    .distinct()
    .where((where) =>
      where.or([
        where.and([
          where('refund.state', '=', 'failed'),
          // Whoever refunded the rest, nobody can act on the failure any more.
          isKept,
          where.not(
            where.exists(
              where
                .selectFrom('order_refunds as later')
                .select('later.id')
                .whereRef('later.order_id', '=', 'refund.order_id')
                .whereRef('later.id', '>', 'refund.id'),
            ),
          ),
        ]),
        where.and([
          where('refund.state', '=', 'asked'),
          where('refund.attempts', '>=', MANY_ATTEMPTS),
          where('refund.next_check_at', 'is not', null),
        ]),
      ]),
    )
    .orderBy('refund.order_id', 'desc')
    .limit(COUNTED_AT_MOST + 1)
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** What a credit of an order on account has in place of the provider's id of a refund: no money moves. */
export const creditId = (refundId: string): string => `credit ${refundId}`

export const isCreditId = (id: string | null): boolean => id?.startsWith('credit ') === true
