import { sql } from 'kysely'
import { deleteOldRows } from '#kit/db/delete-old-rows.ts'
import type { Shop } from '#kit/shop.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** Forgets mails that are older than 30 days: those that are done with, and what the sandbox kept of them. */
export async function forgetOldMails({ db, now }: Shop): Promise<void> {
  const before = now() - KEPT_MS
  await deleteOldRows(db, 'mails', before, sql`next_attempt_at is null`)
  await deleteOldRows(db, 'sandbox_mails', before, sql`true`)
}
