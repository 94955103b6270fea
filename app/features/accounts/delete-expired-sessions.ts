import { sql } from 'kysely'
import { deleteOldRows } from '#kit/db/delete-old-rows.ts'
import type { Shop } from '#kit/shop.ts'
import { toInstant } from './tables.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Forgets sessions that have ended, and the proofs of resets and of sign-ins by Google that were never used or are over.
 * The sign-in library refuses both from the moment they end, and leaves them. A session lasts seven days, unless it is
 * used, and a proof an hour or less: younger rows are not looked at.
 */
export async function deleteExpiredSessions({ db, now }: Shop): Promise<void> {
  const isOver = sql<boolean>`${sql.ref('expiresAt')} <= ${toInstant(now())}`
  await deleteOldRows(db, 'session', now() - 7 * DAY_MS, isOver)
  await deleteOldRows(db, 'verification', now() - DAY_MS, isOver)
}
