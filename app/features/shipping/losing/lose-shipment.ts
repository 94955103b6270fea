import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findStocks, takeLostStock } from '#features/catalog/catalog.ts'
import { byPosition } from '#features/orders/left-to-ship.ts'
import {
  addLostShipment,
  type Change,
  endPieces,
  findOrderDetails,
  findShippedPieces,
  findShipping,
  follow,
  type LockedOrder,
  lockOrder,
  lostShipment,
  orderNotFound,
  parcelOf,
  refusalOf,
  refuseObstacles,
  removeShipments,
  type ShippedPieces,
  shipmentChanges,
  type Transition,
  transition,
  writeStatus,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { refuseReturned } from '#features/returns/returns.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { stopEntry } from '#kit/outbox/outbox.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { LoseShipment } from './schema.ts'

/**
 * Records that a shipment was lost on its way: it keeps its tracking number, its pieces are taken from stock again and are to be
 * shipped again, without those that are refunded. The customer gets a mail. The same call twice records it once. Refused, with
 * nothing changed: a cancelled or unknown order, and a shipment it has not (404); one whose money went back, or of which all
 * pieces are refunded, one in dispute without `despiteDispute`, one of which pieces are in a return, and fewer pieces in stock,
 * which it names (409).
 */
export async function loseShipment(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  shipmentId: string,
  { reason, despiteDispute }: LoseShipment,
): Promise<OrderDetails> {
  const change = { admin, at: shop.now() }
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    if (await isLost(trx, orderId, shipmentId)) return
    const step = transition(order, 'lose', { by: 'staff', at: change.at })
    const pieces = await findShippedPieces(trx, orderId, [shipmentId])
    if (pieces.length === 0) throw refusalOf('lose', 'pending', 'staff')
    refuseObstacles(step, order, { despiteDispute })
    await refuseReturned(trx, orderId, pieces)
    await moveToLost(trx, change, order, { step, shipmentId, pieces, reason })
    await writeStatus(trx, order)
  })
  return findOrderDetails(shop.db, admin, orderId)
}

async function isLost(trx: Db, orderId: string, id: string): Promise<boolean> {
  const lost = await trx
    .selectFrom('lost_shipments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()
  return lost !== undefined
}

interface Loss {
  readonly step: Transition
  readonly shipmentId: string
  readonly pieces: readonly ShippedPieces[]
  readonly reason: string
}

async function moveToLost(
  trx: Db,
  { admin, at }: Change,
  order: LockedOrder,
  { step, shipmentId, pieces, reason }: Loss,
): Promise<void> {
  const before = await findShipping(trx, order.id)
  const [row] = await removeShipments(trx, order.id, [shipmentId])
  if (!row) throw new Error('the shipment is gone')
  // A mail that it is shipped would no longer be true.
  if (row.mail_id !== null) await stopEntry(trx, row.mail_id)
  const lines = pieces.map(({ position, quantity }) => ({ position, quantity }))
  await addLostShipment(trx, row, lines, { lost_at: at, reason })
  const after = await findShipping(trx, order.id)
  const [leftBefore, leftAfter] = [byPosition(before.left), byPosition(after.left)]
  const again = pieces.map((line) => ({
    ...line,
    quantity: (leftAfter.get(line.position) ?? 0) - (leftBefore.get(line.position) ?? 0),
  }))
  await takeAgain(trx, { admin, at }, order, again)
  await endRefunded(trx, order.id, pieces, again)
  const shipment = { ...parcelOf(row), lines }
  const gone = lostShipment(shipment)
  await follow(trx, step, order, { actor: admin.id, at, gone })
  const changes = shipmentChanges('reverted', shipment)
  await recordAudit(trx, { by: admin, at, kind: 'order.lost', subject: order.id, changes, reason })
}

/** Takes the pieces that are sent again from stock. Refuses (409) with what is left of each line if they are not there. */
async function takeAgain(
  trx: Db,
  { admin, at }: Change,
  { number }: Pick<LockedOrder, 'number'>,
  again: readonly ShippedPieces[],
): Promise<void> {
  const taken = again.filter(({ quantity }) => quantity > 0)
  if (taken.length === 0)
    throw new AppError(
      orderRefusals.refunded,
      'All pieces of this shipment are refunded, so none is sent again.',
    )
  const stocks = await findStocks(
    trx,
    taken.map(({ product_id }) => product_id),
  )
  const reason = `A parcel of order ${number} was lost`
  if (await takeLostStock(trx, taken, { by: admin, at, reason })) return
  const left = taken.map(({ position, product_id }) => ({
    position,
    quantity: stocks.get(product_id)?.quantity ?? 0,
  }))
  throw new AppError(
    orderRefusals.outOfStock,
    `There are not enough pieces in stock to send order ${number} again. Refund what is missing, or wait for stock.`,
    { left },
  )
}

/** The pieces of it that are refunded do not ship again: they count as those that went back, but come into no stock. */
async function endRefunded(
  trx: Db,
  orderId: string,
  pieces: readonly ShippedPieces[],
  again: readonly ShippedPieces[],
): Promise<void> {
  const sent = byPosition(again)
  for (const { position, quantity } of pieces) {
    const rest = quantity - Math.max(sent.get(position) ?? 0, 0)
    if (rest !== 0) await endPieces(trx, orderId, { position, quantity: rest })
  }
}
