import type { Shop } from '#kit/shop.ts'
import './tables.ts'

/** How long an entry is of the process that claimed it. Then another one may send it. */
export const LEASE_MS = 120_000

/** A delivery that takes longer is broken off: before its lease ends, also by a clock that is 30 s ahead. */
export const DELIVERED_WITHIN_MS = LEASE_MS - 40_000

/**
 * Begins the lease of a claimed entry anew, immediately before it is handed over. False when it ended meanwhile and another process
 * has claimed the entry, or it is finished: each claim counts one attempt more.
 */
export async function renewLease(
  { db, now }: Shop,
  { id, attempts }: { readonly id: string; readonly attempts: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_attempt_at: now() + LEASE_MS })
    .where('id', '=', id)
    .where('attempts', '=', attempts + 1)
    .where('claimed_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
