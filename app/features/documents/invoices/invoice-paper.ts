import { addressLines } from '#features/delivery/delivery.ts'
import { incotermText } from '#features/delivery/incoterm-text.ts'
import { weightText } from '#features/delivery/texts.ts'
import {
  type InvoiceDocument,
  type InvoiceLine,
  invoiceXml,
  linePrice,
  missingFields,
  shownCents,
} from '#features/invoices/invoices.ts'
import { documentKindTexts, invoiceTexts } from '#features/invoices/texts.ts'
import type { SellerTerms } from '#features/settings/config.ts'
import { taxRateText, taxText } from '#features/tax/texts.ts'
import { runInCurrency } from '#kit/identity/run-as.ts'
import { moneySign } from '#kit/identity/shop-currency.ts'
import { shopName } from '#kit/identity/shop-identity.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { batchPriceText, runningTotals } from '#kit/money-division.ts'
import { buyerWordsTexts } from '#kit/notes/buyer-words-texts.ts'
import { type PaperFormat, paperFormatOf } from '#kit/pdf/paper-format.ts'
import type { Cell, Column } from '#kit/pdf/table.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { countryName } from '#kit/text/country-name.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { PART_COLUMNS } from '../orders/order-paper.ts'
import type { Sum } from '../paper/paper-parts.ts'
import { documentTexts, invoicePaperTexts, orderPaperTexts } from '../texts.ts'
import { paymentCode } from './payment-code.ts'

/** What an invoice or a credit note says, from top to bottom: its texts are made here, so that the process only draws them. */
export interface InvoicePaper {
  /** What it is: "Invoice". */
  readonly kind: string
  readonly heading: string
  /** That of the country of the seller. */
  readonly format: PaperFormat
  /** In milliseconds since 1970: the day of issue, so that the same document is the same file. */
  readonly at: number
  /** Its name, or that of the shop. */
  readonly sellerName: string
  /** Beside the address of the buyer. */
  readonly seller: readonly string[]
  /** At the foot of each page. */
  readonly foot: readonly string[]
  /** Says on every page that it is a sample; empty otherwise. */
  readonly banner: string
  readonly buyer: readonly string[]
  /** Empty when the goods go to the buyer. */
  readonly deliverTo: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  /** What the rows come to, after each of them. */
  readonly carried: readonly string[]
  readonly sums: readonly Sum[]
  readonly remarks: readonly string[]
  /** What the QR code by which it is paid says, if it has one. */
  readonly paymentCode?: string
  /** What is attached; a sample has none, nor has a document that lacks what EN 16931 wants. */
  readonly xml?: string
}

/**
 * All that stands on the paper, from the frozen data alone. Amounts are as ordered: with the tax where prices include it. `terms`
 * are who sells as the document was issued: without them it is a sample; their address is on paper where the data has none.
 */
export const frozenPaper = (document: InvoiceDocument, terms: SellerTerms['seller']): InvoicePaper =>
  runInCurrency(document.currency.toLowerCase(), () => paperOf(document, terms))

function paperOf(document: InvoiceDocument, terms: SellerTerms['seller']): InvoicePaper {
  const { kind, number, issuedOn, seller, buyer } = document
  const { samples, vatId } = invoicePaperTexts
  const [deliverTo, billTo] = [document.deliverTo, buyer.address].map(addressLines)
  const isSame = deliverTo?.join('\n') === billTo?.join('\n')
  const code = terms && paymentCode(document)
  return {
    kind: documentKindTexts[kind],
    heading: `${documentKindTexts[kind]} ${number}`,
    format: paperFormatOf(seller.address?.country),
    at: Date.parse(issuedOn),
    sellerName: sellerNameOf(document, terms),
    ...sellerTexts(document, terms),
    banner: terms ? '' : samples[kind](seller.name ? 'address' : 'seller'),
    buyer: [...(billTo ?? []), ...(buyer.vatId === undefined ? [] : [vatId(buyer.vatId)])],
    deliverTo: isSame ? [] : (deliverTo ?? []),
    facts: factsOf(document),
    columns: COLUMNS,
    ...rowsOf(document),
    sums: sumsOf(document),
    remarks: remarksOf(document),
    ...(code !== undefined && { paymentCode: code }),
    ...(terms && missingFields(document, 'cii').length === 0 && { xml: invoiceXml(document, 'cii') }),
  }
}

/** Where the data has no address all is as in the terms, so that no name stands above the address of another one. */
const sellerNameOf = ({ seller }: Pick<InvoiceDocument, 'seller'>, terms: SellerTerms['seller']): string =>
  (seller.address ? seller.name : terms?.name) ?? seller.name ?? shopName()

function sellerTexts(
  { seller }: InvoiceDocument,
  terms: SellerTerms['seller'],
): Pick<InvoicePaper, 'seller' | 'foot'> {
  const { address, email, phone, vatId, taxNumber, bank } = seller
  const own = sellerNameOf({ seller }, terms)
  const lines = address
    ? addressLines({ ...address, name: address.name ?? own })
    : [own, ...(terms?.address.split('\n') ?? [])]
  const ids = [vatId && invoicePaperTexts.vatId(vatId), taxNumber && invoicePaperTexts.taxNumber(taxNumber)]
  const given = (all: readonly (string | undefined)[]): string[] => all.filter((text) => text !== undefined)
  return {
    seller: given([...lines, phone, email, ...ids]),
    foot: [
      given([...lines, vatId && invoicePaperTexts.vatId(vatId)]).join(' · '),
      ...(bank ? [invoicePaperTexts.bank(bank)] : []),
    ],
  }
}

