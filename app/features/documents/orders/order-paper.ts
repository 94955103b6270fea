import { addressLines } from '#features/delivery/delivery.ts'
import type { Address } from '#features/delivery/schema.ts'
import { arrivesText, methodText, weightText } from '#features/delivery/texts.ts'
import type { IssuedDocument } from '#features/invoices/invoices.ts'
import { chargesOf } from '#features/orders/charges.ts'
import { isMoneyGone, type Order, type OrderLine } from '#features/orders/orders.ts'
import { documentNumberText } from '#features/orders/texts.ts'
import type { SellerTerms } from '#features/settings/config.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { centsToDollars, exactCents, formatPrice, formatTotal } from '#kit/money.ts'
import { runningTotals } from '#kit/money-division.ts'
import { buyerWordsTexts } from '#kit/notes/buyer-words-texts.ts'
import type { PaperFormat } from '#kit/pdf/paper-format.ts'
import type { Cell, Column } from '#kit/pdf/table.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { countryName } from '#kit/text/country-name.ts'
import { longDayText, utcTimeText } from '#kit/text/utc-text.ts'
import { texts } from '#kit/texts.ts'
import type { Sum } from '../paper/paper-parts.ts'
import { documentTexts, orderPaperTexts } from '../texts.ts'
import { taxRemarks, taxSums } from './paper-sums.ts'

