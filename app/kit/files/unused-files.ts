import type { Db } from '#kit/db/db.ts'
import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { claimBucket } from './bucket-owner.ts'
import type { FileRows } from './file-rows.ts'
import '#kit/backup/tables.ts'

/** It may have been the wrong backup, or the shop may run elsewhere with the same store. */
const KEPT_AFTER_TAKE_OVER_MS = 30 * DAY_MS

/**
 * Deletes from the store what no row has named for a day: files whose rows were deleted, and those whose rows were never written.
 * A row is written within minutes of its file, and no key is used again. Files that are kept for good stay; for a month after a
 * take-over those too that are newer than its backup.
 */
export async function deleteUnusedFiles(shop: Shop, all: readonly FileRows[]): Promise<void> {
  const { db, files, now } = shop
  if (!files.outside) return
  await claimBucket(shop)
  const { store, prefixOf } = files.outside
  const beforeMs = Math.min(now(), await knownUntil(db, now())) - DAY_MS
  for (const rows of all) {
    if (rows.isForGood) continue
    const prefix = await prefixOf(rows.kind)
    const recent = prefix + idsFrom(Math.max(0, beforeMs))
    for await (const keys of store.list(prefix)) {
      const old = keys.filter((key) => key < recent)
      const named = old.length > 0 ? await rows.named(db, old) : new Set<string>()
      for (const key of old) if (!named.has(key)) await store.delete(key)
    }
  }
}

/** Of files that were written later the database may lack the rows. */
async function knownUntil(db: Db, nowMs: number): Promise<number> {
  const restores = await db
    .selectFrom('restores')
    .select('made_at')
    .where((where) =>
      where.or([
        where('taken_over_at', 'is', null),
        where('taken_over_at', '>', nowMs - KEPT_AFTER_TAKE_OVER_MS),
      ]),
    )
    .execute()
  // Of a backup of another program nobody knows the time.
  return Math.min(...restores.map(({ made_at }) => made_at ?? 0))
}
