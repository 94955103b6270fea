import type { InvoiceDocument } from '../document/invoice-document.ts'
import type { XmlFormat } from '../states.ts'
import { writeCii } from './cii.ts'
import { missingFields } from './missing-fields.ts'
import { EN16931, writeUbl, XRECHNUNG } from './ubl.ts'

/** The document as XML in UTF-8. Throws when `missingFields` names any: an invalid document is never sent. */
export function invoiceXml(document: InvoiceDocument, format: XmlFormat): string {
  const missing = missingFields(document, format)
  if (missing.length > 0) throw new Error(`${document.number} as ${format} lacks ${missing.join(', ')}.`)
  if (format === 'cii') return writeCii(document)
  return writeUbl(document, format === 'ubl' ? EN16931 : XRECHNUNG)
}
