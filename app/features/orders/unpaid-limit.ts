import { sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { DatabaseKind, Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import type { NewOrderRows } from './new-order.ts'
import { orderRefusals } from './refusals.ts'

/** Until its e-mail is verified an account may have so many unpaid orders. */
const UNVERIFIED_MAXIMUM = 10

/** An unpaid order that is older than its hold by more than this is about to be ended, and does not count. */
const OVERDUE_MS = 24 * 3_600_000

/** The first half of the advisory locks' keys: that of no other lock of the shop. */
const LOCK_SPACE = 7236

/** How many unpaid orders the customer may have at a time; undefined where `RATE_LIMITS` leaves that limit out. */
export function unpaidLimitOf({ config }: Shop, { emailVerified }: SignedInUser): number | undefined {
  if (config.rateLimits !== 'on') return undefined
  return emailVerified ? config.maxUnpaidOrders : Math.min(UNVERIFIED_MAXIMUM, config.maxUnpaidOrders)
}

/**
 * How many unpaid orders each customer of these new orders has, in those alone who have a limit. Until the transaction
 * ends nobody else can place an order for them: on SQLite since there is one writer, on PostgreSQL by a lock for each
 * customer, taken in one order by all, before any other lock.
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
    // Without it the count would read every order that the customer has ever paid.
    .where('created_at', '>=', since)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, unpaid }) => [user_id, unpaid]))
}

async function lockCustomers(trx: Db, customers: readonly string[]): Promise<void> {
  const ids = sql.join(customers.map((id) => sql`(${id})`))
  await sql`
    select pg_advisory_xact_lock(${sql.lit(LOCK_SPACE)}, key)
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
