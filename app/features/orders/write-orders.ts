import { reserveStock } from '#features/catalog/catalog.ts'
import type { DatabaseKind, Db } from '#kit/db/db.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import type { NewOrderRows } from './new-order.ts'
import { mailCustomers } from './order-mails.ts'
import { recordEvents } from './order-rows.ts'
import { countUnpaidOrders } from './unpaid-limit.ts'

/** What became of a new order: nothing of it is there unless it is placed. */
export type Written = 'placed' | 'key used' | 'refused by stock' | 'too many unpaid'

/** Writes new orders in one transaction, each whole or not at all; what became of each, in turn. */
export async function writeOrders(
  trx: Db,
  kind: DatabaseKind,
  orders: readonly NewOrderRows[],
): Promise<Written[]> {
  const unpaid = await countUnpaidOrders(trx, kind, orders)
  const fresh = await insertOrders(trx, orders)
  const refused = await refuseOrders(trx, fresh, unpaid)
  const placed = fresh.filter((order) => !refused.has(order))
  await writeTheRest(trx, placed)
  return orders.map((order) => refused.get(order) ?? (placed.includes(order) ? 'placed' : 'key used'))
}

/** Those whose idempotency key was not used before. */
async function insertOrders(trx: Db, orders: readonly NewOrderRows[]): Promise<NewOrderRows[]> {
  const inserted = await trx
    .insertInto('orders')
    .values(orders.map(({ order }) => order))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  return orders.filter(({ order }) => ids.has(order.id))
}

/**
 * Takes the pieces of each order out of stock, in one order of products in all transactions: so no two of them wait for
 * each other's products. Those that are beyond the customer's limit, or whose pieces are not
 * there at their price, are taken back. `unpaid` is how many other unpaid orders each customer has.
 */
async function refuseOrders(
  trx: Db,
  orders: readonly NewOrderRows[],
  unpaid: Map<string, number>,
): Promise<Map<NewOrderRows, Written>> {
  const refused = new Map<NewOrderRows, Written>()
  for (const row of orders.toSorted(byProduct)) {
    const { order, line, unpaidLimit = Number.POSITIVE_INFINITY } = row
    const { product_id: productId, quantity, unit_price_e4: priceE4 } = line
    const before = unpaid.get(order.user_id) ?? 0
    if (before >= unpaidLimit) refused.set(row, 'too many unpaid')
    else if (await reserveStock(trx, { productId, quantity, priceE4 })) unpaid.set(order.user_id, before + 1)
    else refused.set(row, 'refused by stock')
  }
  const ids = [...refused.keys()].map(({ order }) => order.id)
  if (ids.length > 0) await trx.deleteFrom('orders').where('id', 'in', ids).execute()
  return refused
}

const byProduct = ({ line: one }: NewOrderRows, { line: other }: NewOrderRows): number =>
  Number(one.product_id > other.product_id) - Number(one.product_id < other.product_id)

/** All that belongs to a placed order: whatever more it causes is written here. */
async function writeTheRest(trx: Db, placed: readonly NewOrderRows[]): Promise<void> {
  const [first] = placed
  if (!first) return
  await trx
    .insertInto('order_lines')
    .values(placed.map(({ line }) => line))
    .execute()
  await recordEvents(trx, ...placed.flatMap(({ events }) => events))
  const mailed = placed.map(({ order: { id, email }, context }) => ({ id, email, context }))
  await mailCustomers(trx, first.order.created_at, 'placed', ...mailed)
  await changePublicVersion(trx)
  await changeRowCount(trx, 'orders', placed.length)
}
