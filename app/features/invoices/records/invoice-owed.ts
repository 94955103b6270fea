import {
  findInvoicedOrder,
  isOwed,
  lockOrder,
  mailCustomers,
  type Order,
  transition,
  writeDue,
} from '#features/orders/orders.ts'
import { currentSettings, sellerTermsOf } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import { issueInvoice } from './issue-invoice.ts'

/** By which settings invoices are issued: read them before the transaction. */
export interface Issuer {
  readonly settings: Awaited<ReturnType<typeof currentSettings>>
  readonly at: number
}

export const findIssuer = async (shop: Shop): Promise<Issuer> => ({
  settings: await currentSettings(shop),
  at: shop.now(),
})

/**
 * Gives these locked orders their invoices, as far as they are on account and shipped whole, and mails them; those that have one, and all
 * others, stay as they are. Its last statements wait for those of other transactions: see `issueInvoice`.
 */
export async function invoiceShipped(
  trx: Db,
  shop: Shop,
  issuer: Issuer,
  orderIds: readonly string[],
): Promise<void> {
  for (const id of orderIds) {
    const order = await lockOrder(trx, id)
    if (order && isOwed(order) && order.status === 'shipped') await invoiceOwed(trx, shop, issuer, id)
  }
}

/**
 * Gives a locked order on account its invoice, unless it has one. It is to be paid so many days later as it was placed with. `before`: as it
 * was ordered, when something of it was credited since.
 */
export async function invoiceOwed(
  trx: Db,
  shop: Pick<Shop, 'log' | 'config'>,
  { settings, at }: Issuer,
  orderId: string,
  before?: Order,
): Promise<void> {
  const order = await lockOrder(trx, orderId)
  if (!order || order.account_days === null || order.due_on !== null) return
  const { timeZone } = settings.delivery
  const dueOn = isoDay(Date.parse(dayAt(at, timeZone)) + order.account_days * DAY_MS)
  await writeDue(trx, orderId, dueOn)
  if (order.paid_at === null)
    await mailCustomers(trx, at, transition(order, 'invoice', { by: 'shop', at }), order)
  const now = await findInvoicedOrder(trx, orderId)
  if (!now) throw new Error('an order on account is neither owed nor paid')
  const invoiced = { ...(before ?? now), ...(now.shippedAt && { shippedAt: now.shippedAt }) }
  await issueInvoice(trx, shop, {
    ...{ order: invoiced, currency: order.currency, seller: settings.seller, at, timeZone, dueOn },
    terms: sellerTermsOf(settings, shop.config),
  })
}
