import type { MailLayout } from '#kit/mail/layout.ts'
import { utcTimeText } from '#kit/text/utc-text.ts'
import { poNumberText, productsText } from '../texts.ts'
import { accountText, dueMail, invoicedMail, isOnAccount } from './account-mails.ts'
import { byText, contactText, isDeliveryChanged } from './change-texts.ts'
import { coveredFacts, coveredText } from './covered-texts.ts'
import { lineTable, refundTable } from './line-tables.ts'
import type { Addresses, MailContent, MailKind } from './mail-kinds.ts'
import { arrivalFacts, centsText, greeting, ofOrder, orderFacts, PO_NUMBER, total } from './mail-parts.ts'
import { type MailedOrder, withoutCustomerText } from './mailed-order.ts'
import { lostFacts, parcelFacts } from './parcel-facts.ts'

export type { Addresses, MailKind } from './mail-kinds.ts'

export const MAIL_CONTENTS: Readonly<Record<MailKind, MailContent>> = {
  placed: (order, { pay, page }) => ({
    title: 'Your order is placed',
    paragraphs: [greeting(order), `${placedText(order)} ${nextText(order)}`],
    ...nextOf(order, { pay, page }),
    news: { ...arrivalFacts(order), ...holdFacts(order) },
    ...ofOrder(order),
  }),
  approved: (order, { pay, page }) => ({
    title: 'Your order is approved',
    paragraphs: [greeting(order), `your company has approved your order. ${nextText(order)}`],
    ...nextOf(order, { pay, page }),
    news: holdFacts(order),
    ...ofOrder(order),
  }),
  declined: (order, { page, orderAgain }) => ({
    title: 'Your order was declined',
    paragraphs: [
      greeting(order),
      'your company has declined your order, so it is cancelled and its pieces are for sale again. The page of the order says who declined it, and why if a reason was given.',
    ],
    action: { label: 'Your order', url: page },
    ...ofOrder(order),
    more: { label: 'Order again', url: orderAgain },
  }),
  held: (order, { pay, page }) => ({
    title: 'Your order is held until another time',
    paragraphs: [greeting(order), `we have changed until when. ${holdText(order)}`],
    action: { label: 'Pay now', url: pay },
    news: { 'Held until': utcTimeText(order.hold_until) },
    ...ofOrder(order),
    more: { label: 'Your order', url: page },
  }),
  paid: (order, { page }) => ({
    title: 'Your order is paid',
    paragraphs: [
      greeting(order),
      `we have received your payment of ${total(order)}.${order.status === 'shipped' ? '' : ' A mail tells you when the order is shipped.'}`,
    ],
    action: { label: 'Your order', url: page },
    news: { ...arrivalFacts(order), Transaction: order.paid_by ?? order.transaction_id ?? '' },
    ...ofOrder(order),
  }),
  'lines changed': (order, { pay, page }) => ({
    title: 'Your order was changed',
    paragraphs: [
      greeting(order),
      `the lines of your order were changed ${byText(order)}. Below is what they were and what they are. ${nextText(order)}`,
    ],
    ...nextOf(order, { pay, page }),
    news: {
      ...(order.change?.lines && { Changed: order.change.lines }),
      ...arrivalFacts(order),
      ...holdFacts(order),
    },
    ...ofOrder(order),
  }),
  'contact changed': (order, { page }) => ({
    title: isDeliveryChanged(order) ? 'The delivery of your order was changed' : 'Your order was changed',
    paragraphs: [
      greeting(order),
      `${contactText(order)}${isDeliveryChanged(order) ? ' It goes to the address that the order has now.' : ''}`,
      order.change?.by === 'customer'
        ? 'If that was not you, set a new password at once, which signs everybody out, and correct the order before it is shipped.'
        : 'If that is not what you want, tell us before the order is shipped.',
    ],
    action: { label: 'Your order', url: page },
    ...ofOrder(order),
  }),
  shipped: shipmentMail,
  reverted: (order, { page }) => ({
    title: 'Your order is not shipped yet',
    paragraphs: [
      greeting(order),
      `${order.progress === null ? 'your order' : 'a part of your order'} was marked as shipped too early and is back to pending. ${isOnAccount(order) ? 'There' : 'It stays paid, there'} is nothing to do for you, and a mail tells you when it leaves.`,
    ],
    action: { label: 'Your order', url: page },
    ...ofOrder(order),
  }),
  lost: (order, { page }) => ({
    title: 'A parcel of your order was lost',
    paragraphs: [
      greeting(order),
      'the carrier lost a parcel of your order on its way to you. We send its pieces again, at no cost to you. There is nothing to do for you, and a mail tells you when they leave.',
    ],
    action: { label: 'Your order', url: page },
    news: lostFacts(order),
    ...ofOrder(order),
  }),
  tracked: (order, { page }) => ({
    title: 'The tracking of your order changed',
    paragraphs: [
      greeting(order),
      'these are the parcels of your order, with the carriers and numbers as they are now.',
    ],
    action: { label: 'Your order', url: page },
    news: parcelFacts(order),
    ...ofOrder(order),
  }),
  covered: (order, { page }) => ({
    title: 'Pieces of your order are in stock',
    paragraphs: [greeting(order), coveredText(order)],
    action: { label: 'Your order', url: page },
    news: coveredFacts(order),
    ...ofOrder(order),
  }),
  refunded: refundMail,
  invoiced: invoicedMail,
  due: dueMail,
  'refund failed': (order, { page }) => ({
    title: 'A refund of your order failed',
    paragraphs: [
      greeting(order),
      `the bank returned our refund of ${centsText(refundOf(order).amount_cents)}, so it is not on your card. There is nothing to do for you: we will write to you about what happens next.`,
    ],
    action: { label: 'Your order', url: page },
    ...ofOrder(order, refundTable(order, refundOf(order), 'Not refunded')),
  }),
  cancelled: (order, { orderAgain }) => ({
    title: order.change?.by === 'shop' ? 'Your order was cancelled' : 'You cancelled your order',
    paragraphs: [
      greeting(order),
      order.change?.by === 'shop'
        ? 'we have cancelled your order for you. Nothing was charged.'
        : 'your order is cancelled, as you asked. Nothing was charged.',
    ],
    ...ofOrder(order),
    more: { label: 'Order again', url: orderAgain },
  }),
  lapsing: (order, { pay, page }) => ({
    title: 'Your order waits for its payment',
    paragraphs: [greeting(order), `your order is not paid yet. ${holdText(order)}`],
    action: { label: 'Pay now', url: pay },
    news: { 'Held until': utcTimeText(order.hold_until) },
    ...ofOrder(order),
    more: { label: 'Your order', url: page },
  }),
  lapsed: (order, { orderAgain }) => ({
    title: 'Your order was cancelled',
    paragraphs: [
      greeting(order),
      'your order was not paid in time. We have cancelled it, and its pieces are for sale again. Nothing was charged.',
      'You can order them again as long as there are enough.',
    ],
    action: { label: 'Order again', url: orderAgain },
    ...ofOrder(order),
  }),
  unproven: (order, { orderAgain }) => ({
    title: 'An unpaid order was cancelled',
    paragraphs: [
      greeting(withoutCustomerText(order)),
      'this order was placed with your account before you confirmed your e-mail address by choosing a new password. Anyone could have placed it, so we have cancelled it. Nothing was charged.',
      'If it was yours, you can order again.',
    ],
    ...ofOrder(withoutCustomerText(order)),
    more: { label: 'Order again', url: orderAgain },
  }),
}

