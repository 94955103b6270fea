import { deleteInBatches } from '#kit/db/delete-in-batches.ts'
import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { toInstant } from './tables.ts'

const DAY_MS = 24 * 3_600_000

/**
 * The least age of what is looked at: a session lasts seven days, unless it is used, and what proves an address an hour
 * or less. Ids begin with the time that they were made at, so only old rows are read.
 */
const LOOKED_AT_AFTER_MS = { session: 7 * DAY_MS, verification: DAY_MS }

/**
 * Forgets sessions that have ended, and the proofs of resets and of sign-ins by Google that were never used or are over.
 * The sign-in library refuses both from the moment they end, and leaves them.
 */
export async function forgetDeadSessions(shop: Shop): Promise<void> {
  const nowMs = shop.now()
  for (const table of ['session', 'verification'] as const) {
    await deleteInBatches((most) =>
      shop.db
        .deleteFrom(table)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom(table)
            .select('id')
            .where('id', '<', idsFrom(nowMs - LOOKED_AT_AFTER_MS[table]))
            .where('expiresAt', '<=', toInstant(nowMs))
            .limit(most),
        )
        .executeTakeFirstOrThrow(),
    )
  }
}