/** What a document about an order says, from top to bottom. */
export interface OrderPaper {
  /** What it is: "Invoice". */
  readonly kind: string
  readonly heading: string
  /** In milliseconds since 1970. */
  readonly at: number
  readonly seller: SellerTerms['seller']
  readonly format: PaperFormat
  /** Says on every page that it is a sample, or why nothing is to be sent; empty otherwise. */
  readonly banner: string
  readonly recipient: string
  readonly facts: readonly Fact[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  /** What the rows come to, after each of them; empty without prices. */
  readonly carried: readonly string[]
  readonly sums: readonly Sum[]
  /** Empty ones are left out. */
  readonly remarks: readonly string[]
}

export type Fact = readonly [label: string, value: string]

/** What a document is about. Without a seller in `terms` it is a sample. */
export interface PaperSource {
  readonly order: Order
  readonly terms: SellerTerms
  /** Whether no card is charged. */
  readonly isSandbox: boolean
  readonly format: PaperFormat
  /** In which the days of moments are counted. */
  readonly timeZone: string
}

/** What was ordered, for whom and for how much, and whether it is paid. */
export function confirmationPaper(source: PaperSource): OrderPaper {
  const { order } = source
  const { confirmation, note } = orderPaperTexts
  return {
    ...pricedPaper(source),
    kind: confirmation,
    heading: `${confirmation} ${order.number}`,
    at: Date.parse(order.createdAt),
    facts: [...orderFacts(source), ...customsFacts(order), ...deliverToFacts(order)],
    rows: pricedRows(order, partCell),
    remarks: [
      ...taxRemarks(order),
      paymentText(source),
      order.note === undefined ? '' : `${note}: ${order.note}`,
    ],
  }
}

/**
 * An invoice from before its data was kept, in the look that it had: with refunds and the day of shipping. Its seller and tax are
 * those of the time when it was issued, its days in UTC as they were then. Of the refunds it has those without credit notes,
 * which come to `creditedCents`.
 */
export function formerInvoicePaper(
  given: PaperSource,
  invoice: IssuedDocument,
  creditedCents: number,
): OrderPaper {
  const { refundedAmount = 0, ...kept } = given.order
  const formerCents = exactCents(refundedAmount) - creditedCents
  const order = { ...kept, ...(formerCents > 0 && { refundedAmount: centsToDollars(formerCents) }) }
  const source = { ...given, order, timeZone: 'UTC' }
  const number = documentNumberText('invoice', invoice.number)
  const { invoice: kind, invoiceNumber, invoiceDate } = orderPaperTexts
  return {
    ...pricedPaper({ ...source, terms: invoice.terms ?? source.terms }),
    format: 'A4',
    kind,
    heading: `${kind} ${number}`,
    at: invoice.issuedAt,
    facts: [[invoiceNumber, number], [invoiceDate, longDayText(invoice.issuedOn)], ...orderFacts(source)],
    remarks: [...taxRemarks(order), paymentText(source)],
  }
}

/**
 * What was paid for, by whom it was ordered and what went back, for a payer who has no account: of the customer the name
 * alone. Seller and tax are those of the invoice.
 */
export function receiptPaper(source: PaperSource, invoice: IssuedDocument | undefined): OrderPaper {
  const { order } = source
  const { receipt, receiptFor, notInvoice, orderNumber, poNumber } = orderPaperTexts
  return {
    ...pricedPaper({ ...source, terms: invoice?.terms ?? source.terms }),
    kind: receipt,
    heading: `${receipt} ${order.number}`,
    at: Date.parse(order.paidAt ?? order.createdAt),
    recipient: receiptFor(order.name),
    facts: [
      [orderNumber, order.number],
      ...(order.poNumber === undefined ? [] : [[poNumber, order.poNumber] as const]),
    ],
    remarks: [paymentText(source), notInvoice],
  }
}

/** The name has all the room that the others leave. */
export const PART_COLUMNS: readonly Column[] = [
  { title: orderPaperTexts.position, width: 'content' },
  { title: documentTexts.partNumber, width: 'content' },
  { title: orderPaperTexts.part, width: 'rest' },
  { title: orderPaperTexts.quantity, width: 'content', align: 'end' },
]

const PRICED_COLUMNS: readonly Column[] = [
  ...PART_COLUMNS,
  { title: documentTexts.pricePerPiece, width: 'content', align: 'decimal' },
  { title: documentTexts.total, width: 'content', align: 'end' },
]

/** What a paper with prices reads of an order, or of an offer. */
export type PricedOrder = Pick<
  Order,
  | 'lines'
  | 'totalPrice'
  | 'payable'
  | 'tax'
  | 'delivery'
  | 'refundedAmount'
  | 'name'
  | 'address'
  | 'billTo'
  | 'cancelledAt'
>

type PricedSource = Omit<PaperSource, 'timeZone' | 'order'> & { readonly order: PricedOrder }

export function pricedPaper({ order, terms, ...source }: PricedSource) {
  const { lines, payable, refundedAmount } = order
  const { total } = documentTexts
  const { refunded } = orderPaperTexts
  const sums: readonly Sum[] = [
    ...chargesOf(order),
    { text: total, value: formatTotal(payable), isTotal: true },
    ...taxSums(order, terms.taxPercent),
    ...(refundedAmount === undefined ? [] : [{ text: refunded, value: `−${formatTotal(refundedAmount)}` }]),
  ]
  return {
    ...commonPaper({ order, terms, ...source }),
    columns: PRICED_COLUMNS,
    rows: pricedRows(order, ({ product }) => product),
    carried: runningTotals(lines.map(({ lineTotal }) => lineTotal)).map(formatTotal),
    sums,
  }
}

export const pricedRows = ({ lines }: Pick<Order, 'lines'>, cellOf: (line: OrderLine) => Cell): Cell[][] =>
  lines.map((line, index) => [
    String(index + 1),
    line.sku,
    cellOf(line),
    formatCount(line.quantity),
    formatPrice(line.unitPrice),
    formatTotal(line.lineTotal),
  ])

export function commonPaper({
  order,
  terms: { seller },
  isSandbox,
  format,
}: Omit<PricedSource, 'order'> & {
  readonly order: Pick<Order, 'name' | 'address' | 'billTo' | 'cancelledAt'>
}) {
  const { sample, noSeller, cancelled } = orderPaperTexts
  const banner = [
    ...(order.cancelledAt === undefined ? [] : [cancelled]),
    ...(seller ? [] : [sample, isSandbox ? texts.sandboxBanner : noSeller]),
  ].join(' ')
  return {
    seller,
    format,
    banner,
    recipient: recipientText(order, order.billTo),
  }
}

/** The address in its lines; that of an order in one line with the name of the account. */
export const recipientText = (
  { name, address }: Pick<Order, 'name' | 'address'>,
  structured: Address | undefined,
): string => (structured ? addressLines(structured).join('\n') : `${name}\n${address}`)

/** What carriers and customs ask of an order. */
export const customsFacts = ({ weight, delivery }: Pick<Order, 'weight' | 'delivery'>): Fact[] => [
  ...(delivery ? [[orderPaperTexts.delivery, deliveryText(delivery)] as const] : []),
  ...(weight === undefined ? [] : [[orderPaperTexts.weight, weightText(weight)] as const]),
]

/** Where an order goes whose invoice goes elsewhere. */
const deliverToFacts = ({ billingLines, addressLines: lines }: Order): Fact[] =>
  billingLines ? [[orderPaperTexts.deliverTo, lines.join('\n')]] : []

const deliveryText = (delivery: NonNullable<Order['delivery']>): string =>
  `${methodText(delivery)}. ${arrivesText(delivery.arrives)}`

/** A part, and below it the words of its buyer, its code of the tariff, its origin, and what else is said of it. */
export const partCell = (line: OrderLine, more = ''): Cell => ({
  text: line.product,
  detail: [...buyerWordsTexts(line), customsText(line, more)].filter(Boolean).join('\n'),
})

const customsText = ({ customsCode, origin }: OrderLine, more: string): string =>
  [
    customsCode && `${orderPaperTexts.customsCode} ${customsCode}`,
    origin && `${orderPaperTexts.origin} ${countryName(origin)}`,
    more,
  ]
    .filter(Boolean)
    .join(', ')

/** The day of a moment in words. */
export const dayIn = (timeZone: string, moment: string): string =>
  longDayText(dayAt(Date.parse(moment), timeZone))

export function orderFacts({ order, timeZone }: Pick<PaperSource, 'order' | 'timeZone'>): Fact[] {
  const { number, createdAt, poNumber, shippedAt } = order
  const { orderNumber, orderDate, poNumber: poLabel, shipped } = orderPaperTexts
  return [
    [orderNumber, number],
    [orderDate, dayIn(timeZone, createdAt)],
    ...(poNumber === undefined ? [] : [[poLabel, poNumber] as const]),
    ...(shippedAt === undefined ? [] : [[shipped, dayIn(timeZone, shippedAt)] as const]),
  ]
}

function paymentText({ order, timeZone }: Pick<PaperSource, 'order' | 'timeZone'>): string {
  const { paidAt, holdUntil, transactionId = '', dispute, lostAmount } = order
  const { paidOn, payUntil, chargedBack, partlyChargedBack } = orderPaperTexts
  if (dispute === 'lost' && isMoneyGone(order)) return chargedBack
  if (paidAt !== undefined) {
    const back = lostAmount === undefined ? '' : ` ${partlyChargedBack(formatTotal(lostAmount))}`
    return paidOn(dayIn(timeZone, paidAt), transactionId) + back
  }
  return holdUntil === undefined ? '' : payUntil(utcTimeText(Date.parse(holdUntil)))
}
