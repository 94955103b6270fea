import type { ListedDocument } from '#features/invoices/schema.ts'
import type { XmlFormat } from '#features/invoices/states.ts'
import { formatTotal } from '#kit/money.ts'
import { orderDocumentPaths as paths } from './paths.ts'

export const pdfPath = ({ kind, number, orderId }: ListedDocument): string =>
  kind === 'invoice' ? paths.invoice(orderId, number) : paths.creditNote(orderId, number)

export const xmlPath = ({ kind, number, orderId }: ListedDocument, format: XmlFormat): string =>
  kind === 'invoice'
    ? paths.invoiceXml(orderId, format, number)
    : paths.creditNoteXml(orderId, number, format)

/** Below 0 with a minus, as in a credit note. */
export const sumText = (dollars: number): string =>
  dollars < 0 ? `−${formatTotal(-dollars)}` : formatTotal(dollars)
