import { deleteSampleAccounts } from '#features/accounts/accounts.ts'
import { forgetFilesOf } from '#features/documents/documents.ts'
import { forgetDocumentsOf } from '#features/invoices/invoices.ts'
import { forgetNotesOn } from '#features/manage-orders/manage-orders.ts'
import { findIdsOfOrders, forgetOrders } from '#features/orders/orders.ts'
import { takeOffSales } from '#features/overview/overview.ts'
import { forgetPaymentsOf } from '#features/payments/payments.ts'
import { findReturnedToStock } from '#features/returns/returns.ts'
import { forgetReviewsBy } from '#features/reviews/reviews.ts'
import { forgetShippingOf } from '#features/shipping/shipping.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { removeEntriesAbout } from '#kit/outbox/outbox.ts'
import { AppError } from '#kit/server/app-error.ts'
import { isoDay } from '#kit/time.ts'
import type { SampleContext } from '../placing/context.ts'
import { findSampleAccounts, refuseWithoutSandbox, TRADE } from '../placing/trade.ts'

/**
 * Removes the sample trade as if it had never been: its accounts, their orders with all that belongs to them, and what these
 * changed of stock, sales and numbers; what admins did with them stays in the audit log. In one transaction, also while steps are
 * left; resolves to how many orders there were, undefined when there was no sample. Refused: in production and with real payments
 * (404), when one of its accounts is an admin, and when money of it came in elsewhere than in the sandbox (409).
 */
export async function removeSampleTrade(
  { shop, payments }: SampleContext,
  by?: Actor,
): Promise<number | undefined> {
  refuseWithoutSandbox(shop)
  return shop.db.transaction().execute(async (trx) => {
    // A step that is being done holds the row, so this waits for it, and no other step begins.
    const trade = await trx
      .deleteFrom('sample_trade')
      .where('id', '=', TRADE)
      .returning('started_at')
      .executeTakeFirst()
    if (!trade) return undefined
    const accounts = await findSampleAccounts(trx)
    const orders = await findIdsOfOrders(trx, accounts)
    await takeOffSales(trx, orders)
    await forgetFilesOf(trx, await forgetDocumentsOf(trx, orders))
    await forgetNotesOn(trx, orders)
    await forgetShippingOf(trx, orders)
    await forgetSandboxPayments(trx, payments, orders)
    const returned = await findReturnedToStock(trx, orders)
    await forgetOrders(trx, orders, { returned, at: shop.now() })
    await forgetReviewsBy(trx, accounts)
    await removeEntriesAbout(trx, [...orders, ...accounts])
    await deleteSampleAccounts(trx, accounts)
    if (by) {
      const changes = [{ field: 'orders', from: orders.length, to: 0 }]
      await recordAudit(trx, {
        by,
        at: shop.now(),
        kind: 'sample.removed',
        subject: isoDay(trade.started_at),
        changes,
      })
    }
    return orders.length
  })
}

async function forgetSandboxPayments(
  trx: Db,
  payments: SampleContext['payments'],
  orders: readonly string[],
): Promise<void> {
  const { intents, paid } = await forgetPaymentsOf(trx, orders)
  const known = await payments.forget(trx, intents)
  const other = paid.find((intent) => !known.has(intent))
  if (other === undefined) return
  throw new AppError(
    'conflict',
    `Nothing was removed: the payment ${other} of a sample order was made at Stripe, so its invoice is real. The sample orders stay; refund that order if it was a mistake.`,
  )
}
