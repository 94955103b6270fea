import { countText, formatCount, piecesText } from '#kit/text/count-text.ts'

/** Texts that the specification quotes literally, mistakes included, and a few others. Each is written only here. */
export const orderTexts = {
  belowMinimum: 'Quantity should be greater then 100',
  placed: 'Review posted successfully',
  justPlaced: 'Just placed',
  cancelled: 'Order canceled successfully',
  shipped: 'Order is shipped',
  reverted: 'Order is reverted to pending',
  poNumberHint: 'The buyer’s own number for this purchase, if there is one. It is printed on the invoice.',
  confirmToHoldLonger: 'Confirm your e-mail address, and the pieces are held longer.',
  notPaidYet: 'Not paid yet',
  onAccount: 'On account',
  payBy: (day: string) => `Pay by ${day}`,
  waitsForApproval: 'Waits for approval',
  declined: 'Declined',
  pending: 'Pending',
  shippingPending: 'Shipping pending',
  partlyShipped: 'Partly shipped',
  onBackorder: 'On backorder',
  shippedStatus: 'Shipped',
  paid: 'Paid',
  addressChanged: 'Address changed',
  late: 'Late',
  shipsToday: 'Today',
  goods: 'Goods',
  delivery: 'Delivery',
  free: 'Free',
  cancelledStatus: 'Cancelled',
  refunded: 'Refunded',
  afterRefund: 'Total after the refund',
  partlyRefunded: 'Partly refunded',
  disputed: 'Disputed',
  disputeLost: 'Dispute lost',
  disputePartLost: 'Partly charged back',
  refundFailed: 'Refund failed',
  refundPending: 'Refund pending',
} as const

/** The specification's text, with the minimum of the product. */
export const belowMinimumText = (minimum: number): string =>
  orderTexts.belowMinimum.replace('100', String(minimum))

/** "1 order", "1,200 orders", or "1,000+ orders" when the shop stopped counting there. */
export const ordersText = (total: number, isTotalCut = false): string =>
  `${countText({ total, isTotalCut })} ${total === 1 ? 'order' : 'orders'}`

/** "40 of 100 pieces on backorder". */
export const backorderedText = (pieces: number, ordered: number): string =>
  `${formatCount(pieces)} of ${piecesText(ordered)} on backorder`

/** The customer's own number, so that it is read as one: "PO 4711". */
export const poNumberText = (poNumber: string): string =>
  /^p\.?o\b/i.test(poNumber) ? poNumber : `PO ${poNumber}`

/** The products of an order in a few words: its only one, or "Hexagon nut M8 and 2 more". */
export function productsText([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

/** What the numbers of documents begin with, as they stand on them: `INV-000123`, `CN-000007`. */
const PREFIXES = { invoice: 'INV', credit_note: 'CN' } as const

export type NumberedKind = keyof typeof PREFIXES

export interface DocumentNumber {
  readonly kind: NumberedKind
  readonly number: number
}

/** What stands on the document. */
export const documentNumberText = (kind: NumberedKind, number: number): string =>
  `${PREFIXES[kind]}-${String(number).padStart(6, '0')}`

/** The number that a word is, in any case, also without its zeros and its hyphen; undefined for other words. */
export function readDocumentNumber(word: string): DocumentNumber | undefined {
  const [, prefix, digits] = /^(inv|cn)-?(\d{1,9})$/i.exec(word) ?? []
  if (prefix === undefined) return undefined
  return { kind: prefix.toLowerCase() === 'cn' ? 'credit_note' : 'invoice', number: Number(digits) }
}
