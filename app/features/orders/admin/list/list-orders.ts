import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countedRows, countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { searchWords } from '#kit/input/search.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { type OrderRow, selectOrders, withLines } from '../../records/order-rows.ts'
import { orderSearch } from '../../records/order-search.ts'
import { toManagedOrder, withShipments } from '../../records/shipment-rows.ts'
import type { Order, OrderFilter, OrdersQuery } from '../../schema.ts'
import type { orderFilters } from '../../states.ts'
import { findNewestNotes } from '../notes/notes.ts'
import { isDisputed, isLapsing, isToShip } from './open-orders.ts'

type ListShop = Pick<Shop, 'db' | 'now'>

/** All customers' orders that are not cancelled and match, newest first. For admins. */
export async function listOrders({ db, now }: ListShop, query: OrdersQuery): Promise<Paged<Order>> {
  const page = readPage(query, ['number', 'string'])
  const matching = await filterCondition(db, query, now())
  const list = await findRows(db, matching, page.limit + 1, page.after as Position | undefined)
  const isWholeList = page.after === undefined && list.length <= page.limit
  const count = isWholeList ? { total: list.length } : await countOrders(db, query, matching)
  const paged = toPaged(list, page, count, positionOf)
  return { ...paged, rows: await toManagedOrders(db, paged.rows) }
}

/** So many orders are in memory at once. */
const READ_AT_ONCE = 200

/** The same orders as {@link listOrders}, all of them, each as it is when it is read. */
export async function* readOrders({ db, now }: ListShop, filter: OrderFilter): AsyncGenerator<Order[]> {
  const matching = await filterCondition(db, filter, now())
  for (let after: Position | undefined; ; ) {
    const rows = await findRows(db, matching, READ_AT_ONCE, after)
    if (rows.length > 0) yield await toManagedOrders(db, rows)
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    after = positionOf(last)
  }
}

/** The place of an order in the list. */
type Position = readonly [createdAt: number, id: string]

const positionOf = ({ created_at, id }: OrderRow): Position => [created_at, id]

async function toManagedOrders(db: Db, rows: readonly OrderRow[]): Promise<Order[]> {
  const orders = await withShipments(db, await withLines(db, rows))
  const notes = await findNewestNotes(
    db,
    rows.map(({ id }) => id),
  )
  return orders.map((order) => {
    const newest = notes.get(order.id)
    return { ...toManagedOrder(order), ...(newest && { notes: newest }) }
  })
}

function findRows(
  db: Db,
  matching: RawBuilder<boolean>,
  limit: number,
  after: Position | undefined,
): Promise<OrderRow[]> {
  return selectOrders(db)
    .where(matching)
    .$if(after !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('orders.created_at', 'orders.id'), '<', tuple(...(after as Position))),
      ),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
}

function countOrders(db: Db, filter: OrderFilter, matching: RawBuilder<boolean>): Promise<RowCount> {
  const { status, from, to, email } = filter
  if ((status ?? from ?? to ?? email) === undefined && searchWords(filter.q).length === 0)
    return countedRows(db, 'orders').then((total) => ({ total }))
  return countUpToLimit(db, sql`select 1 from orders where ${notCancelled(filter)} and ${matching}`)
}

/** A paid order is never cancelled; without this condition its index alone answers the count. `lapsing` has it itself. */
const notCancelled = ({ status }: OrderFilter): RawBuilder<boolean> =>
  status === undefined || status === 'unpaid' ? sql`cancelled_at is null` : sql`true`

/** The filters by state, written as in the conditions of the partial indexes, so that the database uses them. */
const STATES: Readonly<Record<(typeof orderFilters)[number], (now: number) => RawBuilder<boolean>>> = {
  unpaid: () => sql`orders.paid_at is null`,
  lapsing: isLapsing,
  pending: () => sql`orders.status = 'pending'`,
  shipped: () => sql`orders.status = 'shipped'`,
  partly_shipped: () => sql`orders.progress is not null`,
  to_ship: () => isToShip,
  refunded: () => sql`orders.refunded_cents >= orders.total_cents`,
  disputed: () => isDisputed,
}

/** The account's id, so that the index of a customer's orders is used. */
const isOfAccount = (db: Db, email: string): RawBuilder<boolean> =>
  sql`orders.user_id = (${db.selectFrom('user').select('id').where('email', '=', email.toLowerCase())})`

async function filterCondition(
  db: Db,
  { q, status, from, to, email }: OrderFilter,
  now: number,
): Promise<RawBuilder<boolean>> {
  const conditions = [
    ...(status === undefined ? [] : [STATES[status](now)]),
    ...(from === undefined ? [] : [sql<boolean>`orders.created_at >= ${Date.parse(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`orders.created_at < ${Date.parse(to) + DAY_MS}`]),
    ...(email === undefined ? [] : [isOfAccount(db, email)]),
    ...(await orderSearch(db, q)),
  ]
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}
