import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { cancelledShipment } from '../records/gone-shipment.ts'
import { shipmentChanges } from '../records/shipment-audit.ts'
import type { Change } from '../records/shipment-writes.ts'
import type { Shipment } from '../schema.ts'
import type { Transition } from '../transitions/transitions.ts'
import { recordStep } from './follow.ts'

/** What the audit log calls it; the name of a cancelled one is from before. */
const AUDITED = {
  ship: 'order.shipped',
  'cancel shipment': 'order.reverted',
  revert: 'order.reverted',
  restore: 'order.restored',
} as const

/** Records that a shipment came or went, in the events of the order and in the audit log. */
export async function recordShipment(
  trx: Db,
  { admin, at }: Change,
  orderId: string,
  step: Transition<keyof typeof AUDITED>,
  shipment: Omit<Shipment, 'at'>,
): Promise<void> {
  const isGone = step.action === 'cancel shipment' || step.action === 'revert'
  const what = isGone ? { gone: cancelledShipment(shipment) } : { detail: shipment._id }
  await recordStep(trx, step, { id: orderId }, { actor: admin.id, at, ...what })
  const changes = shipmentChanges(isGone ? 'reverted' : 'shipped', shipment)
  await recordAudit(trx, {
    by: admin,
    at,
    kind: AUDITED[step.action],
    subject: orderId,
    changes,
  })
}
