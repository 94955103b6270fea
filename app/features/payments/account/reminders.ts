import { isOwed, lockOrder, mailCustomers, openCents, transition } from '#features/orders/orders.ts'
import '#features/orders/tables.ts'
import { currentSettings } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { forEachRow, type Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, dayNumber, isoDay, MINUTE_MS } from '#kit/time.ts'
import '../tables.ts'

/** So many days after the day on which an invoice is to be paid its customer is reminded of it. */
const REMINDER_DAYS = [-3, 0, 7, 14] as const

/** How long the last of them can be late, after the shop was down. */
const LAST_FOR_DAYS = 30

const BATCH = 100

/** Reminds of open invoices, each time once, on days of the shop. */
export const accountJobs = (shop: Shop): Job[] => [
  { name: 'remind of open invoices', everyMs: MINUTE_MS, run: () => remindOfInvoices(shop) },
]

/** Which reminder is due so many days after the day of the payment: the last of those that are over. */
const reminderOf = (daysLate: number): number | undefined =>
  daysLate > (REMINDER_DAYS.at(-1) ?? 0) + LAST_FOR_DAYS
    ? undefined
    : REMINDER_DAYS.findLast((day) => day <= daysLate)

async function remindOfInvoices(shop: Shop): Promise<void> {
  const { timeZone } = (await currentSettings(shop)).delivery
  const today = dayNumber(Date.parse(dayAt(shop.now(), timeZone)))
  for (const day of REMINDER_DAYS) {
    const rows = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('account_days', 'is not', null)
      .where('paid_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .where('due_on', '<=', isoDay((today - day) * DAY_MS))
      .where('due_on', '>', isoDay((today - nextAfter(day)) * DAY_MS))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('account_reminders')
              .select('day')
              .whereRef('account_reminders.order_id', '=', 'orders.id')
              .where('day', '=', day),
          ),
        ),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const told = { log: shop.log, name: 'remind of open invoices', atOnce: 1 }
    await forEachRow(rows, { ...told, idsOf: ({ id }) => ({ orderId: id }) }, ({ id }) =>
      remind(shop, id, today),
    )
  }
}

const nextAfter = (day: number): number =>
  REMINDER_DAYS.find((later) => later > day) ?? day + LAST_FOR_DAYS + 1

async function remind(shop: Shop, orderId: string, today: number): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || !isOwed(order) || order.due_on === null || openCents(order) === 0) return
    const day = reminderOf(today - dayNumber(Date.parse(order.due_on)))
    if (day === undefined) return
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('account_reminders')
      .values({ order_id: orderId, day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    const at = shop.now()
    await mailCustomers(trx, at, transition(order, 'remind', { by: 'shop', at }), order)
  })
}
