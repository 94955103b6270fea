import { sql } from 'kysely'
import { deleteOldRows } from '#kit/db/delete-old-rows.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { toIso } from '#kit/to-iso.ts'

/**
 * Deletes expired sessions, and expired tokens of resets and of sign-ins by Google: the sign-in library refuses them
 * and never deletes them. A session lasts seven days or more, a token an hour at most, so younger rows are skipped.
 */
export async function deleteExpiredSessions({ db, now }: Shop): Promise<void> {
  const isExpired = sql<boolean>`${sql.ref('expiresAt')} <= ${toIso(now())}`
  await deleteOldRows(db, 'session', now() - 7 * DAY_MS, isExpired)
  await deleteOldRows(db, 'verification', now() - DAY_MS, isExpired)
}
