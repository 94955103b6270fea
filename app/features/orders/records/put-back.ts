import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { byPosition, sumPieces } from '../left-to-ship.ts'
import type { ShipmentLine } from '../schema.ts'
import { awaited, releasePieces } from './backorder-rows.ts'
import type { LockedOrder } from './lock-order.ts'
import { withOwnLines } from './order-rows.ts'
import { isAllGone } from './refundable.ts'
import { findShipping, type Shipping } from './shipment-rows.ts'
import { writeStatus } from './shipment-writes.ts'

/** Records that so many pieces of a line do not ship any more. */
export async function endPieces(
  trx: Db,
  orderId: string,
  { position, quantity }: ShipmentLine,
): Promise<void> {
  await trx
    .updateTable('order_lines')
    .set({ restocked: sql`restocked + ${quantity}` })
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .execute()
}

/**
 * Puts these pieces of a locked order back to stock, so that they do not ship any more. Those of them that it lacks are given up, and so are
 * all refunded ones that it lacks. They are written in the sequence of the ids of their products: that locks the sales of these.
 * Returns how many came into stock.
 */
export async function putBack(
  trx: Db,
  order: Pick<LockedOrder, 'id'>,
  pieces: readonly ShipmentLine[],
  at: number,
): Promise<number> {
  const back = byPosition(pieces)
  const { lines } = await withOwnLines(trx, order)
  const returned = lines
    .map((line) => ({
      ...line,
      quantity: (back.get(line.position) ?? 0) + line.backordered - awaited(line),
    }))
    .filter(({ quantity }) => quantity > 0)
    .sort((one, other) => (one.product_id < other.product_id ? -1 : 1))
  for (const pieces of returned) await endPieces(trx, order.id, pieces)
  return releasePieces(trx, order.id, returned, at)
}

/**
 * Puts all pieces of a locked order that are not shipped back to stock, and ends its shipping. Returns how many came into stock.
 */
export async function putBackAll(trx: Db, order: Pick<LockedOrder, 'id'>, at: number): Promise<number> {
  const before = await findShipping(trx, order.id)
  const back = await putBack(trx, order, before.notBack, at)
  await stopShipping(trx, order, at, before)
  return back
}

/**
 * Puts those of these pieces of a locked order back to stock that are refunded, not shipped and not back yet. Returns how many came into
 * stock.
 */
export async function putBackRefunded(
  trx: Db,
  order: LockedOrder,
  pieces: readonly ShipmentLine[],
  at: number,
): Promise<number> {
  const before = await findShipping(trx, order.id)
  const most = byPosition(before.refunded)
  const back = pieces
    .map(({ position, quantity }) => ({ position, quantity: Math.min(quantity, most.get(position) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  if (back.length === 0 && !before.isGivenUp) return 0
  const stocked = await putBack(trx, order, back, at)
  await endShipping(trx, order, at, before)
  return stocked
}

/**
 * Ends the shipping when no piece is left that is neither shipped nor back, unless paid pieces are on their way: they ship again
 * if they are cancelled. `before`: see `stopShipping`.
 */
export async function endShipping(trx: Db, order: LockedOrder, at: number, before: Shipping): Promise<void> {
  const { notBack, shipments } = await findShipping(trx, order.id)
  const isOver = notBack.length === 0 && (isAllGone(order) || shipments === 0)
  if (isOver && order.restocked_at === null) await stopShipping(trx, order, at, before)
  else if (!isAllGone(order)) await writeStatus(trx, order)
}

/**
 * Nothing of the order ships after that, and the pieces of a shipment that is cancelled go to stock. `before`: what was shipped
 * and left before its last pieces went back.
 */
function stopShipping(trx: Db, { id }: Pick<LockedOrder, 'id'>, at: number, before: Shipping) {
  const due = before.shipped + sumPieces(before.left)
  return trx.updateTable('orders').set({ restocked_at: at, due_pieces: due }).where('id', '=', id).execute()
}

/**
 * Ends the stop of an order that has paid pieces on their way after all, because its refund failed or a shipment is restored:
 * they do not belong to the stock, so that they are left to ship when they are cancelled. What is back in stock stays there.
 */
export async function resumeShipping(trx: Db, order: LockedOrder): Promise<void> {
  if (order.restocked_at === null || isAllGone(order)) return
  const { shipments } = await findShipping(trx, order.id)
  if (shipments === 0) return
  const resumed = { restocked_at: null, due_pieces: null }
  await trx.updateTable('orders').set(resumed).where('id', '=', order.id).execute()
  await writeStatus(trx, { ...order, ...resumed })
}
