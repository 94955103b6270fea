import '../tables.ts'
import { sql } from 'kysely'
import { ordersOf } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { type Page, type Paged, toPaged } from '#kit/server/paging.ts'
import { toManagedMessage } from './messages.ts'

/** What was written about the orders of an account, newest first, each with its order. The cursor has time and id. For the staff. */
export async function listMessagesOfCustomer(db: Db, userId: string, page: Page) {
  const written = db
    .selectFrom('orders')
    .innerJoin('order_messages', 'order_messages.order_id', 'orders.id')
    .where(ordersOf(userId))
  const { after } = page
  const rows = await written
    .selectAll('order_messages')
    .select('orders.number')
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(order_messages.at, order_messages.id) < (${sql.join([...(after ?? [])])})`),
    )
    .orderBy('order_messages.at', 'desc')
    .orderBy('order_messages.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const isWholeList = after === undefined && rows.length <= page.limit
  const count = isWholeList
    ? { total: rows.length }
    : await countUpToLimit(db, sql`select 1 from (${written.select('order_messages.id')}) as written`)
  const paged: Paged<(typeof rows)[number]> = toPaged(rows, page, count, ({ at, id }) => [at, id])
  return {
    ...paged,
    rows: paged.rows.map((row) => ({
      ...toManagedMessage(row),
      orderId: row.order_id,
      number: row.number,
    })),
  }
}
