import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { isAmong } from '#kit/input/search.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { sellerToday } from '../arrival/seller-today.ts'
import { leftToShip, piecesToShip, shippedPieces } from '../left-to-ship.ts'
import { type Owner, readableByOwner } from '../owners/own-orders.ts'
import { awaited } from '../records/backorder-rows.ts'
import { isKept, isRowStopped } from '../records/refundable.ts'
import type { OrderWithShipments } from '../records/shipment-rows.ts'
import type { Order } from '../schema.ts'
import { IS_OWED, IS_PENDING, IS_UNPAID, OPEN_CENTS, statusOf } from '../transitions/on-account.ts'
import '../tables.ts'

/** Unpaid orders whose hold ends within a day. Apart from a list, so that the index of the holds finds them. */
export const isLapsing = (now: number): RawBuilder<boolean> =>
  sql`orders.id in (select id from orders where paid_at is null and cancelled_at is null
    and hold_until <= ${now + DAY_MS})`

/** Whether some of what is left to ship of a line is in stock. */
const IS_COVERED: RawBuilder<boolean> = sql`order_lines.quantity + order_lines.replaced - case
    when order_lines.refunded > order_lines.restocked + coalesce(backorders.quantity, 0) then order_lines.refunded
    else order_lines.restocked + coalesce(backorders.quantity, 0) end
  > coalesce((select sum(shipment_lines.quantity) from shipments
    join shipment_lines on shipment_id = shipments.id
    where shipments.order_id = orders.id and shipment_lines.position = order_lines.position), 0)`

/** Whether an order lacks pieces, and none that it has in stock is to be shipped. */
const isAllAwaited: RawBuilder<boolean> = sql`(exists (select 1 from backorders where order_id = orders.id)
  and not exists (select 1 from order_lines left join backorders
    on backorders.order_id = orders.id and backorders.position = order_lines.position
    where order_lines.order_id = orders.id and ${IS_COVERED}))`

/**
 * Orders that may ship of which something is left to ship: see `isRowStopped`. One of which something is shipped has pieces left.
 */
const isUnshipped: RawBuilder<boolean> = sql`${IS_PENDING} and orders.restocked_at is null
  and ${isKept} and exists (select 1 from order_lines
    where order_id = orders.id and refunded < quantity + replaced and restocked < quantity + replaced)`

/** Those of them that can be shipped: not one that only waits for pieces. */
export const isToShip: RawBuilder<boolean> = sql`${isUnshipped} and not ${isAllAwaited}`

/** Those of them that were promised to ship on this day. */
export const isToShipOn = (day: string): RawBuilder<boolean> => sql`${isToShip} and orders.ships_on = ${day}`

/** Those that were promised to ship before this day, which is today. */
export const isLate = (today: string): RawBuilder<boolean> => sql`${isToShip} and orders.ships_on < ${today}`

/** The same as these conditions, of a row. */
export function dispatchOf(row: OrderWithShipments, today: string): Order['dispatch'] {
  const { ships_on } = row
  const lacking = row.lines.map((line) => ({ position: line.position, quantity: awaited(line) }))
  const left = leftToShip(leftToShip(piecesToShip(row.lines), shippedPieces(row)), lacking)
  const isStopped = isRowStopped(row) || left.length === 0
  if (statusOf(row) !== 'pending' || ships_on === null || ships_on > today || isStopped) return undefined
  return ships_on === today ? 'today' : 'late'
}

/** How many orders wait for something; each count stops at 1,000. */
export interface OpenOrders {
  readonly unpaid: RowCount
  /** Those unpaid whose hold ends within a day. */
  readonly lapsing: RowCount
  /** Paid and not shipped, without those that cannot ship any more. */
  readonly toShip: RowCount
  /** Of these those that were promised to ship today. */
  readonly toShipToday: RowCount
  /** And before today. */
  readonly late: RowCount
}

/** Counts the orders of all customers that wait for something. For admins. */
export async function countOpenOrders(shop: Shop): Promise<OpenOrders> {
  const { db, now } = shop
  const today = await sellerToday(shop)
  const unpaid = sql`select 1 from orders where ${IS_UNPAID} and cancelled_at is null`
  return {
    unpaid: await countUpToLimit(db, unpaid),
    lapsing: await countUpToLimit(db, sql`select 1 from orders where ${isLapsing(now())}`),
    toShip: await countUpToLimit(db, sql`select 1 from orders where ${isToShip}`),
    toShipToday: await countUpToLimit(db, sql`select 1 from orders where ${isToShipOn(today)}`),
    late: await countUpToLimit(db, sql`select 1 from orders where ${isLate(today)}`),
  }
}

/** Whether the shop has any order, whatever became of it: of these accounts none counts. */
export async function hasOrders(db: Db, besides: readonly string[] = []): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where(({ not }) => not(isAmong(db, 'user_id', besides)))
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/** An order as a link names it. */
export interface NamedOrder {
  readonly _id: string
  readonly number: string
}

/** So many open orders are named when an account cannot be deleted for them. */
const OPEN_AT_MOST = 100

/** The own orders that wait for something: for money, or to be shipped. The newest first; not all of very many. */
export const findOwnOpenOrders = (db: Db, owner: Owner): Promise<NamedOrder[]> =>
  db
    .selectFrom('orders')
    .select(['id as _id', 'number'])
    .where(readableByOwner(owner))
    .where('cancelled_at', 'is', null)
    .where(
      sql<boolean>`(orders.paid_at is null and not (${IS_OWED} and ${OPEN_CENTS} <= 0) or (${isUnshipped}))`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OPEN_AT_MOST)
    .execute()

/** How many orders are named where a list of all of them is linked, or they are too many. */
export const NAMED_AT_MOST = 5

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
