import { lockStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import { changePublicVersion } from '#kit/public-cache/public-version.ts'
import { mailCustomers } from '../mails/order-mails.ts'
import { recordEvents } from '../records/order-rows.ts'
import type { NewOrderRows } from './new-order.ts'
import { findUnpaid, type Unpaid } from './unpaid-limit.ts'

/** The result of writing a new order: unless it is `placed`, nothing of it is written. */
export type WriteResult =
  | 'placed'
  | 'key or number used'
  | 'product changed or short'
  | 'customer changed'
  | 'too many unpaid'
  /** It would exceed what the unpaid orders of its customer may be worth; `heldCents` is what the others are worth. */
  | { readonly heldCents: number }

/** Writes new orders in one transaction, each completely or not at all. Returns the results in the order of the input. */
export async function writeOrders(trx: Db, orders: readonly NewOrderRows[]): Promise<WriteResult[]> {
  const unpaid = await findUnpaid(trx, orders)
  const inserted = await insertOrders(trx, orders)
  const refused = await reserveOrRefuse(trx, inserted, unpaid)
  const placed = inserted.filter((order) => !refused.has(order))
  await writePlacedOrders(trx, placed)
  return orders.map(
    (order) => refused.get(order) ?? (placed.includes(order) ? 'placed' : 'key or number used'),
  )
}

/** Inserts the orders, without those whose idempotency key or number is used, and returns the inserted ones. */
async function insertOrders(trx: Db, orders: readonly NewOrderRows[]): Promise<NewOrderRows[]> {
  const rows = await trx
    .insertInto('orders')
    .values(orders.map(({ order }) => order))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set(rows.map(({ id }) => id))
  return orders.filter(({ order }) => ids.has(order.id))
}

/**
 * Reserves the pieces of each order, of all its lines or of none. Deletes and returns the orders that exceed the
 * customer's limits, or one of whose products has too few pieces or has changed. `unpaid` has the other unpaid orders by
 * customer.
 */
async function reserveOrRefuse(
  trx: Db,
  orders: readonly NewOrderRows[],
  unpaid: Map<string, Unpaid>,
): Promise<Map<NewOrderRows, WriteResult>> {
  const refused = new Map<NewOrderRows, WriteResult>()
  if (orders.length === 0) return refused
  const stock = await lockStock(
    trx,
    orders.flatMap(({ ordered }) => ordered),
  )
  for (const row of orders) {
    const { order, ordered } = row
    const others = unpaid.get(order.user_id)
    const problem = limitProblem(row, others)
    if (problem) refused.set(row, problem)
    else if (!stock.reserve(ordered)) refused.set(row, 'product changed or short')
    else if (others) unpaid.set(order.user_id, withOrder(others, order.total_cents))
  }
  await stock.write()
  const ids = [...refused.keys()].map(({ order }) => order.id)
  if (ids.length > 0) await trx.deleteFrom('orders').where('id', 'in', ids).execute()
  return refused
}

/** Why the order exceeds the limits of its customer, who has these unpaid orders besides. */
function limitProblem({ order, limits }: NewOrderRows, others: Unpaid | undefined): WriteResult | undefined {
  if (!limits || !others) return undefined
  if (others.isVerified && !limits.isVerified) return 'customer changed'
  if (others.orders >= limits.orders) return 'too many unpaid'
  return others.heldCents + order.total_cents > limits.heldCents ? { heldCents: others.heldCents } : undefined
}

const withOrder = (unpaid: Unpaid, totalCents: number): Unpaid => ({
  ...unpaid,
  orders: unpaid.orders + 1,
  heldCents: unpaid.heldCents + totalCents,
})

const MAXIMUM_LINES_INSERTED = 1000

/** Writes the lines, events and mails of the placed orders, and updates the counters. */
async function writePlacedOrders(trx: Db, placed: readonly NewOrderRows[]): Promise<void> {
  const [first] = placed
  if (!first) return
  const lines = placed.flatMap((order) => order.lines)
  // Databases limit the parameters of a statement.
  for (let start = 0; start < lines.length; start += MAXIMUM_LINES_INSERTED)
    await trx
      .insertInto('order_lines')
      .values(lines.slice(start, start + MAXIMUM_LINES_INSERTED))
      .execute()
  await recordEvents(trx, ...placed.flatMap(({ events }) => events))
  const mailed = placed.map(({ order: { id, email }, context }) => ({ id, email, context }))
  await mailCustomers(trx, first.order.created_at, 'placed', ...mailed)
  await changePublicVersion(trx)
  await changeRowCount(trx, 'orders', placed.length)
}
