import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import type { FileRows } from './file-rows.ts'

/**
 * Deletes from the store what no row has named for a day: files whose rows were deleted, and those whose rows were never written.
 * A row is written within minutes of its file, and no key is used again. Files that are kept for good stay.
 */
export async function deleteUnusedFiles({ db, files, now }: Shop, all: readonly FileRows[]): Promise<void> {
  if (!files.outside) return
  const { store, prefixOf } = files.outside
  for (const rows of all) {
    if (rows.isForGood) continue
    const prefix = await prefixOf(rows.kind)
    const recent = prefix + idsFrom(now() - DAY_MS)
    for await (const keys of store.list(prefix)) {
      const old = keys.filter((key) => key < recent)
      const named = old.length > 0 ? await rows.named(db, old) : new Set<string>()
      for (const key of old) if (!named.has(key)) await store.delete(key)
    }
  }
}
