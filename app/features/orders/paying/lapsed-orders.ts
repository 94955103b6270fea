import { sql } from 'kysely'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS } from '#kit/time.ts'
import { type PayableOrder, toPayable } from '../owners/find-orders.ts'
import { selectOrders } from '../records/order-rows.ts'
import { changeDueOrders } from './due-orders.ts'

const SHORTEST_RETRY_MS = 5000
const LONGEST_RETRY_MS = HOUR_MS

/**
 * Claims unpaid orders with an ended hold for this process, the earliest hold first. No other process can claim an order
 * until its retry time: half of the time since its hold ended, at least 5 seconds and at most an hour. So an order that
 * cannot be ended does not delay the others.
 */
export async function claimLapsedOrders(shop: Shop, limit: number): Promise<PayableOrder[]> {
  const now = shop.now()
  const due = shop.db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('hold_until', '<=', now)
    .where((where) => where.or([where('lapse_retry_at', 'is', null), where('lapse_retry_at', '<=', now)]))
    .orderBy('hold_until')
    .limit(limit)
  const claimed = await changeDueOrders(shop.db, due, { lapse_retry_at: retryAt(now) })
  if (claimed.length === 0) return []
  const ids = claimed.map(({ id }) => id)
  const rows = await selectOrders(shop.db)
    .where('orders.id', 'in', ids)
    .orderBy('orders.hold_until')
    .execute()
  return rows.map(toPayable)
}

function retryAt(now: number) {
  // SQLite binds every number as a float, and this column accepts integers only.
  const wait = sql<number>`cast((${now} - hold_until) / 2 as bigint)`
  return sql<number>`cast(${now} + case
    when ${wait} < ${SHORTEST_RETRY_MS} then ${SHORTEST_RETRY_MS}
    when ${wait} > ${LONGEST_RETRY_MS} then ${LONGEST_RETRY_MS}
    else ${wait} end as bigint)`
}
