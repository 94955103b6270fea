import type { Db } from '#kit/db/db.ts'
import type { LockedOrder } from './lock-order.ts'
import { findShipping } from './shipment-rows.ts'

/**
 * Writes what follows from the shipments of an order, and from the pieces of it that went back to stock: it is shipped when
 * nothing of it is left to ship. One whose shipping was stopped stays as far as it was shipped.
 */
export async function writeStatus(
  trx: Db,
  { id, restocked_at }: Pick<LockedOrder, 'id' | 'restocked_at'>,
): Promise<void> {
  const { left, unshipped, lastAt } = await findShipping(trx, id)
  const isShipped = lastAt !== null && (restocked_at === null ? left : unshipped).length === 0
  await trx
    .updateTable('orders')
    .set({
      status: isShipped ? 'shipped' : 'pending',
      progress: !isShipped && lastAt !== null ? 'partly_shipped' : null,
      shipped_at: isShipped ? lastAt : null,
    })
    .where('id', '=', id)
    .execute()
}
