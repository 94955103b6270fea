import { deleteInBatches } from '#kit/db/delete-in-batches.ts'
import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** Forgets mails that are older than 30 days: those that are done with, and what the sandbox kept of them. */
export async function forgetOldMails(shop: Shop): Promise<void> {
  const old = idsFrom(shop.now() - KEPT_MS)
  for (const table of ['mails', 'sandbox_mails'] as const) {
    await deleteInBatches((most) =>
      shop.db
        .deleteFrom(table)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom(table)
            .select('id')
            .where('id', '<', old)
            .$if(table === 'mails', (query) => query.where('next_attempt_at', 'is', null))
            .limit(most),
        )
        .executeTakeFirstOrThrow(),
    )
  }
}
