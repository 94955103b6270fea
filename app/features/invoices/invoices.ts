/** Invoices and credit notes: their data as it is frozen, where it is stored, and the same as XML by EN 16931. */

export {
  creditNoteOf,
  leftOfInvoice,
  type Refunded,
} from './document/credit-note.ts'
export { invoiceOf } from './document/from-order.ts'
export { type InvoiceDocument, type InvoiceLine, linePrice, shownCents } from './document/invoice-document.ts'
export {
  type Credited,
  type DueDocuments,
  dueDocuments,
  issueDueDocuments,
  type PaidRefund,
  readCredited,
} from './records/credit-notes.ts'
export {
  CREDITED_ORDERS,
  creditedCents,
  creditNoteXmlFor,
  findCreditNote,
  findInvoiceNumbers,
  findIssuedInvoice,
  findOrdersOfDocument,
  invoiceXmlFor,
  listCreditNotes,
} from './records/find-documents.ts'
export { type ForgottenDocument, forgetDocumentsOf } from './records/forget-documents.ts'
export { findIssuer, type Issuer, invoiceOwed, invoiceShipped } from './records/invoice-owed.ts'
export { findInvoice, type IssuedDocument, issueInvoice } from './records/issue-invoice.ts'
export {
  allDocuments,
  areMoreDocuments,
  fileNameOfDocuments,
  listOwnDocuments,
} from './records/list-documents.ts'
export { findGap, lastNumbers } from './records/number-gaps.ts'
export { XML_FORMATS, type XmlFormat } from './states.ts'
export { invoiceXml } from './xml/invoice-xml.ts'
export { missingFields } from './xml/missing-fields.ts'
