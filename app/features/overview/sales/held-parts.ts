import { sql } from 'kysely'
import { findStocks } from '#features/catalog/catalog.ts'
import { NAMED_AT_MOST, type NamedOrder } from '#features/orders/orders.ts'
import '#features/orders/tables.ts'
import type { Db } from '#kit/db/db.ts'
import { COUNTED_AT_MOST, type RowCount } from '#kit/db/row-counts.ts'
import type { Shop } from '#kit/shop.ts'

interface Held {
  readonly product_id: string
  readonly user_id: string
  readonly pieces: number
  /** What the unpaid orders of all customers hold of the product. */
  readonly all: number
}

/**
 * The parts of whose pieces, sold and paid ones aside, one account holds more than half by unpaid orders: how many there
 * are, and the newest of these orders. For admins.
 */
export async function findPartsHeldByOneAccount(shop: Shop): Promise<RowCount & { orders: NamedOrder[] }> {
  const held = await findMostHeld(shop.db)
  const stocks = await findStocks(
    shop.db,
    held.map(({ product_id }) => product_id),
  )
  const parts = held.filter(
    ({ product_id, pieces, all }) => 2 * pieces > all + (stocks.get(product_id)?.quantity ?? 0),
  )
  return {
    total: parts.length,
    ...(held.length === COUNTED_AT_MOST && { isTotalCut: true }),
    orders: await findHoldingOrders(shop.db, parts.slice(0, NAMED_AT_MOST)),
  }
}

/** The accounts that hold more than half of what all unpaid orders hold of a product. */
async function findMostHeld(db: Db): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with held as (
      select order_lines.product_id, user_id, sum(order_lines.quantity - coalesce(backorders.quantity, 0)) as pieces
      from orders join order_lines on order_lines.order_id = orders.id
      left join backorders on backorders.order_id = orders.id and backorders.position = order_lines.position
      where paid_at is null and cancelled_at is null and account_days is null
      group by order_lines.product_id, user_id)
    select product_id, user_id, pieces, "all" from (
      select product_id, user_id, pieces, sum(pieces) over (partition by product_id) as "all" from held) as shares
    where 2 * pieces > "all"
    order by pieces desc limit ${COUNTED_AT_MOST}`.execute(db)
  return rows
}

async function findHoldingOrders(db: Db, parts: readonly Held[]): Promise<NamedOrder[]> {
  if (parts.length === 0) return []
  return db
    .selectFrom('orders')
    .select(['id as _id', 'number'])
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('account_days', 'is', null)
    .where((eb) =>
      eb.or(
        parts.map(({ product_id, user_id }) =>
          eb.and([
            eb('user_id', '=', user_id),
            eb.exists(
              eb
                .selectFrom('order_lines')
                .select('position')
                .whereRef('order_id', '=', 'orders.id')
                .where('product_id', '=', product_id),
            ),
          ]),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NAMED_AT_MOST)
    .execute()
}
