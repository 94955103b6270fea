import { sql } from 'kysely'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { mailCustomers } from '../mails/order-mails.ts'

/** The reminder is sent when one of so many parts of the hold is left: 12 hours of 72, 10 minutes of one. */
const PARTS = 6
const BATCH = 50

/** Sends one mail for each unpaid order with a hold that ends soon. */
export function holdReminderJob(shop: Shop): Job {
  return {
    name: 'send hold reminders',
    // A short hold, set for a test, needs a short interval.
    everyMs: Math.min(30_000, Math.max(500, shop.config.holdMs / 60)),
    run: () => sendHoldReminders(shop),
  }
}

async function sendHoldReminders(shop: Shop): Promise<void> {
  const now = shop.now()
  const due = shop.db
    .selectFrom('orders')
    .select('id')
    .where('hold_until', '>', now)
    // For the index: no hold is longer.
    .where('hold_until', '<=', now + shop.config.holdMs / PARTS)
    .where(sql<boolean>`(hold_until - ${now}) * ${sql.lit(PARTS)} <= hold_until - created_at`)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('reminded_at', 'is', null)
    .orderBy('hold_until')
    .limit(BATCH)
    // An order that somebody changes is left for the next run: waiting for many orders could block those who wait for some of
    // them.
    .forUpdate()
    .skipLocked()
  await shop.db.transaction().execute(async (trx) => {
    const reminded = await trx
      // Materialized, so that PostgreSQL runs the query once: a second run would skip the locked rows and take others too.
      .with(
        (cte) => cte('due').materialized(),
        () => due,
      )
      .updateTable('orders')
      .set({ reminded_at: now })
      .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
      .returning(['id', 'email'])
      .execute()
    await mailCustomers(trx, now, 'lapsing', ...reminded)
  })
}
