import type { SignedInUser } from '#features/accounts/accounts.ts'
import { releaseStock } from '#features/catalog/catalog.ts'
import {
  type Change,
  findOrderDetails,
  findShippedPieces,
  type LockedOrder,
  lockOrder,
  mailCustomers,
  orderNotFound,
  parcelOf,
  recordShipment,
  refusalOf,
  removeShipments,
  type ShippedPieces,
  type Transition,
  transition,
  writeStatus,
} from '#features/orders/orders.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { refuseReturned } from '#features/returns/returns.ts'
import type { Db } from '#kit/db/db.ts'
import { stopEntry } from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import { MAIL_AFTER_MS } from '#kit/time.ts'
import '../tables.ts'

/** The ids of the shipments that came or went, and the pieces that go back to stock. */
export interface Changed {
  readonly shipments: readonly string[]
  readonly restocked: readonly ShippedPieces[]
}

export const UNCHANGED: Changed = { shipments: [], restocked: [] }

/**
 * Cancels a shipment, as if it had not been: its pieces are left to ship, or go back to stock if those of the order that
 * were not shipped did. It can be undone for a while: see `restoreShipments`. Refused (404): a cancelled or unknown order,
 * and a shipment it has not. Refused (409) too: pieces of it are in a return.
 */
export async function cancelShipment(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  shipmentId: string,
): Promise<OrderDetails> {
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    const change = { admin, at: shop.now() }
    const step = transition(order, 'cancel shipment', { by: 'staff', at: change.at })
    const { shipments, restocked } = await cancelShipments(trx, change, { ...order, step }, [shipmentId])
    if (shipments.length === 0) throw refusalOf('cancel shipment', 'pending', 'staff')
    await releaseStock(trx, restocked, change.at)
  })
  return findOrderDetails(shop.db, admin, orderId)
}

/**
 * Cancels these shipments of a locked order, or all. Their mails that have not left are stopped; only if one has left the
 * customer learns that they are cancelled, when that can no longer be undone. Nothing of a restocked order ships any more,
 * so its pieces are to be put back to stock.
 */
export async function cancelShipments(
  trx: Db,
  { admin, at }: Change,
  { step, ...order }: LockedOrder & { readonly step: Transition<'cancel shipment' | 'revert'> },
  shipmentIds?: readonly string[],
): Promise<Changed> {
  const pieces = await findShippedPieces(trx, order.id, shipmentIds)
  await refuseReturned(trx, order.id, pieces)
  const taken = await removeShipments(trx, order.id, shipmentIds)
  if (taken.length === 0) return UNCHANGED
  const stopped = new Set<string>()
  for (const { id, mail_id } of taken)
    if (mail_id !== null && (await stopEntry(trx, mail_id))) stopped.add(id)
  const isMailed = stopped.size < taken.length
  const [noticeId = null] = isMailed ? await mailCustomers(trx, at, step, order) : []
  await forgetOld(trx, order.id, at)
  for (const row of taken) {
    const lines = pieces
      .filter(({ shipment_id }) => shipment_id === row.id)
      .map(({ position, quantity }) => ({ position, quantity }))
    await trx
      .insertInto('taken_back_shipments')
      .values({
        ...row,
        // Its mail is stopped for good: restoring the shipment queues another one.
        mail_id: stopped.has(row.id) ? null : row.mail_id,
        is_mail_stopped: stopped.has(row.id) ? 1 : 0,
        lines: JSON.stringify(lines),
        taken_back_at: at,
        notice_id: noticeId,
      })
      .execute()
    await recordShipment(trx, { admin, at }, order.id, step, { ...parcelOf(row), lines })
  }
  await writeStatus(trx, order)
  return { shipments: taken.map(({ id }) => id), restocked: order.restocked_at === null ? [] : pieces }
}

/** Until when (ms) a shipment that was cancelled then can be restored. No mail about it leaves before. */
export const restorableUntil = (cancelledAt: number): number => cancelledAt + MAIL_AFTER_MS

/** Deletes the shipments of the order that can no longer be restored. */
async function forgetOld(trx: Db, orderId: string, now: number): Promise<void> {
  await trx
    .deleteFrom('taken_back_shipments')
    .where('order_id', '=', orderId)
    .where('taken_back_at', '<', now - MAIL_AFTER_MS)
    .execute()
}
