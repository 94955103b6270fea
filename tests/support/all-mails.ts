import { createAuthMails } from '#features/accounts/auth/auth-mails.ts'
import { newBrowserMail, passwordMail, sessionsEndedMail } from '#features/accounts/events/security-mails.ts'
import * as factorMails from '#features/accounts/factor/factor-mails.ts'
import * as newEmailMails from '#features/accounts/new-email/new-email-mails.ts'
import { addedMail, removedMail } from '#features/accounts/passkeys/passkey-mails.ts'
import { roleMail } from '#features/accounts/users/staff.ts'
import { invitationMail } from '#features/companies/invitations/invitation-mails.ts'
import { approvalMail, approvalOccasion } from '#features/company-orders/deciding/approval-mails.ts'
import { withMailWords } from '#features/customer-mails/customer-mails.ts'
import type { MailWords } from '#features/customer-mails/schema.ts'
import {
  offerAnswerMail,
  sentMail,
  staffOfferMail,
  withdrawnMail,
} from '#features/offers/mails/offer-mails.ts'
import { answerMail, answerOccasion, questionMail } from '#features/order-messages/mails/message-mails.ts'
import { MAIL_CONTENTS, type MailKind, subjectOf } from '#features/orders/mails/mail-contents.ts'
import type { MailedOrder } from '#features/orders/mails/mailed-order.ts'
import { occasionOf } from '#features/orders/mails/order-mails.ts'
import { lowStockMail, newOrdersMail } from '#features/overview/staff-mails/mail-contents.ts'
import { disputeMail } from '#features/payments/refunds/dispute-mails.ts'
import {
  RETURN_MAILS,
  returnMail,
  returnOccasion,
  staffReturnMail,
} from '#features/returns/mails/return-mails.ts'
import { newReviewMail } from '#features/reviews/answering/review-mails.ts'
import { newId } from '#kit/id.ts'
import { renderMail } from '#kit/mail/layout.ts'
import type { MailContent } from '#kit/mail/transport.ts'
import { mailsIn } from './mailer.ts'
import type { TestShop } from './test-shop.ts'

/** A mail with what it is: "order paid", "auth", "staff". */
export type NamedMail = Pick<MailContent, 'subject' | 'text' | 'html'> & { readonly kind: string }

const NUMBER = 'K7QW-3MXP'
const PO_NUMBER = '4500-77/B'

/** Every mail that the shop can send, about an order of so many lines where it is about one. */
export async function allMails(
  shop: TestShop,
  lines: number,
  words: MailWords = { paragraphs: {} },
): Promise<NamedMail[]> {
  const order = sampleOrder(lines)
  return [
    ...Object.keys(MAIL_CONTENTS).map((kind) => orderMail(kind as MailKind, order, words)),
    ...(await signInMails(shop)),
    ...staffMails(shop),
    ...accountMails(shop),
    ...messageMails(words),
    ...disputeMails(),
    ...companyMails(shop, order, words),
    ...reviewMails(shop),
    ...returnMails(words),
    ...offerMails(),
  ]
}

const at = (path: string): string => `https://shop.example${path}`

function orderMail(kind: MailKind, order: MailedOrder, words: MailWords): NamedMail {
  const page = at(`/dashboard/order/${order.id}`)
  const addresses = { pay: at(`/dashboard/payment/${order.id}`), orderAgain: at('/parts'), page }
  const layout = MAIL_CONTENTS[kind](order, addresses)
  const worded = withMailWords(layout, words, occasionOf(kind, order))
  return { kind: `order ${kind}`, subject: subjectOf(layout, order), ...renderMail(worded) }
}

async function signInMails(shop: TestShop): Promise<NamedMail[]> {
  const mails = createAuthMails(shop, { db: shop.db, current: () => shop.db })
  const user = { email: 'ada@example.com', name: 'Ada Sample', emailVerified: true }
  for (const send of Object.values(mails)) await send({ ...user, user, token: 'x'.repeat(150) })
  const stored = await mailsIn(shop)
  return stored.map(({ subject = '', text = '', html = '' }) => ({
    kind: `auth ${subject}`,
    subject,
    text,
    html,
  }))
}

function staffMails(shop: TestShop): NamedMail[] {
  const paid = { who: 'Atelier Exemple SARL & Co. KG', payable: 12_345.6, pieces: 120_000 }
  const orders = [
    { id: newId(), number: NUMBER, poNumber: PO_NUMBER, ...paid },
    { id: newId(), number: 'AB12-CD34', poNumber: null, ...paid },
  ]
  const part = { _id: newId(), sku: 'OR-3601-117-NBR', name: 'O-ring 117 × 3.6, ISO 3601, NBR' }
  const layouts = [
    newOrdersMail(shop, orders.slice(0, 1)),
    newOrdersMail(shop, orders),
    lowStockMail(shop, [{ ...part, quantity: 80, reorderPoint: 2000 }]),
  ]
  return layouts.map((layout) => ({ kind: 'staff', subject: layout.title, ...renderMail(layout) }))
}

