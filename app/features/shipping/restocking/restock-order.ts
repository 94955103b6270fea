import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  absentOrder,
  endShipping,
  findOrderDetails,
  findShipping,
  follow,
  fromAbove,
  isAllGone,
  type LockedOrder,
  lockOrder,
  putBack,
  refuseObstacles,
  refuseUnknownLines,
  type Shipping,
  type Transition,
  transition,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { OrderDetails, ShipmentLine } from '#features/orders/schema.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { keepKey, requestKey } from '#kit/request-key.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { Restock } from './schema.ts'
import '../tables.ts'

/**
 * Puts pieces of an order whose money went back into stock again: those that no shipment has and that are not back yet. They do
 * not ship any more. Without lines all of them, if all of the money went back, else those that refunds named; for which pieces an
 * amount alone went back the shop cannot know, so these have to be named (422). Refused, with nothing changed: an unknown order
 * (404); an unpaid or cancelled one, one of which no money went back, more pieces than there are, or none (409); a line that the
 * order has not (422). With an idempotency key the same request puts back once, and answers the order as it is.
 */
export async function restockOrder(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  { lines }: Restock,
  idempotencyKey?: string,
): Promise<OrderDetails> {
  const key = requestKey(idempotencyKey, [orderId, lines])
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw await absentOrder(trx, orderId, 'restock')
    const row = key && { ...key, actor_id: admin.id, order_id: orderId }
    if (row && (await keepKey(trx, 'restock_keys', row, 'other pieces'))) return
    const step = transition(order, 'restock', { by: 'staff', at: shop.now() })
    refuseObstacles(step, order)
    const shipping = await findShipping(trx, orderId)
    const pieces = lines ?? (await knownPieces(trx, order, shipping))
    refuseMoreThanLeft(shipping, pieces)
    const at = shop.now()
    const restocked = await putBack(trx, order, pieces, at)
    await endShipping(trx, order, at, shipping)
    await record(trx, { admin, at, step }, order, { pieces, restocked })
  })
  return findOrderDetails(shop.db, admin, orderId)
}

/** The pieces for which money went back. */
async function knownPieces(
  trx: Db,
  order: LockedOrder,
  { notBack, refunded }: Shipping,
): Promise<readonly ShipmentLine[]> {
  if (isAllGone(order) || notBack.length === 0) return notBack
  if (refunded.length > 0 || (await isRefundedByLine(trx, order))) return refunded
  throw invalidField(
    'lines',
    'Only a part of the money went back, so name the lines with the pieces that are not shipped any more.',
  )
}

/** Whether all money that went back was for pieces that were named, or for the delivery. */
async function isRefundedByLine(trx: Db, { id, refunded_cents }: LockedOrder): Promise<boolean> {
  const refunds = await fromAbove().listRefunds(trx, id)
  const byLine = refunds.filter(
    ({ state, lines, delivery_cents }) =>
      (state === 'pending' || state === 'succeeded') && (lines !== null || delivery_cents !== null),
  )
  return byLine.reduce((sum, { amount_cents }) => sum + amount_cents, 0) === refunded_cents
}

function refuseMoreThanLeft({ lines, notBack: left }: Shipping, pieces: readonly ShipmentLine[]): void {
  refuseUnknownLines(lines, pieces)
  const isTooMuch = pieces.some(
    ({ position, quantity }) => quantity > (left.find((line) => line.position === position)?.quantity ?? 0),
  )
  if (pieces.length > 0 && !isTooMuch) return
  throw new AppError(orderRefusals.exceedsLeft, refusalText(left.length > 0, isTooMuch), { left })
}

function refusalText(isSomeLeft: boolean, isTooMuch: boolean): string {
  if (!isSomeLeft) return 'All pieces of the order are shipped or back in stock.'
  if (isTooMuch) return 'So many pieces are not left to put back.'
  return 'All refunded pieces are shipped or back in stock. Name the lines with others that are not shipped any more.'
}

async function record(
  trx: Db,
  { admin, at, step }: { admin: SignedInUser; at: number; step: Transition },
  order: LockedOrder,
  { pieces, restocked }: { readonly pieces: readonly ShipmentLine[]; readonly restocked: number },
): Promise<void> {
  await follow(trx, step, order, { actor: admin.id, at, detail: String(restocked) })
  const changes = [
    { field: 'restockedPieces', from: 0, to: restocked },
    { field: 'lines', from: null, to: pieces.map(({ position, quantity }) => ({ position, quantity })) },
  ]
  await recordAudit(trx, { by: admin, at, kind: 'order.restocked', subject: order.id, changes })
}
