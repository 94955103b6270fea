import type { Db } from '#kit/db/db.ts'
import { requestHash } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import { orderRefusals } from '../../refusals.ts'
import type { NewShipment } from './schema.ts'
import '../../tables.ts'

/** A request for a shipment with an idempotency key, which is the admin's own. */
export interface ShipmentAttempt {
  readonly adminId: string
  readonly key: string
  readonly orderId: string
  readonly shipment: NewShipment
}

const hashOf = ({ orderId, shipment }: ShipmentAttempt): string => requestHash([orderId, shipment])

/**
 * The shipment that the same request made before; undefined if there is none. Lock the order before. Refused: another request
 * with that key (422 `key_reused`), and one whose shipment is taken back (409), so that a late repeat does not ship it again.
 */
export async function findShipmentOfKey(trx: Db, attempt: ShipmentAttempt): Promise<string | undefined> {
  const earlier = await trx
    .selectFrom('shipment_keys')
    .leftJoin('shipments', 'shipments.id', 'shipment_id')
    .select(['idempotency_hash', 'shipments.id'])
    .where('actor_id', '=', attempt.adminId)
    .where('idempotency_key', '=', attempt.key)
    .executeTakeFirst()
  if (!earlier) return undefined
  if (earlier.idempotency_hash !== hashOf(attempt)) throw keyReused()
  if (earlier.id === null)
    throw new AppError('conflict', 'The shipment of this Idempotency-Key was taken back.')
  return earlier.id
}

/** Keeps the key of a new shipment. Refused (422 `key_reused`) if the admin used it for another order meanwhile. */
export async function keepKeyOfShipment(
  trx: Db,
  attempt: ShipmentAttempt,
  shipmentId: string,
): Promise<void> {
  const kept = await trx
    .insertInto('shipment_keys')
    .values({
      actor_id: attempt.adminId,
      idempotency_key: attempt.key,
      idempotency_hash: hashOf(attempt),
      order_id: attempt.orderId,
      shipment_id: shipmentId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('shipment_id')
    .executeTakeFirst()
  if (!kept) throw keyReused()
}

const keyReused = (): AppError =>
  new AppError(orderRefusals.keyReused, 'This Idempotency-Key was used for another shipment.')
