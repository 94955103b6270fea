import { type RawBuilder, sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findOrderFor } from '#features/orders/orders.ts'
import type { OrderCreditNote } from '#features/orders/schema.ts'
import { type DocumentNumber, documentNumberText, readDocumentNumber } from '#features/orders/texts.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { isoDay, toIso } from '#kit/time.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import { invoiceRefusals } from '../refusals.ts'
import type { XmlFormat } from '../states.ts'
import { invoiceTexts } from '../texts.ts'
import { invoiceXml } from '../xml/invoice-xml.ts'
import { missingFields } from '../xml/missing-fields.ts'
import { findInvoice, type IssuedDocument, toIssuedDocument } from './issue-invoice.ts'
import '../tables.ts'

/**
 * The invoice of an order, refused (409) until it is paid; with a `number`, such as `INV-000124`, that one of the order, else
 * refused (404). For those who may read the order.
 */
export async function findIssuedInvoice(db: Db, orderId: string, number?: string): Promise<IssuedDocument> {
  if (number !== undefined) {
    const numbered = await findInvoice(db, orderId, numberOf('invoice', number))
    if (!numbered) throw noSuchDocument()
    return numbered
  }
  const invoice = await findInvoice(db, orderId)
  if (!invoice) throw new AppError('conflict', invoiceTexts.notPaid)
  return invoice
}

/**
 * A credit note of an order by its number, such as `CN-000007`; else refused (404). Its terms are those of the invoice. For those
 * who may read the order.
 */
export async function findCreditNote(db: Db, orderId: string, number: string): Promise<IssuedDocument> {
  const row = await db
    .selectFrom('credit_notes')
    .innerJoin('invoices', 'invoices.order_id', 'credit_notes.order_id')
    .select(['credit_notes.number', 'credit_notes.issued_at', 'credit_notes.issued_on'])
    .select(['credit_notes.document', 'invoices.terms'])
    .where('credit_notes.order_id', '=', orderId)
    .where('credit_notes.number', '=', numberOf('credit_note', number))
    .where('invoices.credit_note', 'is', null)
    .executeTakeFirst()
  if (!row) throw noSuchDocument()
  return toIssuedDocument(row)
}

/** The ids of the orders with this number of an invoice or a credit note. */
export async function findOrdersOfDocument(db: Db, { kind, number }: DocumentNumber): Promise<string[]> {
  const ofKind =
    kind === 'invoice'
      ? db.selectFrom('invoices').select('order_id').where('number', '=', number)
      : db.selectFrom('credit_notes').select('order_id').where('number', '=', number)
  return (await ofKind.execute()).map(({ order_id }) => order_id)
}

/** What the credit notes of an order come to, in cents, without those that were invoiced again. */
export async function creditedCents(db: Db, orderId: string): Promise<number> {
  const rows = await db
    .selectFrom('credit_notes')
    .leftJoin('invoices as again', 'again.credit_note', 'credit_notes.number')
    .select('amount_cents')
    .where('credit_notes.order_id', '=', orderId)
    .where('again.number', 'is', null)
    .execute()
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

/** An order has its own refunds and a few of the provider's. */
const MAXIMUM_CREDIT_NOTES = 500

/** The credit notes of an order, oldest first. */
export async function listCreditNotes(db: Db, orderId: string): Promise<OrderCreditNote[]> {
  const rows = await db
    .selectFrom('credit_notes')
    .leftJoin('invoices as again', 'again.credit_note', 'credit_notes.number')
    .select(['credit_notes.number', 'credit_notes.issued_at', 'credit_notes.issued_on'])
    .select('credit_notes.amount_cents')
    .select('again.number as again')
    .where('credit_notes.order_id', '=', orderId)
    .orderBy('credit_notes.number')
    .limit(MAXIMUM_CREDIT_NOTES)
    .execute()
  return rows.map(({ number, issued_at, issued_on, amount_cents, again }) => ({
    number: documentNumberText('credit_note', number),
    at: toIso(issued_at),
    issuedOn: issued_on ?? isoDay(issued_at),
    amount: centsToDollars(amount_cents),
    ...(again !== null && { invoicedAgain: documentNumberText('invoice', again) }),
  }))
}

/** The ids of the orders that have one, for a statement about orders. For admins. */
export const CREDITED_ORDERS: RawBuilder<string> = sql`select order_id from credit_notes`

interface XmlFile {
  readonly fileName: string
  readonly xml: string
}

/**
 * An invoice as XML, for the owner of its order and for admins: that of the order, or the one of that `number`, such as
 * `INV-000124`. Refused: 404 for everyone else and for an unknown number; 409 while the order is not paid, for a sample, for an
 * invoice without data, and for one that lacks what XML has to say.
 */
export async function invoiceXmlFor(
  db: Db,
  reader: SignedInUser,
  orderId: string,
  { format, number }: { readonly format: XmlFormat; readonly number?: string | undefined },
): Promise<XmlFile> {
  await findOrderFor(db, reader, orderId)
  const invoice = await findIssuedInvoice(db, orderId, number)
  return writeXml(documentNumberText('invoice', invoice.number), invoice, format)
}

/** A credit note as XML, by its number, such as `CN-000007`. For the same readers, with the same refusals. */
export async function creditNoteXmlFor(
  db: Db,
  reader: SignedInUser,
  orderId: string,
  { format, number }: { readonly format: XmlFormat; readonly number: string },
): Promise<XmlFile> {
  await findOrderFor(db, reader, orderId)
  const creditNote = await findCreditNote(db, orderId, number)
  return writeXml(documentNumberText('credit_note', creditNote.number), creditNote, format)
}

function numberOf(kind: InvoiceDocument['kind'], text: string): number {
  const read = readDocumentNumber(text)
  if (read?.kind !== kind) throw noSuchDocument()
  return read.number
}

const noSuchDocument = (): AppError => new AppError('not_found', 'There is no such document of this order.')

function writeXml(number: string, { terms, document }: IssuedDocument, format: XmlFormat): XmlFile {
  if (!terms?.seller && !document?.seller.name)
    throw new AppError(invoiceRefusals.sample, invoiceTexts.sample)
  if (!document) throw new AppError('conflict', invoiceTexts.noData)
  const missing = missingFields(document, format)
  if (missing.length > 0)
    throw new AppError(invoiceRefusals.missingFields, invoiceTexts.missing(number, missing), { missing })
  return { fileName: `${number}.xml`, xml: invoiceXml(document, format) }
}

/** The numbers of the invoices of these orders, as they stand on them, by the id of the order. For admins. */
export async function findInvoiceNumbers(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoices')
    .select(['order_id', 'number'])
    .where('order_id', 'in', orderIds)
    .where('credit_note', 'is', null)
    .execute()
  return new Map(rows.map(({ order_id, number }) => [order_id, documentNumberText('invoice', number)]))
}
