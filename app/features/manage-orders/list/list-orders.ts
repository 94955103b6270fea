import { type RawBuilder, sql } from 'kysely'
import { CREDITED_ORDERS } from '#features/invoices/invoices.ts'
import { findToAnswer, ORDERS_TO_ANSWER } from '#features/order-messages/order-messages.ts'
import {
  dispatchOf,
  IS_PENDING,
  IS_SHIPPED,
  IS_UNPAID,
  isDisputed,
  isLapsing,
  isLate,
  isToShip,
  isToShipOn,
  type OrderRow,
  orderSearch,
  selectAllOrders,
  sellerToday,
  toManagedOrder,
  withLines,
  withShipments,
} from '#features/orders/orders.ts'
import type { Order } from '#features/orders/schema.ts'
import type { OrderSort, orderFilters } from '#features/orders/states.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { countedRows, countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { type DayRange, momentsOf } from '#kit/input/day-range.ts'
import { askedDays } from '#kit/input/day-range-fields.ts'
import { searchWords } from '#kit/input/search.ts'
import { type CursorPart, type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, dayNumber, isoDay } from '#kit/time.ts'
import { findNewestNotes } from '../notes/notes.ts'
import type { OrderFilter, OrdersQuery } from '../schema.ts'

type ListShop = Pick<Shop, 'db' | 'now' | 'config'>

/**
 * All customers' orders that match, without cancelled ones unless they are asked for or searched, newest first or as `sort` says.
 * For admins.
 */
export async function listOrders(shop: ListShop, query: OrdersQuery): Promise<Paged<Order>> {
  const { db } = shop
  const sequence = sequenceOf(query)
  const page = readPage(query, sequence.cursor)
  const matching = await filterCondition(shop, query)
  const list = await findRows(db, { matching, sequence, limit: page.limit + 1, after: page.after })
  const isWholeList = page.after === undefined && list.length <= page.limit
  const count = isWholeList ? { total: list.length } : await countOrders(db, query, matching)
  const paged = toPaged(list, page, count, sequence.positionOf)
  return { ...paged, rows: await toManagedOrders(shop, paged.rows) }
}

/** So many orders are in memory at once. */
const READ_AT_ONCE = 200

/** The same orders as {@link listOrders}, all of them, each as it is when it is read. */
export async function* readOrders(shop: ListShop, filter: OrderFilter): AsyncGenerator<Order[]> {
  const sequence = sequenceOf(filter)
  const matching = await filterCondition(shop, filter)
  for (let after: Position | undefined; ; ) {
    const rows = await findRows(shop.db, { matching, sequence, limit: READ_AT_ONCE, after })
    if (rows.length > 0) yield await toManagedOrders(shop, rows)
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    after = sequence.positionOf(last)
  }
}

/** The place of an order in the list: what the sequence is by, and the id. */
type Position = readonly (string | number)[]

/** A sequence of the list. */
interface Sequence {
  readonly by: RawBuilder<string | number>
  readonly direction: 'asc' | 'desc'
  readonly cursor: readonly CursorPart[]
  readonly positionOf: (row: OrderRow) => Position
}

const NEWEST_FIRST: Sequence = {
  by: sql`orders.created_at`,
  direction: 'desc',
  cursor: ['number', 'string'],
  positionOf: ({ created_at, id }) => [created_at, id],
}

/** Comes after every day. */
const NO_DAY = '9999-12-31'

const EARLIEST_DAY_FIRST: Sequence = {
  by: sql`coalesce(orders.ships_on, ${sql.lit(NO_DAY)})`,
  direction: 'asc',
  cursor: ['string', 'string'],
  positionOf: ({ ships_on, id }) => [ships_on ?? NO_DAY, id],
}

const SEQUENCES: Readonly<Record<OrderSort, Sequence>> = {
  ships: EARLIEST_DAY_FIRST,
  oldest: { ...NEWEST_FIRST, direction: 'asc' },
  sum: {
    by: sql`orders.total_cents`,
    direction: 'desc',
    cursor: ['number', 'string'],
    positionOf: ({ total_cents, id }) => [total_cents, id],
  },
}

const sequenceOf = ({ sort }: OrderFilter): Sequence => (sort ? SEQUENCES[sort] : NEWEST_FIRST)

/** The sequence by days has only what is not shipped, as if that were filtered by. */
const hasOnlyUnshipped = ({ sort }: OrderFilter): boolean => sort === 'ships'

async function toManagedOrders(shop: ListShop, rows: readonly OrderRow[]): Promise<Order[]> {
  const { db } = shop
  const today = await sellerToday(shop)
  const orders = await withShipments(db, await withLines(db, rows))
  const ids = rows.map(({ id }) => id)
  const notes = await findNewestNotes(db, ids)
  const toAnswer = await findToAnswer(db, ids)
  return orders.map((order) => {
    const newest = notes.get(order.id)
    const dispatch = dispatchOf(order, today)
    return {
      ...toManagedOrder(order),
      ...(newest && { notes: newest }),
      ...(dispatch && { dispatch }),
      ...(toAnswer.has(order.id) && { toAnswer: true as const }),
    }
  })
}

/** An order for staff without the right `orders`: without what the staff note and what its customer writes. */
export const withoutTalk = ({ notes: _notes, toAnswer: _toAnswer, ...order }: Order): Order => order

