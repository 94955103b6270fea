import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  findOrderDetails,
  lockOrder,
  mailCustomers,
  orderNotFound,
  recordStep,
  refusalOf,
  transition,
  writeParcel,
} from '#features/orders/orders.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { isEntryWaiting } from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import type { ChangeTracking } from '../schema.ts'

/**
 * Changes carrier and tracking number of a shipment, without cancelling it; null removes one. A customer who was told of the
 * shipment is told the new ones; else its mail has them. Refused (404): a cancelled or unknown order, a shipment it has not.
 */
export async function changeTracking(
  shop: Shop,
  admin: SignedInUser,
  orderId: string,
  shipmentId: string,
  changes: ChangeTracking,
): Promise<OrderDetails> {
  const at = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw orderNotFound()
    const step = transition(order, 'track', { by: 'staff', at })
    const shipment = await trx
      .selectFrom('shipments')
      .select(['carrier', 'tracking', 'mail_id'])
      .where('order_id', '=', orderId)
      .where('id', '=', shipmentId)
      .executeTakeFirst()
    if (!shipment) throw refusalOf('track', 'pending', 'staff')
    const changed = (['carrier', 'tracking'] as const).flatMap((field) => {
      const [from, to] = [shipment[field], changes[field]]
      return to === undefined || to === from ? [] : [{ field, from, to }]
    })
    if (changed.length === 0) return
    await writeParcel(trx, shipmentId, Object.fromEntries(changed.map(({ field, to }) => [field, to])))
    const detail = changed.map(({ field }) => field).join(', ')
    await recordStep(trx, step, order, { actor: admin.id, at, detail })
    await recordAudit(trx, {
      by: admin,
      at,
      kind: 'order.tracked',
      subject: orderId,
      // Which one it is about: it did not change.
      changes: [{ field: 'shipment', from: null, to: shipmentId }, ...changed],
    })
    // A mail is written when it leaves: one that waits has the new ones.
    const { mail_id: mailId } = shipment
    if (mailId === null || !(await isEntryWaiting(trx, mailId))) await mailCustomers(trx, at, step, order)
  })
  return findOrderDetails(shop.db, admin, orderId)
}