function factsOf(document: InvoiceDocument): InvoicePaper['facts'] {
  const { kind, issuedOn, deliveredOn, dueOn, references } = document
  const { order, poNumber } = orderPaperTexts
  const { dates, supplyDate, due, corrected, currency, currencyOf } = invoicePaperTexts
  const { preceding, orderNumber, orderedOn } = references
  return [
    [dates[kind], longDayText(issuedOn)],
    ...(preceding ? [[corrected[kind], numberAndDay(preceding.number, preceding.issuedOn)] as const] : []),
    ...(kind === 'invoice' ? [[supplyDate, longDayText(deliveredOn)] as const] : []),
    ...(dueOn === undefined ? [] : [[due, longDayText(dueOn)] as const]),
    [order, numberAndDay(orderNumber, orderedOn)],
    ...(references.poNumber === undefined ? [] : [[poNumber, references.poNumber] as const]),
    [currency, currencyOf(document.currency)],
    ...shippingFacts(document),
  ]
}

function shippingFacts({ shipping = {}, seller, deliverTo }: InvoiceDocument): InvoicePaper['facts'] {
  const { incoterm, weight } = shipping
  const texts = invoicePaperTexts
  return [
    ...(incoterm === undefined
      ? []
      : [[texts.incoterm, incotermText(incoterm, { from: seller.address, to: deliverTo })] as const]),
    ...(weight === undefined ? [] : [[texts.weight, weightText(weight)] as const]),
  ]
}

const numberAndDay = (number: string, day: string): string => `${number}\n${longDayText(day)}`

const COLUMNS: readonly Column[] = [
  ...PART_COLUMNS,
  { title: invoicePaperTexts.price, width: 'content', align: 'end' },
  { title: documentTexts.total, width: 'content', align: 'end' },
]

const dollars = (cents: number): string => formatTotal(centsToDollars(cents))

/** Where separators of thousands stand. */
const THOUSANDS = /\B(?=(\d{3})+\.)/g

/** A credit note about the delivery alone has it as a row, as its XML does. */
function rowsOf(document: InvoiceDocument): Pick<InvoicePaper, 'rows' | 'carried'> {
  const { lines, delivery } = document
  const own: readonly InvoiceLine[] =
    lines.length > 0 || !delivery ? lines : [{ ...delivery, ...deliveryLine(document) }]
  const shown = own.map((line) => shownCents(line, document))
  return {
    rows: own.map((line, index) => {
      const { amount, pieces } = batchPriceText(linePrice(line, shown[index] ?? 0))
      const { per } = invoicePaperTexts
      return [
        String(index + 1),
        line.sku,
        { text: line.name, detail: detailText(line) },
        formatCount(line.quantity),
        { text: `${moneySign()}${amount.replace(THOUSANDS, ',')}`, detail: pieces === 1 ? '' : per(pieces) },
        dollars(shown[index] ?? 0),
      ]
    }),
    carried: runningTotals(shown.map(centsToDollars)).map(formatTotal),
  }
}

const deliveryLine = ({ delivery, totals }: InvoiceDocument) => ({
  sku: '',
  name: invoiceTexts.delivery(delivery?.name ?? ''),
  quantity: 1,
  unitPrice: centsToDollars(totals.deliveryCents),
})

const detailText = (line: InvoiceLine): string =>
  [...buyerWordsTexts(line), customsText(line)].filter(Boolean).join('\n')

const customsText = ({ customsCode, origin }: InvoiceLine): string =>
  [
    customsCode && `${invoicePaperTexts.customsCode} ${customsCode}`,
    origin && `${orderPaperTexts.origin} ${countryName(origin)}`,
  ]
    .filter(Boolean)
    .join(', ')

function sumsOf(document: InvoiceDocument): Sum[] {
  const { kind, lines, delivery, tax, totals, references } = document
  const { paid, transaction, toPay } = invoicePaperTexts
  const { paidCents, dueCents, grossCents } = totals
  const hasDelivery = delivery !== undefined && lines.length > 0
  const paidText =
    references.transactionId === undefined ? paid[kind] : transaction(paid[kind], references.transactionId)
  return [
    ...(hasDelivery
      ? [
          { text: orderPaperTexts.goods, value: dollars(totals.linesCents) },
          { text: invoiceTexts.delivery(delivery.name), value: dollars(totals.deliveryCents) },
        ]
      : []),
    ...(tax.kind === 'added' ? taxSums(document) : []),
    { text: documentTexts.total, value: dollars(grossCents), isTotal: true },
    ...(tax.kind === 'added' ? [] : taxSums(document)),
    ...(paidCents > 0 ? [{ text: paidText, value: dollars(paidCents) }] : []),
    ...(dueCents > 0 ? [{ text: toPay, value: dollars(dueCents) }] : []),
  ]
}

/** The tax at its rate, and on what. */
function taxSums({ tax, totals: { netCents, taxCents } }: InvoiceDocument): Sum[] {
  const { net, taxOn, includes } = invoicePaperTexts
  const value = dollars(taxCents)
  const taxed = taxOn(taxRateText(tax), dollars(netCents))
  if (tax.kind === 'added')
    return [
      { text: net, value: dollars(netCents) },
      { text: taxed, value },
    ]
  if (tax.kind === 'included') return [{ text: includes(taxed), value }]
  return [{ text: taxText({ ...tax, amount: 0 }) }]
}

/** What the law wants to be said of the tax, and how to pay. */
function remarksOf({ tax, totals, dueOn, seller, number }: InvoiceDocument): string[] {
  const bank = seller.bank ? invoicePaperTexts.bank(seller.bank) : ''
  return [
    ...(tax.note === undefined ? [] : [tax.note]),
    ...(dueOn === undefined
      ? []
      : [invoicePaperTexts.payTo(dollars(totals.dueCents), longDayText(dueOn), bank, number)]),
  ]
}
