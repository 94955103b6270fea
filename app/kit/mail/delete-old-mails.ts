import { sql } from 'kysely'
import { deleteOldRows } from '#kit/db/delete-old-rows.ts'
import type { Shop } from '#kit/shop.ts'

/** How long finished mails are kept. */
export const MAIL_KEPT_MS = 30 * 24 * 3_600_000

/** Deletes finished mails that are older than 30 days. */
export async function deleteOldMails({ db, now }: Shop): Promise<void> {
  const before = now() - MAIL_KEPT_MS
  await deleteOldRows(db, 'mails', before, sql`next_attempt_at is null`)
}