const accountMails = (shop: TestShop): NamedMail[] =>
  [
    passwordMail(shop, 'Ada Sample'),
    sessionsEndedMail(shop, 'Ada Sample'),
    newBrowserMail(shop, 'Ada Sample', { browser: 'Firefox on Windows', address: '2001:db8::7' }),
    newBrowserMail(shop, 'Ada Sample', { browser: 'Unknown browser', address: undefined }),
    factorMails.addedMail(shop, { name: 'Ada Sample' }),
    factorMails.removedMail(shop, { name: 'Ada Sample' }),
    factorMails.newCodesMail(shop, { name: 'Ada Sample' }),
    addedMail(shop, 'Ada Sample', 'Work <laptop>'),
    removedMail(shop, 'Ada Sample', 'Work <laptop>'),
    roleMail('You are an admin of the shop now.'),
    newEmailMails.confirmMail(shop, 'a'.repeat(40)),
    newEmailMails.takenMail(),
    newEmailMails.changedMail(shop, 'a'.repeat(40), { name: 'Ada Sample', isVerified: true }),
    newEmailMails.undoneMail(shop),
  ].map((mail) => ({
    kind: `account ${mail.subject}`,
    ...mail,
  }))

const reviewMails = (shop: TestShop): NamedMail[] => {
  const review = { name: 'Ada Sample', comment: 'Good <bolts>.\n\nFast.', half_stars: 9, created_at: 0 }
  const layout = newReviewMail(shop, review)
  return [{ kind: 'review', subject: layout.title, ...renderMail(layout) }]
}

const disputeMails = (): NamedMail[] => {
  const sent = { id: 'du_1', state: 'open', amountCents: 5000, holdsMoney: true, isAnswered: false } as const
  const dispute = { ...sent, reason: 'product_not_received', dueAt: DAY_IN_FUTURE }
  const about = { number: NUMBER, page: at('/dashboard/order/sample'), timeZone: 'UTC' }
  return [disputeMail({ ...about, dispute })].map((layout) => ({
    kind: 'dispute',
    subject: layout.title,
    ...renderMail(layout),
  }))
}

const companyMails = (shop: TestShop, order: MailedOrder, words: MailWords): NamedMail[] => {
  const invited = { company: 'Sample <Works>', inviter: 'ada@example.com', role: 'approver' } as const
  const reason = JSON.stringify({ orderCents: 10_000, monthCents: 50_000, othersCents: 40_000 })
  const asked = { order: { ...order, name: 'Ada Sample' }, company: 'Sample <Works>', reason }
  const layout = approvalMail({ ...asked, page: at('/dashboard/approvals') })
  const worded = withMailWords(layout, words, approvalOccasion(order))
  return [
    { kind: 'invitation', ...invitationMail(shop, { ...invited, token: 'a'.repeat(40) }) },
    { kind: 'approval asked', subject: layout.title, ...renderMail(worded) },
  ]
}

function messageMails(words: MailWords): NamedMail[] {
  const about = {
    ...{ number: NUMBER, poNumber: PO_NUMBER, name: 'Ada Sample', email: 'ada@example.com' },
    texts: ['Ten of the screws are bent.\n\nWhat now?', 'And <one> is missing.'],
    page: at('/dashboard/order/sample'),
  }
  const answer = withMailWords(answerMail(about), words, answerOccasion(about))
  return [questionMail(about), answer].map((layout) => ({
    kind: 'message',
    subject: layout.title,
    ...renderMail(layout),
  }))
}

function returnMails(words: MailWords): NamedMail[] {
  const lines = NAMES.map((product_name, position) => ({
    ...{ return_id: 'return', position, product_id: 'product', product_name, sku: SKUS[position] ?? '' },
    ...{ quantity: 1200, restocked: 1000, scrapped: 200 },
  }))
  const mailed = {
    ...{ number: NUMBER, name: 'Ada Sample', reason: 'damaged' as const, lines },
    note: 'Ten are <bent>.\n\nSorry.',
    instructions: 'Sample Parts Ltd\n1 Sample Street\n\nWrite the number of the order on the parcel.',
    answer: 'They were <used>.\nSorry.',
    page: at('/dashboard/order/sample'),
  }
  const toStaff = (['asked', 'withdrawn'] as const).map((step) => ({
    kind: `staff return ${step}`,
    layout: staffReturnMail(step, mailed),
  }))
  const toCustomer = RETURN_MAILS.map((kind) => ({
    kind,
    layout: withMailWords(returnMail(kind, mailed), words, returnOccasion(kind, mailed)),
  }))
  return [...toStaff, ...toCustomer].map(({ kind, layout }) => ({
    kind,
    subject: layout.title,
    ...renderMail(layout),
  }))
}

