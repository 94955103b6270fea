import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#kit/day.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import type { Shop } from '#kit/shop.ts'
import { isRefundable } from './refundable.ts'
import './tables.ts'

/** Unpaid orders whose hold ends within a day. Apart from a list, so that the index of the holds finds them. */
export const isLapsing = (now: number): RawBuilder<boolean> =>
  sql`orders.id in (select id from orders where paid_at is null and cancelled_at is null
    and hold_until <= ${now + DAY_MS})`

/** Paid orders that are not shipped and can be: see `isShippingStopped`. */
export const isToShip: RawBuilder<boolean> = sql`orders.status = 'pending' and orders.restocked_at is null
  and ${isRefundable}`

export const isDisputed: RawBuilder<boolean> = sql`orders.dispute = 'open'`

/** How many orders wait for something; each count stops at 1,000. */
export interface OpenOrders {
  readonly unpaid: RowCount
  /** Those unpaid whose hold ends within a day. */
  readonly lapsing: RowCount
  /** Paid and not shipped, without those that cannot ship any more. */
  readonly toShip: RowCount
}

/** Counts the orders of all customers that wait for something. For admins. */
export async function countOpenOrders({ db, now }: Shop): Promise<OpenOrders> {
  const unpaid = sql`select 1 from orders where paid_at is null and cancelled_at is null`
  return {
    unpaid: await countUpToLimit(db, unpaid),
    lapsing: await countUpToLimit(db, sql`select 1 from orders where ${isLapsing(now())}`),
    toShip: await countUpToLimit(db, sql`select 1 from orders where ${isToShip}`),
  }
}

/** An order as a link names it. */
export interface NamedOrder {
  readonly _id: string
  readonly number: string
}

/** How many orders are named where a list of all of them is linked, or they are too many. */
export const NAMED_AT_MOST = 5

/** The newest orders that their customer disputes at the bank, and how many there are. For admins. */
export async function findDisputedOrders({ db }: Shop): Promise<RowCount & { orders: NamedOrder[] }> {
  const disputed = sql`from orders where ${isDisputed}`
  const { rows } = await sql<NamedOrder>`select id as _id, number ${disputed}
    order by created_at desc, id desc limit ${NAMED_AT_MOST}`.execute(db)
  return { orders: rows, ...(await countUpToLimit(db, sql`select 1 ${disputed}`)) }
}

/** The orders with these ids, the newest first. For admins. */
export async function findNamedOrders({ db }: Shop, ids: readonly string[]): Promise<NamedOrder[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('orders')
    .select(['id as _id', 'number'])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
}
