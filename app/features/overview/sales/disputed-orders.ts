import { sql } from 'kysely'
import { findFirstDeadline, isDisputed, NAMED_AT_MOST, type NamedOrder } from '#features/orders/orders.ts'
import '#features/orders/tables.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import type { Shop } from '#kit/shop.ts'

/** The newest orders that their customer disputes at the bank, how many there are, and when (ms) the first is to be answered. For admins. */
export async function findDisputedOrders({
  db,
}: Shop): Promise<RowCount & { orders: NamedOrder[]; dueAt: number | undefined }> {
  const disputed = sql`from orders where ${isDisputed}`
  const { rows } = await sql<NamedOrder>`select id as _id, number ${disputed}
    order by created_at desc, id desc limit ${NAMED_AT_MOST}`.execute(db)
  const dueAt = rows.length > 0 ? await findFirstDeadline(db) : undefined
  return { orders: rows, dueAt, ...(await countUpToLimit(db, sql`select 1 ${disputed}`)) }
}