interface Rows {
  readonly matching: RawBuilder<boolean>
  readonly sequence: Sequence
  readonly limit: number
  readonly after: Position | undefined
}

function findRows(db: Db, { matching, sequence, limit, after }: Rows): Promise<OrderRow[]> {
  const { by, direction } = sequence
  const isBehind = sql.raw<boolean>(direction === 'desc' ? '<' : '>')
  return selectAllOrders(db)
    .where(matching)
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(${by}, orders.id) ${isBehind} (${sql.join([...(after ?? [])])})`),
    )
    .orderBy(by, direction)
    .orderBy('orders.id', direction)
    .limit(limit)
    .execute()
}

function countOrders(db: Db, filter: OrderFilter, matching: RawBuilder<boolean>): Promise<RowCount> {
  const { status, from, to, range, days, email } = filter
  const isOfAll = (status ?? from ?? to ?? range ?? days ?? email) === undefined && !hasOnlyUnshipped(filter)
  if (isOfAll && searchWords(filter.q).length === 0)
    return countedRows(db, 'orders').then((total) => ({ total }))
  return countUpToLimit(db, sql`select 1 from orders where ${matching}`)
}

/**
 * Orders that are not cancelled, unless those are asked for; a search finds them too. A paid order is never cancelled: without this
 * condition its index alone answers the count. `lapsing` has it itself.
 */
function isListed(filter: OrderFilter): RawBuilder<boolean>[] {
  const { status, q } = filter
  if (status === 'unpaid') return [sql`orders.cancelled_at is null`]
  if (status !== undefined || hasOnlyUnshipped(filter) || searchWords(q).length > 0) return []
  return [sql`orders.cancelled_at is null`]
}

/** The filters by state, written as in the conditions of the partial indexes, so that the database uses them. */
const STATES: Readonly<
  Record<(typeof orderFilters)[number], (at: { now: number; today: string }) => RawBuilder<boolean>>
> = {
  unpaid: () => IS_UNPAID,
  waiting: () => sql`orders.paid_at is null and orders.cancelled_at is null and orders.approval = 'waiting'`,
  lapsing: ({ now }) => isLapsing(now),
  pending: () => IS_PENDING,
  shipped: () => IS_SHIPPED,
  partly_shipped: () => sql`orders.progress is not null`,
  to_ship: () => isToShip,
  to_ship_today: ({ today }) => isToShipOn(today),
  late: ({ today }) => isLate(today),
  to_answer: () => sql`orders.id in (${ORDERS_TO_ANSWER})`,
  with_refund: () => sql`orders.id in (
    select id from orders where refunded_cents > 0 union ${CREDITED_ORDERS})`,
  partly_refunded: () => sql`orders.refunded_cents > 0 and orders.refunded_cents < orders.total_cents`,
  refunded: () => sql`orders.refunded_cents >= orders.total_cents`,
  disputed: () => isDisputed,
  cancelled: () => sql`orders.cancelled_at is not null`,
}

/** The account's id, so that the index of a customer's orders is used. */
const isOfAccount = (db: Db, email: string): RawBuilder<boolean> =>
  sql`orders.user_id = (${db.selectFrom('user').select('id').where('email', '=', email.toLowerCase())})`

/** The days of the filter, as they are at `now`. */
export function daysOf(
  { days, ...filter }: OrderFilter,
  at: { readonly now: number; readonly timeZone: string },
): DayRange {
  if (days === undefined) return askedDays(filter, at)
  return { from: isoDay(Date.parse(dayAt(at.now, at.timeZone)) - (days - 1) * DAY_MS) }
}

function isPlacedOn(days: DayRange, timeZone: string): RawBuilder<boolean>[] {
  const { since, before } = momentsOf(days, timeZone)
  return [
    ...(since === undefined ? [] : [sql<boolean>`orders.created_at >= ${since}`]),
    ...(before === undefined ? [] : [sql<boolean>`orders.created_at < ${before}`]),
  ]
}

const isMoneyOf = (days: DayRange): RawBuilder<boolean>[] => [
  sql`orders.id in (select order_id from order_money where ${isOnDays(days)})`,
]

/** Whether a row of `order_money` is of these days. */
export function isOnDays({ from, to }: DayRange): RawBuilder<boolean> {
  const limits = [
    ...(from === undefined ? [] : [sql<boolean>`order_money.day >= ${dayNumber(Date.parse(from))}`]),
    ...(to === undefined ? [] : [sql<boolean>`order_money.day <= ${dayNumber(Date.parse(to))}`]),
  ]
  return limits.length > 0 ? sql`${sql.join(limits, sql` and `)}` : sql`true`
}

async function filterCondition(shop: ListShop, filter: OrderFilter): Promise<RawBuilder<boolean>> {
  const { db } = shop
  const { q, status, email } = filter
  const timeZone = await shopTimeZone(shop)
  const at = { now: shop.now(), today: dayAt(shop.now(), timeZone) }
  const days = daysOf(filter, { now: at.now, timeZone })
  const conditions = [
    ...isListed(filter),
    ...(status === undefined ? [] : [STATES[status](at)]),
    ...(hasOnlyUnshipped(filter) ? [STATES.pending(at)] : []),
    ...(filter.dayOf === 'money' ? isMoneyOf(days) : isPlacedOn(days, timeZone)),
    ...(email === undefined ? [] : [isOfAccount(db, email)]),
    ...(await orderSearch(db, q)),
  ]
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}