/** Whether the customer placed the order, or the shop for the customer. */
const placedText = ({ entered_by, user_id }: MailedOrder): string =>
  entered_by === null || entered_by === user_id
    ? 'thank you for your order.'
    : 'we have placed this order for you, as you asked us to.'

const isWaiting = ({ approval }: MailedOrder): boolean => approval === 'waiting'

const waitText = ({ hold_until, account_days }: MailedOrder): string =>
  `Somebody of your company has to approve it before ${account_days === null ? 'it can be paid' : 'it is shipped'}: we have asked those who may. We hold its pieces until ${utcTimeText(hold_until)}, and it is cancelled when it is not approved${account_days === null ? ' and paid' : ''} by then.`

const nextText = (order: MailedOrder): string =>
  isWaiting(order) ? waitText(order) : isOnAccount(order) ? accountText(order) : holdText(order)

const holdFacts = (order: MailedOrder): { readonly 'Held until'?: string } =>
  isOnAccount(order) && !isWaiting(order) ? {} : { 'Held until': utcTimeText(order.hold_until) }

/** What is to be done next, and the page of the order. */
const nextOf = (order: MailedOrder, { pay, page }: Pick<Addresses, 'pay' | 'page'>) =>
  isWaiting(order) || isOnAccount(order)
    ? { action: { label: 'Your order', url: page } }
    : { action: { label: 'Pay now', url: pay }, more: { label: 'Your order', url: page } }

