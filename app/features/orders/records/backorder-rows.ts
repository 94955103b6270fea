import { lockStock, releaseStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { byPosition } from '../left-to-ship.ts'
import type { ShipmentLine } from '../schema.ts'
import '../tables.ts'

/**
 * What a line lacks is in `backorders`, and is written only while its product is locked: so whoever brings pieces into stock gives them to
 * orders without locking these. The order may be locked before.
 */

/** Pieces of a product that a line of an order lacks. */
export interface BackorderedLine extends ShipmentLine {
  readonly product_id: string
}

/** How many pieces a line still waits for: the refunded ones of it are given up first. */
export const awaited = (line: {
  readonly backordered: number
  readonly refunded: number
  readonly restocked: number
}): number => Math.max(0, line.backordered - Math.max(0, line.refunded - line.restocked))

/** What the lines of an order lack. To write it, lock the products before. */
export const findBackordered = (db: Db, orderId: string): Promise<BackorderedLine[]> =>
  db
    .selectFrom('backorders')
    .select(['position', 'product_id', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

/** Writes what these lines of orders lack. */
export async function insertBackordered(
  trx: Db,
  rows: readonly (BackorderedLine & { readonly order_id: string })[],
): Promise<void> {
  const lacking = rows
    .filter(({ quantity }) => quantity > 0)
    .map(({ order_id, position, product_id, quantity }) => ({ order_id, position, product_id, quantity }))
  if (lacking.length > 0) await trx.insertInto('backorders').values(lacking).execute()
}

/** Writes what the lines of an order lack, in place of what they lacked. Their products are locked. */
export async function replaceBackordered(
  trx: Db,
  orderId: string,
  lines: readonly BackorderedLine[],
): Promise<void> {
  await trx.deleteFrom('backorders').where('order_id', '=', orderId).execute()
  await insertBackordered(
    trx,
    lines.map((line) => ({ ...line, order_id: orderId })),
  )
}

/** Writes that a line lacks so many pieces less. Its product is locked. */
export async function lackLess(
  trx: Db,
  orderId: string,
  { position, quantity }: ShipmentLine,
  lacked: number,
): Promise<void> {
  const line = { order_id: orderId, position }
  if (quantity === lacked) {
    await trx
      .deleteFrom('backorders')
      .where((eb) => eb.and(line))
      .execute()
    return
  }
  await trx
    .updateTable('backorders')
    .set({ quantity: lacked - quantity })
    .where((eb) => eb.and(line))
    .execute()
}

/**
 * Takes pieces of lines from an order that it does not get any more: what a line lacks is given up first, and the rest is for sale again.
 * Resolves to how many came into stock.
 */
export async function releasePieces(
  trx: Db,
  orderId: string,
  pieces: readonly BackorderedLine[],
  at: number,
): Promise<number> {
  const lacked = await lockBackordered(
    trx,
    orderId,
    pieces.map(({ product_id }) => product_id),
  )
  const given = pieces.map((line) => ({
    ...line,
    quantity: Math.min(line.quantity, lacked.get(line.position) ?? 0),
  }))
  for (const line of given)
    if (line.quantity > 0) await lackLess(trx, orderId, line, lacked.get(line.position) ?? 0)
  const back = pieces
    .map((line, index) => ({ ...line, quantity: line.quantity - (given[index]?.quantity ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  await releaseStock(trx, back, at)
  return back.reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * What the lines of an order lack, by their positions, with their products locked, and these others with them: all at once, in the
 * sequence in which all lock products. Nothing is locked for an order that lacks nothing.
 */
async function lockBackordered(
  trx: Db,
  orderId: string,
  others: readonly string[],
): Promise<ReadonlyMap<number, number>> {
  // Nothing is added to an order: what lacks nothing now lacks nothing later.
  const before = await findBackordered(trx, orderId)
  if (before.length === 0) return new Map()
  await lockStock(trx, [], [...before.map(({ product_id }) => product_id), ...others])
  return byPosition(await findBackordered(trx, orderId))
}

/** Writes which pieces of orders came into stock, by the ids of the events. */
export async function insertCovered(
  trx: Db,
  events: readonly {
    readonly id: string
    readonly orderId: string
    readonly at: number
    readonly lines: readonly ShipmentLine[]
  }[],
): Promise<void> {
  const rows = events.map(({ orderId: order_id, lines, ...event }) => ({
    ...event,
    order_id,
    lines: JSON.stringify(lines),
  }))
  if (rows.length > 0) await trx.insertInto('covered_backorders').values(rows).execute()
}