function offerMails(): NamedMail[] {
  const line = { productId: 'product', sku: SKUS[0] ?? '', product: NAMES[0] ?? '', quantity: 1200 }
  const lines = JSON.stringify(Array.from({ length: 23 }, () => line))
  const offer = { id: 'offer', number: 12, lines, company_name: 'Sample <Works>' }
  const [number, page] = ['OF-000012', at('/dashboard/offer/offer')]
  const text = 'For the <pump>.\n\nWhen?'
  const sent = { number, name: 'Ada Sample', payable: 1234.5, validUntil: '2026-12-24', note: text, page }
  const layouts = [
    ...(['asked', 'message', 'accepted', 'declined'] as const).map((about) =>
      staffOfferMail({ about, offer, by: 'Ada Sample', text, page }),
    ),
    ...[1, 2].map((version) => sentMail({ ...sent, version })),
    offerAnswerMail({ number, text, page }),
    withdrawnMail({ number, reason: text, page }),
    withdrawnMail({ number, reason: null, page }),
  ]
  return layouts.map((layout) => ({ kind: 'offer', subject: layout.title, ...renderMail(layout) }))
}

const DAY_IN_FUTURE = Date.UTC(2026, 11, 24, 9, 30)

/** An order with all that any mail can say of one. */
function sampleOrder(count: number): MailedOrder {
  const lines = Array.from({ length: count }, (_, position) => ({
    ...{ order_id: 'order', position, product_id: `product-${position}` },
    product_name: NAMES[position % NAMES.length] ?? '',
    sku: SKUS[position % SKUS.length] ?? '',
    unit_price_e4: 425 + position * 1111,
    quantity: 1000 * (position + 1),
    ...{ weight_e4: 155_000, origin: 'DE', customs_code: '731815' },
    ...{ restocked: 0, refunded: 0, replaced: 0, backordered: 50, gone_cents: 0 },
    ...{ own: 'K-4711', note: 'Sample note' },
  }))
  const arrives = { from: '2026-12-01', to: '2026-12-03' }
  const parcel = { carrier: 'Sample Carrier', tracking: '00340434161094042557' }
  const trackingUrl = 'https://carrier.example/track?number=00340434161094042557&language=en'
  const shipment = { _id: 'shipment', at: '2026-11-28T10:00:00.000Z', lines: [], ...parcel, trackingUrl }
  return {
    ...{ id: newId(), number: NUMBER, po_number: PO_NUMBER, name: 'Ada Sample', user_id: 'customer' },
    ...{ created_at: 0, paid_at: 0, status: 'pending', progress: 'partly_shipped', entered_by: null },
    approval: null,
    ...{ account_days: 30, due_on: '2026-12-30', received_cents: 0, paid_by: null },
    ...{ shipped_at: null, cancelled_at: null },
    ...{ total_cents: 1_234_560, refunded_cents: 148, hold_until: DAY_IN_FUTURE },
    longerHold: DAY_IN_FUTURE,
    transaction_id: 'pi_3SampleTransaction0123456789',
    ...{ totalPrice: 12_000, payable: 12_345.6 },
    address: 'Atelier Exemple, 12 rue de l’Exemple, 69002 Lyon, France',
    addressLines: ['Atelier Exemple', 'Zoé Durand', '12 rue de l’Exemple', '69002 LYON', 'FRANCE'],
    delivery: {
      ...{ _id: 'express', name: 'Express by road with a notice by phone', price: 32, ships: '2026-11-30' },
      ...{ arrives, carrier: 'Sample Carrier', incoterm: 'DAP' },
    },
    tax: {
      kind: 'added',
      percent: 20,
      name: 'VAT',
      amount: 313.6,
      note: 'Reverse charge: Article 138 of Directive 2006/112/EC',
    },
    lines,
    shipment: { ...shipment, isLast: false, isWhole: count === 1, isAllOrdered: true },
    parcels: [shipment, shipment],
    lost: [shipment],
    covered: [{ position: 0, quantity: 300 }],
    refund: {
      ...{ amount_cents: 148, message: 'Ten were bent.\nSorry.', creditNote: 'CN-000001', hasPaper: true },
      isCredit: false,
      ...{ lines: [{ position: 0, quantity: 10, cents: 148 }], deliveryCents: 600 },
    },
    change: {
      by: 'shop',
      lines: ['HX-933-M8-40-A2: 1,000 instead of 500 pieces', 'OR-3601-117-NBR: removed'],
      fields: ['phone number', 'address'],
    },
  }
}

const NAMES = [
  'Hexagon head screw M8 × 40, DIN 933, A2-70',
  'O-ring 117 × 3.6, ISO 3601, NBR',
  'Deep groove ball bearing 6204-2RS, 20 × 47 × 14 mm, sealed on both sides, with grease for high temperatures',
]

const SKUS = ['HX-933-M8-40-A2', 'OR-3601-117-NBR', 'BB-625-6204-2RS']
