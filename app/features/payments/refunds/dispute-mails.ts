import { mailStaffWith } from '#features/accounts/accounts.ts'
import { MAY_READ_ORDERS } from '#features/accounts/rights.ts'
import type { Dispute, LockedOrder } from '#features/orders/orders.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Db } from '#kit/db/db.ts'
import type { MailLayout } from '#kit/mail/layout.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { dateTimeText } from '#kit/text/moment-text.ts'
import { toIso } from '#kit/time.ts'
import { disputeReasonText } from '../texts.ts'

interface AboutDispute {
  readonly number: string
  readonly dispute: Dispute
  readonly page: string
  readonly timeZone: string
}

/** What staff read when a customer disputes a payment at the bank. */
export const disputeMail = ({ number, dispute, page, timeZone }: AboutDispute): MailLayout => ({
  title: `The payment of order ${number} is disputed`,
  paragraphs: [
    'The cardholder disputes it at the bank. What of the order is not shipped is held back until somebody ships it despite the dispute.',
  ],
  facts: {
    Amount: formatTotal(centsToDollars(dispute.amountCents)),
    ...(dispute.reason !== null && { Reason: disputeReasonText(dispute.reason) }),
    ...(dispute.dueAt !== null && { 'Answer by': dateTimeText(toIso(dispute.dueAt), timeZone) }),
  },
  action: { label: 'The order, with what can be sent as evidence', url: page },
})

/** Mails the staff who work with orders or money of the disputes that were not known; call it in the transaction that records them. */
export async function mailOpenedDisputes(
  trx: Db,
  { config }: Pick<Shop, 'config'>,
  change: {
    readonly order: Pick<LockedOrder, 'id' | 'number'>
    readonly before: readonly Dispute[]
    readonly after: readonly Dispute[]
    readonly at: number
    readonly timeZone: string
  },
): Promise<void> {
  const { order, before, after, at, timeZone } = change
  const known = new Set(before.map(({ id }) => id))
  const page = `${config.publicUrl}${orderPagePath(order.id)}`
  for (const dispute of after)
    if (dispute.state === 'open' && !known.has(dispute.id))
      await mailStaffWith(
        trx,
        { config, at },
        MAY_READ_ORDERS,
        disputeMail({ number: order.number, dispute, page, timeZone }),
      )
}
