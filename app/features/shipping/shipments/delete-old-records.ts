import { sql } from 'kysely'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import '#features/orders/tables.ts'
import '../tables.ts'

/** A request is repeated within minutes; whoever waits longer looks at the order first. */
const KEYS_KEPT_MS = 30 * DAY_MS

/** It can be undone for ten seconds only that a shipment is cancelled. */
const TAKEN_BACK_KEPT_MS = DAY_MS

/**
 * Deletes what shipping and putting back to stock store for a while: idempotency keys 30 days after their requests (those of
 * restocks when the order has had none for 30 days), and shipments that were cancelled after a day.
 */
export async function deleteOldRecords({ db, now }: Shop): Promise<void> {
  const keysBefore = now() - KEYS_KEPT_MS
  await deleteOldRows(db, 'shipment_keys', keysBefore, sql`1 = 1`, 'shipment_id')
  const isForgotten = sql<boolean>`not exists (select 1 from order_events
    where order_events.order_id = restock_keys.order_id and kind = 'restocked' and at >= ${keysBefore})`
  await deleteOldRows(db, 'restock_keys', keysBefore, isForgotten, 'order_id')
  const takenBefore = now() - TAKEN_BACK_KEPT_MS
  await deleteOldRows(db, 'taken_back_shipments', takenBefore, sql`taken_back_at < ${takenBefore}`)
}