function holdText({ hold_until, longerHold }: MailedOrder): string {
  const text = `We hold its pieces for you until ${utcTimeText(hold_until)}. Please pay by then: an order that is not paid in time is cancelled.`
  if (longerHold === undefined) return text
  return `${text} Or confirm your e-mail address by the link in our other mail by then: we then hold them until ${utcTimeText(longerHold)}.`
}

/** What has left in one parcel: the lines of the order are those of the parcel. */
function shipmentMail(order: MailedOrder, { page }: Addresses): MailLayout {
  const { carrier, tracking, trackingUrl, isWhole = true, isLast, isAllOrdered } = order.shipment ?? {}
  const last = isAllOrdered
    ? 'With it all of your order is shipped.'
    : 'No more of your order is to be shipped.'
  const more = isLast && order.status === 'shipped' ? last : 'A mail tells you when more leaves.'
  return {
    title: isWhole ? 'Your order is shipped' : 'A part of your order is shipped',
    paragraphs: [
      greeting(order),
      isWhole
        ? 'your order was shipped and is on its way to you.'
        : `these pieces of your order were shipped and are on their way to you. ${more}`,
    ],
    ...(trackingUrl !== undefined && { action: { label: 'Track the parcel', url: trackingUrl } }),
    news: {
      ...arrivalFacts(order, order.shipment?.arrives),
      ...(carrier !== undefined && { Carrier: carrier }),
      ...(tracking !== undefined && { 'Tracking number': tracking }),
    },
    // The sums of a part are not those of the order.
    ...(isWhole ? ofOrder(order) : { tables: [lineTable(order.lines)], facts: orderFacts(order) }),
    [trackingUrl === undefined ? 'action' : 'more']: { label: 'Your order', url: page },
  }
}

/** What went back. It is a part unless all of the money is back. */
function refundMail(order: MailedOrder, { page }: Addresses): MailLayout {
  const { refunded_cents, total_cents } = order
  const refund = refundOf(order)
  const { amount_cents, message, creditNote } = refund
  const isPart = refunded_cents < total_cents
  const amount = centsText(amount_cents)
  const text = refund.isCredit
    ? `we have credited ${amount} of your order: that much less of it is to be paid.`
    : isPart
      ? `we have partly refunded your order: ${amount} of ${total(order)} went back to the card that paid it.`
      : `we have refunded ${amount} to the card that paid your order.`
  return {
    title: refund.isCredit
      ? 'A credit note for your order'
      : isPart
        ? 'Your order is partly refunded'
        : 'Your order is refunded',
    paragraphs: [greeting(order), refund.isCredit ? text : `${text} Banks usually show it within ten days.`],
    action: { label: 'Your order', url: page },
    news: {
      ...(message !== null && { 'Message from us': message.split('\n') }),
      ...(creditNote !== undefined && { 'Credit note': creditNote }),
      [refund.isCredit ? 'Credited in all' : 'Refunded in all']: centsText(refunded_cents),
    },
    ...ofOrder(order, refundTable(order, refund)),
  }
}

/** No other amount may stand in for that of the refund. */
function refundOf({ refund }: MailedOrder): NonNullable<MailedOrder['refund']> {
  if (!refund) throw new Error('A mail about a refund needs the refund.')
  return refund
}

/**
 * "Your order is paid: ORD-000042, PO 4711, Hexagon nut M8": numbers first, since programs cut what is long. The PO number, which
 * the customer wrote, only where the mail has it too.
 */
export function subjectOf({ title, facts }: MailLayout, { number, lines }: MailedOrder): string {
  const poNumber = facts?.[PO_NUMBER]
  const parts = [
    number,
    ...(poNumber === undefined ? [] : [poNumber].flat().map(poNumberText)),
    productsText(lines.map((line) => line.product_name)),
  ]
  return `${title}: ${parts.join(', ')}`
}
