import { LRUCache } from 'lru-cache'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS, toIso } from '#kit/time.ts'
import type { SignedInUser } from './session-users.ts'

/** Of so many sessions a process knows when it last noted their use. */
const REMEMBERED = 5000

/**
 * Notes that a session is used, at most once a minute: between these the process knows it, and asks the database nothing. A
 * database that takes no writes just now refuses no read by it.
 */
export function createSeenNotes({ db, now }: Pick<Shop, 'db' | 'now'>) {
  const noted = new LRUCache<string, number>({ max: REMEMBERED })
  return async ({ sessionId }: Pick<SignedInUser, 'sessionId'>): Promise<void> => {
    const at = now()
    if (at - (noted.get(sessionId) ?? 0) < MINUTE_MS) return
    noted.set(sessionId, at)
    try {
      await db
        .updateTable('session')
        .set({ updatedAt: toIso(at) })
        .where('id', '=', sessionId)
        .where('updatedAt', '<', toIso(at - MINUTE_MS))
        .execute()
    } catch {
      // The next use after a minute is noted instead.
    }
  }
}
