import type { MailLayout } from '#kit/mail/layout.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import type { Addresses } from './mail-kinds.ts'
import { centsText, greeting, ofOrder } from './mail-parts.ts'
import type { MailedOrder } from './mailed-order.ts'

/** What mails say of an order on account. */

export const isOnAccount = ({ account_days, paid_at }: MailedOrder): boolean =>
  account_days !== null && paid_at === null

export const accountText = ({ account_days }: MailedOrder): string =>
  `It is on account: we send the invoice when all of it is shipped, and it is to be paid within ${account_days} ${account_days === 1 ? 'day' : 'days'} of that.`

/** Until when the invoice is to be paid: "Pay by 29 December 2026". */
const payByText = ({ due_on }: MailedOrder): string =>
  due_on === null ? 'Pay it' : `Pay by ${longDayText(due_on)}`

const openFacts = (order: MailedOrder) => ({
  ...(order.due_on !== null && { 'Pay by': longDayText(order.due_on) }),
  'To be paid': centsText(order.total_cents - order.refunded_cents - order.received_cents),
})

export const invoicedMail = (order: MailedOrder, { pay, page }: Addresses): MailLayout => ({
  title: 'The invoice of your order',
  paragraphs: [
    greeting(order),
    `all of your order is shipped, and this is its invoice. ${payByText(order)}: by a transfer that names the number of the invoice, or by card.`,
  ],
  action: { label: 'Pay by card', url: pay },
  news: openFacts(order),
  ...ofOrder(order),
  more: { label: 'Your order', url: page },
})

/** A reminder of an invoice: before, on or after the day on which it is to be paid. */
export const dueMail = (order: MailedOrder, { pay, page }: Addresses): MailLayout => ({
  title: 'Your invoice is to be paid',
  paragraphs: [
    greeting(order),
    `the invoice of this order is not paid, or not wholly, as far as we know. ${payByText(order)}, by a transfer that names the number of the invoice, or by card. If you have paid it in the last days, there is nothing to do for you.`,
  ],
  action: { label: 'Pay by card', url: pay },
  news: openFacts(order),
  ...ofOrder(order),
  more: { label: 'Your order', url: page },
})
