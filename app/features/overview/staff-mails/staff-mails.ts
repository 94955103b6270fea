import { withoutLackingFactor } from '#features/accounts/accounts.ts'
import { forgetToldParts, hasUntoldLowParts, takeUntoldLowParts } from '#features/catalog/catalog.ts'
import { hasNewOrders, takeNewOrders } from '#features/orders/orders.ts'
import type { Settings } from '#features/settings/schema.ts'
import { currentSettings } from '#features/settings/settings.ts'
import type { Db } from '#kit/db/db.ts'
import type { Job } from '#kit/jobs.ts'
import { enqueueMail } from '#kit/mail/enqueue.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { lowStockMail, newOrdersMail } from './mail-contents.ts'
import '../tables.ts'

/** So long no second mail of a kind leaves. */
export const STAFF_MAIL_EVERY_MS = 10 * MINUTE_MS

/** One mail tells of so many orders or parts at most; the rest is in the next one. */
const TOLD_AT_ONCE = 1000

type Kind = keyof Settings['mails']

/** Mails the staff what was paid and which parts are low: at most one mail of each kind in ten minutes, of all processes. */
export function staffMailJob(shop: Shop): Job {
  return {
    name: 'mail the staff',
    everyMs: 15_000,
    run: async () => {
      const { mails } = await currentSettings(shop)
      await mailNewOrders(shop, await withoutLackingFactor(shop, mails.newOrders))
      await mailLowStock(shop, await withoutLackingFactor(shop, mails.lowStock))
    },
  }
}

/** Without an address orders are forgotten: an address that is added later is told of later ones. */
async function mailNewOrders(shop: Shop, addresses: readonly string[]): Promise<void> {
  if (!(await hasNewOrders(shop.db))) return
  if (addresses.length === 0)
    return shop.db.transaction().execute(async (trx) => void (await takeNewOrders(trx, TOLD_AT_ONCE)))
  await mailStaff(shop, 'newOrders', addresses, async (trx) => {
    const orders = await takeNewOrders(trx, TOLD_AT_ONCE)
    return orders.length > 0 ? newOrdersMail(shop, orders) : undefined
  })
}

/** A part is told of once until its stock is above its reorder point. An address that is added is told of all that are low. */
async function mailLowStock(shop: Shop, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return forgetToldParts(shop.db, 'all')
  await forgetToldParts(shop.db, 'above')
  if (!(await hasUntoldLowParts(shop.db))) return
  await mailStaff(shop, 'lowStock', addresses, async (trx) => {
    const parts = await takeUntoldLowParts(trx, TOLD_AT_ONCE)
    return parts.length > 0 ? lowStockMail(shop, parts) : undefined
  })
}

/**
 * Adds a mail to each address to the outbox, unless one of its kind was added within ten minutes. The row of the kind is locked,
 * so that of processes at once one adds it; what the mail tells of is taken in the same transaction, so that it is in one mail.
 */
function mailStaff(
  shop: Shop,
  kind: Kind,
  addresses: readonly string[],
  write: (trx: Db) => Promise<MailLayout | undefined>,
): Promise<void> {
  return shop.db.transaction().execute(async (trx) => {
    const now = shop.now()
    const { next_at } = await trx
      .selectFrom('staff_mails')
      .select('next_at')
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // A time that is further away is that of a clock that was wrong.
    if (now < next_at && next_at <= now + STAFF_MAIL_EVERY_MS) return
    const layout = await write(trx)
    if (!layout) return
    const content = { subject: layout.title, ...renderMail(layout) }
    for (const to of addresses) await enqueueMail(trx, now, { to, ...content })
    await trx
      .updateTable('staff_mails')
      .set({ next_at: now + STAFF_MAIL_EVERY_MS })
      .where('kind', '=', kind)
      .execute()
  })
}
