/** Invoices and credit notes: their data as it is frozen, and the same as XML by EN 16931. Nothing here reads or writes a database. */

export {
  creditNoteOf,
  invoiceAgainOf,
  leftOfInvoice,
  type Refunded,
  refundCents,
} from './document/credit-note.ts'
export { invoiceOf } from './document/from-order.ts'
export { type InvoiceDocument, type InvoiceLine, linePrice, shownCents } from './document/invoice-document.ts'
export { invoiceXml } from './xml/invoice-xml.ts'
export { missingFields, XML_FORMATS, type XmlFormat } from './xml/missing-fields.ts'
