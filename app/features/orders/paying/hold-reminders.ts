import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { mailCustomers } from '../mails/order-mails.ts'
import { findAllowed } from '../transitions/transitions.ts'
import { changeDueOrders } from './due-orders.ts'

/** The reminder is sent when one of so many parts of the hold is left: 12 hours of 72, 10 minutes of one. */
const PARTS = 6
const BATCH = 50

const REMINDED = findAllowed('remind', 'unpaid', 'shop')

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
    // For the index: only an admin makes a hold longer, whose reminder is as late as that of a usual one.
    .where('hold_until', '<=', now + shop.config.holdMs / PARTS)
    .where(sql<boolean>`(hold_until - ${now}) * ${sql.lit(PARTS)} <= hold_until - created_at`)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('reminded_at', 'is', null)
    // Nobody pays what waits for an approval.
    .where(sql<boolean>`coalesce(approval, '') <> 'waiting'`)
    .orderBy('hold_until')
    .limit(BATCH)
  await shop.db.transaction().execute(async (trx) => {
    const reminded = await changeDueOrders(trx, due, { reminded_at: now })
    await mailCustomers(trx, now, REMINDED, ...reminded)
  })
}

/** Notes that staff ask for the payment of an order; false, with nothing noted, when they did within a day. */
export async function noteAsked(trx: Db, orderId: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('orders')
    .set({ payment_asked_at: at })
    .where('id', '=', orderId)
    .where(({ eb, or }) =>
      or([
        eb('payment_asked_at', 'is', null),
        eb('payment_asked_at', '<=', at - DAY_MS),
        // Of a clock that was wrong.
        eb('payment_asked_at', '>', at),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
