import { sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { DAY_MS } from '#kit/day.ts'
import type { DatabaseKind, Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import type { NewOrderRows } from './new-order.ts'
import { orderRefusals } from './refusals.ts'

/** How many unpaid orders an account may have until its e-mail is verified. */
const UNVERIFIED_MAXIMUM = 10

/** An unpaid order does not count when its hold ended longer ago than this: it is about to be cancelled. */
const OVERDUE_MS = DAY_MS

/** The first key of these advisory locks; no other lock of the shop uses it. */
const LOCK_NAMESPACE = 7236

/** How many unpaid orders the customer may have at a time; undefined when `RATE_LIMITS` turns the limit off. */
export function unpaidLimitOf({ config }: Shop, { emailVerified }: SignedInUser): number | undefined {
  if (config.rateLimits !== 'on') return undefined
  return emailVerified ? config.maxUnpaidOrders : Math.min(UNVERIFIED_MAXIMUM, config.maxUnpaidOrders)
}

/**
 * Counts the unpaid orders of the customers of these new orders, by user id; customers without a limit are left out.
 * Until the transaction ends no other process can place orders for them: SQLite has a single writer, and on PostgreSQL
 * each customer is locked, always in the same order and before any other lock, so that no deadlock arises.
 */
export async function countUnpaidOrders(
  trx: Db,
  kind: DatabaseKind,
  orders: readonly NewOrderRows[],
): Promise<Map<string, number>> {
  const limited = orders.filter(({ unpaidLimit }) => unpaidLimit !== undefined).map(({ order }) => order)
  const customers = [...new Set(limited.map((order) => order.user_id))]
  if (customers.length === 0) return new Map()
  if (kind === 'postgres') await lockCustomers(trx, customers)
  const since = Math.min(...limited.map((order) => 2 * order.created_at - order.hold_until)) - OVERDUE_MS
  const rows = await trx
    .selectFrom('orders')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('unpaid')])
    .where('user_id', 'in', customers)
    .where('cancelled_at', 'is', null)
    .where('paid_at', 'is', null)
    // Otherwise the count would read all paid orders of the customer.
    .where('created_at', '>=', since)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, unpaid }) => [user_id, unpaid]))
}

async function lockCustomers(trx: Db, customers: readonly string[]): Promise<void> {
  const ids = sql.join(customers.map((id) => sql`(${id})`))
  await sql`
    select pg_advisory_xact_lock(${sql.lit(LOCK_NAMESPACE)}, key)
    from (select distinct hashtext(id) as key from (values ${ids}) as customers (id) order by key) as keys`.execute(
    trx,
  )
}

/** The refusal of one more unpaid order. */
export function tooManyUnpaid({ config }: Shop, limit: number): AppError {
  const detail =
    limit < config.maxUnpaidOrders
      ? `You have ${limit} unpaid orders, the most until your e-mail is verified. Pay or cancel one, or verify your e-mail to have up to ${config.maxUnpaidOrders}.`
      : `You have ${limit} unpaid orders, the most at a time. Pay or cancel one, then place this order again.`
  return new AppError(orderRefusals.tooManyUnpaid, detail)
}
