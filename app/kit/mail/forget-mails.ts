import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'

const KEPT_MS = 30 * 24 * 3_600_000
// Few enough at once that nobody else waits long for the database.
const BATCH = 500

/** Forgets mails that are older than 30 days: those that are done with, and what the sandbox kept of them. */
export async function forgetOldMails(shop: Shop): Promise<void> {
  const old = idsFrom(shop.now() - KEPT_MS)
  for (const table of ['mails', 'sandbox_mails'] as const) {
    let forgotten = 0
    do {
      const result = await shop.db
        .deleteFrom(table)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom(table)
            .select('id')
            .where('id', '<', old)
            .$if(table === 'mails', (query) => query.where('next_attempt_at', 'is', null))
            .limit(BATCH),
        )
        .executeTakeFirst()
      forgotten = Number(result.numDeletedRows)
    } while (forgotten === BATCH)
  }
}
