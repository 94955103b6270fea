import { giveToWaiting } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import { mailCovered } from '../mails/order-mails.ts'
import { awaited, findBackordered, lackLess } from '../records/backorder-rows.ts'
import { recordEvent } from '../records/order-events.ts'
import { ORDER_COLUMNS, type OrderRow } from '../records/order-rows.ts'
import { isKept } from '../records/refundable.ts'
import type { ShipmentLine } from '../schema.ts'
import { SHOP_ACTOR } from '../states.ts'
import { stateOf } from '../transitions/order-state.ts'
import { eventOf, findAllowed } from '../transitions/transitions.ts'
import '../tables.ts'

/** Those of these products of which an order lacks pieces. */
export async function findAwaited(trx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('backorders')
    .select('product_id')
    .distinct()
    .where(isAmong(trx, 'product_id', ids))
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/**
 * Gives what is in stock of these locked products to the orders that lack it, the oldest first, and tells their customers. One of which
 * nothing ships any more gets none. Orders are not locked: whoever has locked one waits for these products. Resolves to how many pieces of
 * each product are taken.
 */
export async function takeArrived(
  trx: Db,
  stocks: ReadonlyMap<string, number>,
  at: number,
): Promise<ReadonlyMap<string, number>> {
  const taken = new Map<string, number>()
  const covered = new Map<string, ShipmentLine[]>()
  for (const { order_id, position, product_id, ...line } of await findWaiting(trx, [...stocks.keys()])) {
    const before = taken.get(product_id) ?? 0
    const quantity = Math.min(awaited(line), (stocks.get(product_id) ?? 0) - before)
    if (quantity === 0) continue
    taken.set(product_id, before + quantity)
    covered.set(order_id, [...(covered.get(order_id) ?? []), { position, quantity }])
    await lackLess(trx, order_id, { position, quantity }, line.backordered)
  }
  await tell(trx, covered, at)
  return taken
}

/** The lines that lack pieces of these products, those of the oldest order first: ids begin with the time. */
const findWaiting = (trx: Db, ids: readonly string[]) =>
  trx
    .selectFrom('backorders')
    .innerJoin('orders', 'orders.id', 'backorders.order_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'backorders.order_id')
        .onRef('order_lines.position', '=', 'backorders.position'),
    )
    .select(['backorders.order_id', 'backorders.position', 'backorders.product_id'])
    .select(['backorders.quantity as backordered', 'order_lines.refunded', 'order_lines.restocked'])
    .where(isAmong(trx, 'backorders.product_id', ids))
    .where('orders.cancelled_at', 'is', null)
    .where('orders.restocked_at', 'is', null)
    .where(isKept)
    .orderBy('orders.created_at')
    .orderBy('backorders.order_id')
    .orderBy('backorders.position')
    .execute()

async function tell(
  trx: Db,
  covered: ReadonlyMap<string, readonly ShipmentLine[]>,
  at: number,
): Promise<void> {
  if (covered.size === 0) return
  const orders: OrderRow[] = await trx
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where(isAmong(trx, 'id', [...covered.keys()]))
    .orderBy('id')
    .execute()
  for (const order of orders) {
    const step = findAllowed('cover', stateOf(order, at), 'shop')
    const lines = covered.get(order.id) ?? []
    await recordEvent(trx, { orderId: order.id, kind: eventOf(step), actor: SHOP_ACTOR, at, covered: lines })
    await mailCovered(trx, at, step, order)
  }
}

/** Gives what is in stock to a locked order that lacks it: it may wait again for pieces whose refund failed. */
export async function coverOrder(trx: Db, orderId: string, at: number): Promise<void> {
  const lines = await findBackordered(trx, orderId)
  await giveToWaiting(
    trx,
    lines.map(({ product_id }) => product_id),
    at,
  )
}
