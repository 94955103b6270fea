import type { Order } from '#features/orders/orders.ts'
import { documentNumberText } from '#features/orders/texts.ts'
import type { SellerTerms } from '#features/settings/config.ts'
import type { Settings } from '#features/settings/schema.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { nextNumber } from '#kit/db/row-counts.ts'
import type { Log } from '#kit/log.ts'
import { isoDay } from '#kit/time.ts'
import { invoiceOf } from '../document/from-order.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import { makeDocument } from './make-document.ts'
import '../tables.ts'

/** An invoice as it is stored. `issuedAt` is in milliseconds since 1970. */
export interface IssuedDocument {
  /** From 1 on without gaps, in the sequence in which they are issued. It never changes. */
  readonly number: number
  readonly issuedAt: number
  /** The day that it bears, such as "2026-02-01". */
  readonly issuedOn: string
  /** Of the time when it was issued, without a seller for a sample; absent for one from before they were kept. */
  readonly terms?: SellerTerms
  /** What it says. Absent for an invoice from before there was this data. */
  readonly document?: InvoiceDocument
  /** Of an invoice over a credit note whose money came back. */
  readonly isInvoicedAgain?: boolean
}

/** What an invoice is issued for: a paid order, or one on account that is shipped. `terms` without a seller make it a sample. */
interface NewInvoice {
  readonly order: Order
  readonly currency: string
  readonly seller: Settings['seller']
  readonly terms: SellerTerms
  readonly at: number
  /** In which days are counted. */
  readonly timeZone: string
  /** Of an order on account: until when it is to be paid. */
  readonly dueOn?: string
}

/**
 * Gives an order its invoice, in the transaction that marks it paid: if that fails, the number is free again. On
 * PostgreSQL transactions wait from here on for each other, so it is their last statement. An order whose parts do not come to
 * what was paid gets one without data, which is logged: money that came in is recorded in any case.
 */
export async function issueInvoice(
  trx: Db,
  { log }: { readonly log: Log },
  { order, currency, seller, terms, at, timeZone, dueOn }: NewInvoice,
): Promise<void> {
  const number = await nextNumber(trx, 'invoices')
  const issuedOn = dayAt(at, timeZone)
  const source = {
    order,
    currency,
    seller,
    number: documentNumberText('invoice', number),
    issuedOn,
    timeZone,
    formerPercent: terms.taxPercent,
    ...(dueOn !== undefined && { dueOn }),
  }
  const document = makeDocument(log, { orderId: order._id }, () => invoiceOf(source))
  await trx
    .insertInto('invoices')
    .values({
      number,
      order_id: order._id,
      issued_at: at,
      issued_on: issuedOn,
      terms: JSON.stringify(terms),
      document: document ? JSON.stringify(document) : null,
    })
    .execute()
}

/**
 * The invoice of an order; undefined until the order is paid. With a `number` another one of that order, over a credit note whose
 * money came back. For those who may read the order.
 */
export async function findInvoice(
  db: Db,
  orderId: string,
  number?: number,
): Promise<IssuedDocument | undefined> {
  const row = await db
    .selectFrom('invoices')
    .select(['number', 'issued_at', 'issued_on', 'terms', 'document', 'credit_note'])
    .where('order_id', '=', orderId)
    .where((eb) => (number === undefined ? eb('credit_note', 'is', null) : eb('number', '=', number)))
    .executeTakeFirst()
  return row && { ...toIssuedDocument(row), ...(row.credit_note !== null && { isInvoicedAgain: true }) }
}

interface InvoiceRow {
  readonly number: number
  readonly issued_at: number
  readonly issued_on: string | null
  readonly terms: string | null
  readonly document: string | null
}

/** The day of a document: of one that a process of an earlier release wrote, in UTC. */
export const issuedDay = ({ issued_at, issued_on }: Pick<InvoiceRow, 'issued_at' | 'issued_on'>): string =>
  issued_on ?? isoDay(issued_at)

/** An invoice, or a credit note, from its row. */
export const toIssuedDocument = ({ terms, document, ...row }: InvoiceRow): IssuedDocument => ({
  number: row.number,
  issuedAt: row.issued_at,
  issuedOn: issuedDay(row),
  ...(terms !== null && { terms: JSON.parse(terms) as SellerTerms }),
  ...(document !== null && { document: JSON.parse(document) as InvoiceDocument }),
})
