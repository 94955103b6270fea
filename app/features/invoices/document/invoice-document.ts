import type { Address } from '#features/delivery/schema.ts'
import type { Seller } from '#features/settings/schema.ts'
import type { Tax } from '#features/tax/schema.ts'
import { exactE4, totalCents } from '#kit/money.ts'
import { type BatchPrice, batchPriceFor, batchPriceOf } from '#kit/money-division.ts'
import type { BuyerWords } from '#kit/notes/buyer-words.ts'

/**
 * What an invoice or a credit note says, as it is frozen: JSON, which nothing changes later. Days are as "2026-11-26", amounts
 * in whole cents; those of a credit note are above 0 too. The page, the PDF and the XML all tell what is here.
 */
export interface InvoiceDocument {
  readonly kind: 'invoice' | 'credit_note'
  readonly number: string
  readonly issuedOn: string
  /** Until when `totals.dueCents` is to be paid. Present when there is something due. */
  readonly dueOn?: string
  /**
   * When the goods leave: the day of the last shipment, else the day that was promised, unless that is before the day of issue,
   * else the day of issue. The law wants a day, and an order is paid before it is shipped.
   */
  readonly deliveredOn: string
  /** As ISO 4217 writes it: "USD". */
  readonly currency: string
  /** As it was in the settings. Without a name or an address the document is a sample; `missingFields` tells what else XML needs. */
  readonly seller: Seller
  readonly buyer: Buyer
  readonly deliverTo: Address
  readonly lines: readonly InvoiceLine[]
  /** What carriers and customs ask of the goods. Absent in a credit note, and in documents from before it was kept. */
  readonly shipping?: Shipping
  readonly delivery?: InvoiceDelivery
  readonly tax: Pick<Tax, 'kind' | 'percent' | 'name' | 'note'>
  readonly totals: InvoiceTotals
  readonly references: References
}

/** Who pays. An address in one line is the `street`. */
export interface Buyer {
  readonly address: Address
  readonly email: string
  readonly vatId?: string
}

/** An amount without and with the tax. Tax, too, that a price does not include is divided among lines and delivery. */
export interface Amounts {
  readonly netCents: number
  readonly grossCents: number
}

/** Pieces of a part; in a credit note those that are paid back, or an amount alone. */
export interface InvoiceLine extends Amounts, BuyerWords {
  /** That of the line of the order, from 0. Absent in a credit note about an amount alone. */
  readonly position?: number
  /** Empty for an amount alone. */
  readonly sku: string
  readonly name: string
  readonly quantity: number
  /** In dollars per piece as ordered, with at most 4 decimals: with the tax where prices include it. */
  readonly unitPrice: number
  readonly origin?: string
  readonly customsCode?: string
}

interface Shipping {
  /** As "DAP": of the method that was chosen. */
  readonly incoterm?: string
  /** Of all pieces without what packs them, in kg. */
  readonly weight?: number
}

interface InvoiceDelivery extends Amounts {
  readonly name: string
}

/** `linesCents` and `deliveryCents` are as ordered: with the tax where prices include it. */
interface InvoiceTotals extends Amounts {
  readonly linesCents: number
  readonly deliveryCents: number
  readonly taxCents: number
  /** Of `grossCents` what is paid, in a credit note what was paid back. */
  readonly paidCents: number
  readonly dueCents: number
}

interface References {
  readonly orderNumber: string
  /** The day of the order, for paper: the standard has no place for it. */
  readonly orderedOn: string
  readonly poNumber?: string
  /** The payment at the provider; in a credit note that which is paid back. */
  readonly transactionId?: string
  /** What this document corrects: the invoice of a credit note, or the credit note whose money came back. */
  readonly preceding?: { readonly number: string; readonly issuedOn: string }
}

/** An amount as it was ordered: with the tax where prices include it. This is what pages and paper show beside the price. */
export const shownCents = (
  { netCents, grossCents }: Amounts,
  { tax }: Pick<InvoiceDocument, 'tax'>,
): number => (tax.kind === 'included' ? grossCents : netCents)

/**
 * The price of so many pieces, in whole cents, at which a line comes to this amount: that of the order where the amount is its
 * product, else the one that gives the amount, which what is left of a line does not.
 */
export function linePrice({ unitPrice, quantity }: InvoiceLine, cents: number): BatchPrice {
  const priceE4 = exactE4(unitPrice)
  return totalCents(priceE4, quantity) === cents ? batchPriceOf(priceE4) : batchPriceFor(cents, quantity)
}
