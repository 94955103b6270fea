import { incotermText } from '#features/delivery/incoterm-text.ts'
import type { Address } from '#features/delivery/schema.ts'
import { weightText } from '#features/delivery/texts.ts'
import { centsToDollars } from '#kit/money.ts'
import { type BatchPrice, batchPriceFor } from '#kit/money-division.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { type InvoiceDocument, type InvoiceLine, linePrice } from '../document/invoice-document.ts'
import { invoiceTexts } from '../texts.ts'

/** What both syntaxes say in the same way. `BT` and `BG` are the terms and groups of EN 16931-1. */

/** An amount in dollars. */
export const amountText = (cents: number): string => centsToDollars(cents).toFixed(2)

/** UNTDID 1001: a commercial invoice, a credit note. */
export const TYPE_CODES: Readonly<Record<InvoiceDocument['kind'], string>> = {
  invoice: '380',
  credit_note: '381',
}

/** Recommendation 20 of the UN/ECE: a piece. */
export const PIECE = 'H87'

/** The scheme of an electronic address that is an e-mail address, in the list of the European Commission. */
export const EMAIL_SCHEME = 'EM'

/** UNTDID 7161: delivery. */
export const DELIVERY_REASON = 'DL'

/** UNTDID 7143: the harmonized system of customs. */
export const CUSTOMS_LIST = 'HS'

/** A line as it stands in XML, without the tax. */
export interface XmlLine
  extends Pick<InvoiceLine, 'sku' | 'name' | 'quantity' | 'origin' | 'customsCode' | 'own' | 'note'> {
  readonly id: string
  readonly netCents: number
  readonly price: BatchPrice
}

/** The lines. A credit note about the delivery alone has it as a line, since there is none without one (BR-16). */
export function xmlLines(document: InvoiceDocument): XmlLine[] {
  const { lines, delivery } = document
  if (lines.length > 0 || !delivery)
    return lines.map((line, index) => ({ ...line, id: String(index + 1), price: netPriceOf(line, document) }))
  const { netCents } = delivery
  const price = batchPriceFor(netCents, 1)
  return [{ id: '1', sku: '', name: invoiceTexts.delivery(delivery.name), quantity: 1, netCents, price }]
}

/** The delivery as a charge on the document (BG-21), without the tax; undefined when it costs nothing or is a line. */
export function deliveryCharge({ lines, delivery }: InvoiceDocument) {
  if (lines.length === 0 || !delivery || delivery.netCents === 0) return undefined
  return { reason: invoiceTexts.delivery(delivery.name), netCents: delivery.netCents }
}

/** The price without tax (BT-146) of so many pieces (BT-149), in whole cents. That of the order may be with tax. */
const netPriceOf = (line: InvoiceLine, { tax }: Pick<InvoiceDocument, 'tax'>): BatchPrice =>
  tax.kind === 'included' ? batchPriceFor(line.netCents, line.quantity) : linePrice(line, line.netCents)

/** The category of the tax (BT-118, BT-151) in UNTDID 5305. */
export interface TaxCategory {
  readonly code: 'S' | 'Z' | 'E' | 'K' | 'G' | 'O'
  readonly percent: string
  /** That of a line or a charge: what is not subject to VAT has none (BR-O-05). */
  readonly linePercent?: string
  /** Why no tax is charged (BT-120), and its code (BT-121). */
  readonly reason?: string
  readonly reasonCode?: string
}

/** Reverse charge of the shop is of goods alone: an intra-Community supply. */
export function taxCategoryOf({ tax, seller }: InvoiceDocument): TaxCategory {
  const { kind, percent, note } = tax
  if (kind === 'none')
    return {
      code: 'O',
      percent: '0',
      reason: invoiceTexts.notSubjectToTax,
      reasonCode: 'VATEX-EU-O',
    }
  const rate = { percent: String(percent), linePercent: String(percent) }
  const reason = note === undefined ? {} : { reason: note }
  if (kind === 'reverse_charge') return { code: 'K', ...rate, ...reason, reasonCode: 'VATEX-EU-IC' }
  if (kind !== 'export') return { code: percent === 0 ? 'Z' : 'S', ...rate }
  // "Export" wants a VAT ID of the seller (BR-G-02), which sellers of most countries outside of the EU do not have.
  return seller.vatId === undefined
    ? { code: 'E', ...rate, ...reason }
    : { code: 'G', ...rate, ...reason, reasonCode: 'VATEX-EU-G' }
}

/**
 * What has no place of its own (BT-22): what the tax says besides its category, such as why there is no reverse charge; the
 * Incoterm and the weight.
 */
export function noteOf(document: InvoiceDocument): string | undefined {
  const { tax, shipping = {}, seller, deliverTo } = document
  const { incoterm, weight } = shipping
  const notes = [
    tax.note === taxCategoryOf(document).reason ? undefined : tax.note,
    incoterm && `Incoterm: ${incotermText(incoterm, { from: seller.address, to: deliverTo })}`,
    weight === undefined ? undefined : `Net weight: ${weightText(weight)}`,
  ]
  return notes.filter((note) => note !== undefined).join('\n') || undefined
}

/** The identifiers of seller and buyer. */
export interface Identifiers {
  /** BT-29: wanted where there is no VAT ID (BR-CO-26). */
  readonly seller: string | undefined
  /** BT-31. */
  readonly sellerVatId: string | undefined
  /** BT-32. */
  readonly sellerTaxNumber: string | undefined
  /** BT-48. */
  readonly buyerVatId: string | undefined
}

/** What is not subject to VAT names no VAT ID (BR-O-02): that of the seller is an identifier of the seller then. */
export function identifiersOf(document: InvoiceDocument): Identifiers {
  const { vatId, taxNumber } = document.seller
  const isOutside = taxCategoryOf(document).code === 'O'
  return {
    seller: isOutside ? (vatId ?? taxNumber) : vatId === undefined ? taxNumber : undefined,
    sellerVatId: isOutside ? undefined : vatId,
    sellerTaxNumber: taxNumber,
    buyerVatId: isOutside ? undefined : document.buyer.vatId,
  }
}

/** The name of a party, and whom to ask for there. */
export const partyNames = ({ company, name }: Pick<Address, 'company' | 'name'>) =>
  company === undefined ? { party: name } : { party: company, contact: name }

/** The lines of a street: three at most (BT-35, BT-36, BT-162). */
export const streetLines = (street: string | undefined): string[] => street?.split('\n') ?? []

/** The terms of payment (BT-20), in words: until when it is to be paid. */
export const paymentTermsOf = ({ dueOn }: InvoiceDocument): string | undefined =>
  dueOn === undefined ? undefined : invoiceTexts.payBy(longDayText(dueOn))

/** How it was paid (BT-81 in UNTDID 4461): online, by a card or otherwise; or is to be paid: by credit transfer. */
export interface Payment {
  readonly code: '68' | '30' | '1'
  /** BT-83: what the payment names. */
  readonly reference: string | undefined
  /** BG-17: the account to which it is to be paid. */
  readonly account?: { readonly iban: string; readonly bic?: string | undefined; readonly name?: string }
}

export function paymentOf({ totals, seller, number, references }: InvoiceDocument): Payment {
  if (totals.dueCents === 0) return { code: '68', reference: references.transactionId }
  const { bank, name } = seller
  // Nothing is known of the account: "instrument not defined".
  if (!bank) return { code: '1', reference: number }
  return {
    code: '30',
    reference: number,
    account: { iban: bank.iban, bic: bank.bic, ...(name && { name }) },
  }
}
