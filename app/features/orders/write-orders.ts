import { takeStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { preparedInsert } from '#kit/db/prepared.ts'
import { changePublicVersion } from '#kit/db/public-version.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { NewOrderRows } from './new-order.ts'
import { mailCustomers } from './order-mails.ts'
import { recordEvents } from './order-rows.ts'

/** What became of a new order: nothing of it is there unless it is placed. */
export type Written = 'placed' | 'key used' | 'refused by stock'

/** Writes new orders in one transaction, each whole or not at all; what became of each, in turn. */
export async function writeOrders(trx: Db, orders: readonly NewOrderRows[]): Promise<Written[]> {
  const fresh = await insertOrders(trx, orders)
  const placed = await takePieces(trx, fresh)
  await writeTheRest(trx, placed)
  return orders.map((order) => {
    if (placed.includes(order)) return 'placed'
    return fresh.includes(order) ? 'refused by stock' : 'key used'
  })
}

const insertNew = preparedInsert((db, rows: readonly NewOrderRows['order'][]) =>
  db
    .insertInto('orders')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

const insertLines = preparedInsert((db, rows: readonly Schema['order_lines'][]) =>
  db.insertInto('order_lines').values(rows),
)

/** Those whose idempotency key was not used before. */
async function insertOrders(trx: Db, orders: readonly NewOrderRows[]): Promise<NewOrderRows[]> {
  const inserted = await insertNew(
    trx,
    orders.map(({ order }) => order),
  )
  const ids = new Set(inserted.map(({ id }) => id))
  return orders.filter(({ order }) => ids.has(order.id))
}

/** Those whose pieces were there, at their price; the others are taken back. */
async function takePieces(trx: Db, orders: readonly NewOrderRows[]): Promise<NewOrderRows[]> {
  const refused = new Set<string>()
  for (const { order, line } of orders) {
    const { product_id: productId, quantity, unit_price_e4: priceE4 } = line
    if (!(await takeStock(trx, { productId, quantity, priceE4 }))) refused.add(order.id)
  }
  if (refused.size > 0)
    await trx
      .deleteFrom('orders')
      .where('id', 'in', [...refused])
      .execute()
  return orders.filter(({ order }) => !refused.has(order.id))
}

/** All that belongs to a placed order: whatever more it causes is written here. */
async function writeTheRest(trx: Db, placed: readonly NewOrderRows[]): Promise<void> {
  const [first] = placed
  if (!first) return
  await insertLines(
    trx,
    placed.map(({ line }) => line),
  )
  await recordEvents(trx, ...placed.flatMap(({ events }) => events))
  const mailed = placed.map(({ order: { id, email }, context }) => ({ id, email, context }))
  await mailCustomers(trx, first.order.created_at, 'placed', ...mailed)
  await changePublicVersion(trx)
  await changeRowCount(trx, 'orders', placed.length)
}
