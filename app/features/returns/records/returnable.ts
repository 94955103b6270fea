import '../tables.ts'
import { sql } from 'kysely'
import { leftToShip, sumPieces } from '#features/orders/left-to-ship.ts'
import { findShippedPieces } from '#features/orders/orders.ts'
import type { ShipmentLine } from '#features/orders/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'

/** The pieces of an order that are in its returns, by line: those that are to come back, of a closed one those that did. */
function findReturned(db: Db, orderId: string): Promise<ShipmentLine[]> {
  return db
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_lines.return_id')
    .select('position')
    .select(
      sql<number>`cast(sum(case when returns.state = 'closed' then restocked + scrapped else quantity end) as integer)`.as(
        'quantity',
      ),
    )
    .where('order_id', '=', orderId)
    .where('returns.state', 'not in', ['declined', 'withdrawn'])
    .groupBy('position')
    .orderBy('position')
    .execute()
}

const byLine = (pieces: readonly ShipmentLine[]): ShipmentLine[] =>
  [...Map.groupBy(pieces, ({ position }) => position)]
    .map(([position, own]) => ({ position, quantity: sumPieces(own) }))
    .sort((one, other) => one.position - other.position)

/** The pieces of an order that are shipped and in no return. Lock the order before, so that no other transaction returns them. */
export async function findReturnable(db: Db, orderId: string): Promise<ShipmentLine[]> {
  const shipped = await findShippedPieces(db, orderId)
  return leftToShip(byLine(shipped), await findReturned(db, orderId))
}

/**
 * Refuses (409) that these shipped pieces of a locked order count as not shipped: they are in a return, so that they would be
 * shipped again, and come back as well.
 */
export async function refuseReturned(
  trx: Db,
  orderId: string,
  pieces: readonly ShipmentLine[],
): Promise<void> {
  const returned = await findReturned(trx, orderId)
  if (returned.length === 0) return
  const rest = new Map(
    leftToShip(byLine(await findShippedPieces(trx, orderId)), byLine(pieces)).map(
      ({ position, quantity }) => [position, quantity],
    ),
  )
  if (returned.some(({ position, quantity }) => quantity > (rest.get(position) ?? 0)))
    throw new AppError(
      'conflict',
      'Pieces of this shipment are in a return. Decline or close the return first, unless they came back.',
    )
}

/** The pieces that returns of these orders brought to stock, by product. */
export async function findReturnedToStock(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_lines.return_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'returns.order_id')
        .onRef('order_lines.position', '=', 'return_lines.position'),
    )
    .select('product_id')
    .select(sql<number>`cast(sum(return_lines.restocked) as integer)`.as('quantity'))
    .where('returns.order_id', 'in', orderIds)
    .where('return_lines.restocked', '>', 0)
    .groupBy('product_id')
    .execute()
}
