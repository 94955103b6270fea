import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { mailCustomers } from './order-mails.ts'

/** The reminder goes out when this part of the hold is left: 12 hours of 72. */
const PART_LEFT = 1 / 6
const BATCH = 50

/** Tells customers by mail, once for each unpaid order, that its hold is about to lapse. */
export function holdReminderJob(shop: Shop): Job {
  return {
    name: 'remind of holds',
    // A hold of minutes, as somebody may try the shop with, is reminded of in seconds.
    everyMs: Math.min(30_000, Math.max(500, shop.config.holdMs / 60)),
    run: () => remindOfHolds(shop),
  }
}

async function remindOfHolds(shop: Shop): Promise<void> {
  const now = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    const reminded = await trx
      .updateTable('orders')
      .set({ reminded_at: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('orders')
          .select('id')
          .where('hold_until', '>', now)
          .where('hold_until', '<=', now + shop.config.holdMs * PART_LEFT)
          .where('paid_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .where('reminded_at', 'is', null)
          .orderBy('hold_until')
          .limit(BATCH),
      )
      // Said again of the row itself: of two processes that found the same orders, one gets them.
      .where('reminded_at', 'is', null)
      .where('paid_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .returning(['id', 'email'])
      .execute()
    await mailCustomers(trx, now, 'lapsing', ...reminded)
  })
}
