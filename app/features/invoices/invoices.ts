/** Invoices and credit notes: their data as it is frozen, and the same as XML by EN 16931. Nothing here reads or writes a database. */

export {
  type CreditNoteSource,
  creditNoteOf,
  invoiceAgainOf,
  type LeftOfInvoice,
  leftOfInvoice,
  type Refunded,
  type RefundSource,
  refundCents,
} from './document/credit-note.ts'
export { type InvoiceSource, invoiceOf } from './document/from-order.ts'
export { type InvoiceDocument, type InvoiceLine, shownCents } from './document/invoice-document.ts'
export { invoiceXml } from './xml/invoice-xml.ts'
export { type MissingField, missingFields, XML_FORMATS, type XmlFormat } from './xml/missing-fields.ts'
