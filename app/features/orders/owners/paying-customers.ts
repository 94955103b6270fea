import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { readOrderNumber } from '../records/order-number.ts'
import { LOST_CENTS } from '../records/refundable.ts'
import { COUNT_FOR_ACCOUNT, ordersEnteredFor, ordersOf, ordersOfAny } from './own-orders.ts'
import '../tables.ts'

/**
 * The ids of those accounts that have paid an order. A refund does not change that. Reads one paid order of each account:
 * PostgreSQL would turn a condition without `offset` into a join that may read all orders.
 */
export async function findPayingCustomers(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', [...new Set(accountIds)])
    .where(
      sql<boolean>`exists (select 1 from orders where user_id = "user"."id" and paid_at is not null and ${COUNT_FOR_ACCOUNT} limit 1 offset 0)`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * The ids of those of these accounts that have an order which is kept: any but one that was cancelled or lapsed before that time
 * (ms), and which no admin entered.
 */
export async function findCustomers(
  db: Db,
  accountIds: readonly string[],
  before: number,
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('orders')
    .select('user_id')
    .distinct()
    .where(ordersOfAny(accountIds))
    .where(({ eb, or }) =>
      or([
        eb('cancelled_at', 'is', null),
        eb('cancelled_at', '>=', before),
        eb('entered_by', 'is not', null),
      ]),
    )
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Deletes the orders of accounts that `findCustomers` does not name, all of which are cancelled. */
export async function deleteCancelledOrdersOf(trx: Db, accountIds: readonly string[]): Promise<void> {
  const ids = trx.selectFrom('orders').select('id').where(ordersOfAny(accountIds))
  for (const table of ['former_contacts', 'order_events', 'order_lines'] as const)
    await trx.deleteFrom(table).where('order_id', 'in', ids).execute()
  await trx.deleteFrom('orders').where(ordersOfAny(accountIds)).execute()
}

/** Whether the account has paid another order than this one. */
export async function hasPaidBefore(
  db: Db,
  order: { readonly id: string; readonly customerId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('orders')
    .select('id')
    .where(ordersOf(order.customerId))
    .where('paid_at', 'is not', null)
    .where('id', '<>', order.id)
    .where(COUNT_FOR_ACCOUNT)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Public reviews count what admins entered once the e-mail of its customer is verified; call it in that transaction. */
export async function countEnteredOrders(trx: Db, customerId: string): Promise<void> {
  const paid = await trx
    .selectFrom('orders')
    .select('id')
    .where(ordersEnteredFor(customerId))
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (paid) recordPublicChange(trx, { tags: ['reviews'] })
}

/** Whether the staff entered orders for the account. */
export async function hasEnteredOrders(db: Db, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where(ordersEnteredFor(customerId))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What the orders of a customer come to, without cancelled ones; amounts in cents. */
export interface CustomerSums {
  readonly orders: number
  /** What was paid, without what was refunded or taken by a lost dispute. */
  readonly paidCents: number
  /** What is not paid yet. */
  readonly unpaidCents: number
  /** When the last one was placed, in milliseconds since 1970. */
  readonly lastAt: number | undefined
}

/** What of a paid order's money went back. */
const GONE_CENTS = sql`refunded_cents + ${LOST_CENTS}`

const KEPT_CENTS = sql`case when ${GONE_CENTS} < total_cents then total_cents - (${GONE_CENTS}) else 0 end`

export async function findCustomerSums(db: Db, customerId: string): Promise<CustomerSums> {
  const sumIf = (condition: RawBuilder<unknown>, cents: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(case when ${condition} then ${cents} else 0 end), 0)`
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.max('created_at').as('lastAt')])
    .select([
      sumIf(sql`paid_at is not null`, KEPT_CENTS).as('paidCents'),
      sumIf(sql`paid_at is null`, sql`total_cents`).as('unpaidCents'),
    ])
    .where(ordersOf(customerId))
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    orders: row.orders,
    paidCents: Number(row.paidCents),
    unpaidCents: Number(row.unpaidCents),
    lastAt: row.lastAt ?? undefined,
  }
}

/** The account whose order has this number; undefined when it is the number of none. */
export async function findCustomerOf(db: Db, number: string): Promise<string | undefined> {
  const read = readOrderNumber(number.trim().replace(/^#/, ''))
  if (read === undefined) return undefined
  const row = await db.selectFrom('orders').select('user_id').where('number', '=', read).executeTakeFirst()
  return row?.user_id
}
