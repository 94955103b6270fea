import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import { fromAbove } from '../handed/handed.ts'
import { shippedPart } from '../left-to-ship.ts'
import { type OrderRow, selectAllOrders, toOrder, withLines } from '../records/order-rows.ts'
import { withShipments } from '../records/shipment-rows.ts'
import type { Order } from '../schema.ts'
import { type Owner, ownOrders } from './own-orders.ts'
import type { MyOrdersFilter, MyOrdersQuery } from './schema.ts'
import '../tables.ts'

/** A page of the customer's orders, newest first: those that are not cancelled, or those that are. */
export async function listOrdersOfCustomer(
  db: Db,
  customer: Owner,
  query: MyOrdersQuery,
): Promise<Paged<Order>> {
  const page = readPage(query, ['number', 'string'])
  const isListed = listedOf(customer, query)
  const rows = await findRows(db, { isListed, after: page.after, limit: page.limit + 1 })
  const isWholeList = page.after === undefined && rows.length <= page.limit
  const count = isWholeList
    ? { total: rows.length }
    : await countUpToLimit(db, sql`select 1 from orders where ${isListed}`)
  const paged = toPaged(rows, page, count, positionOf)
  return { ...paged, rows: await toOwnOrders(db, paged.rows) }
}

/** So many orders are in memory at once. */
const READ_AT_ONCE = 200

/** The same orders as {@link listOrdersOfCustomer}, all of them, some at a time. */
export async function* readOrdersOfCustomer(
  db: Db,
  customer: Owner,
  filter: MyOrdersFilter,
): AsyncGenerator<Order[]> {
  const isListed = listedOf(customer, filter)
  for (let after: Position | undefined; ; ) {
    const rows = await findRows(db, { isListed, after, limit: READ_AT_ONCE })
    if (rows.length > 0) yield await toOwnOrders(db, rows)
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    after = positionOf(last)
  }
}

const listedOf = (customer: Owner, { state }: MyOrdersFilter): RawBuilder<boolean> =>
  sql`${ownOrders(customer)} and ${
    state === 'cancelled' ? sql`cancelled_at is not null and planted = 0` : sql`cancelled_at is null`
  }`

type Position = readonly (string | number)[]

const positionOf = ({ created_at, id }: OrderRow): Position => [created_at, id]

interface Wanted {
  readonly isListed: RawBuilder<boolean>
  readonly after: Position | undefined
  readonly limit: number
}

const findRows = (db: Db, { isListed, after, limit }: Wanted): Promise<OrderRow[]> =>
  selectAllOrders(db)
    .where(isListed)
    .$if(after !== undefined, (orders) =>
      orders.where(sql<boolean>`(orders.created_at, orders.id) < (${sql.join([...(after ?? [])])})`),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()

/** With the number of the invoice of each, and of those that are shipped in part how far they are. */
async function toOwnOrders(db: Db, rows: readonly OrderRow[]): Promise<Order[]> {
  const orders = await withLines(db, rows)
  const invoiced = orders.filter(({ paid_at, due_on }) => paid_at !== null || due_on !== null)
  const numbers = await fromAbove().findInvoiceNumbers(
    db,
    invoiced.map(({ id }) => id),
  )
  const partly = await withShipments(
    db,
    orders.filter(({ progress }) => progress !== null),
  )
  const shipped = new Map(partly.map((order) => [order.id, shippedPart(order)]))
  return orders.map((row) => {
    const [invoice, sent] = [numbers.get(row.id), shipped.get(row.id)]
    return { ...toOrder(row), ...(invoice !== undefined && { invoice }), ...(sent && { shipped: sent }) }
  })
}
