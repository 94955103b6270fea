import { sql } from 'kysely'
import type { Shop } from '#kit/shop.ts'
import { type PayableOrder, toPayable } from '../records/find-orders.ts'
import { selectOrders } from '../records/order-rows.ts'

const SHORTEST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 3_600_000

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
    // Processes that claim at the same time get different orders instead of waiting for each other.
    .forUpdate()
    .skipLocked()
  const claimed = await shop.db
    // Materialized, so that PostgreSQL runs the query once: a second run would skip the locked rows and claim others too.
    .with(
      (cte) => cte('due').materialized(),
      () => due,
    )
    .updateTable('orders')
    .set({ lapse_retry_at: retryAt(now) })
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returning('id')
    .execute()
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
