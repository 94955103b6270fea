import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  allDocuments,
  areMoreDocuments,
  creditNoteXmlFor,
  invoiceXmlFor,
} from '#features/invoices/invoices.ts'
import type { DocumentPeriod, ListedDocument } from '#features/invoices/schema.ts'
import type { XmlFormat } from '#features/invoices/states.ts'
import { csvLine } from '#kit/csv/csv-line.ts'
import type { ZippedFile } from '#kit/files/zip.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { invoicePaperTexts } from '../texts.ts'

type Paper = Promise<{ readonly bytes: Uint8Array<ArrayBuffer> }>

/** Renders them, for who may read the order: of `Documents` what is needed here. */
export interface PaperRenderer {
  invoice(reader: SignedInUser, orderId: string, number: string): Paper
  creditNote(reader: SignedInUser, orderId: string, number: string): Paper
}

/** Who reads which documents, and as which XML. */
interface AskedPapers {
  readonly reader: SignedInUser
  readonly period: DocumentPeriod
  readonly format: XmlFormat
}

/** 30,000 files: less than half of what a ZIP can count. */
const MOST_DOCUMENTS = 15_000

/** Refuses a time with more documents than one file takes. */
export async function refuseTooMany(
  shop: Pick<Shop, 'db' | 'now' | 'config'>,
  period: DocumentPeriod,
): Promise<void> {
  if (await areMoreDocuments(shop, period, MOST_DOCUMENTS))
    throw invalidField('range', invoicePaperTexts.tooMany(formatCount(MOST_DOCUMENTS)))
}

/**
 * The invoices and credit notes that match, each as PDF and as XML. What there is no file of, such as a document from before its
 * data was kept, is named with the reason in a file of its own, so that nobody takes the rest for the whole.
 */
export async function* papersOf(
  shop: Pick<Shop, 'db' | 'now' | 'config'>,
  documents: PaperRenderer,
  { reader, period, format }: AskedPapers,
): AsyncGenerator<ZippedFile> {
  const missing: string[] = []
  for await (const some of allDocuments(shop, period))
    for (const listed of some) {
      const files = {
        pdf: () => pdfOf(documents, reader, listed),
        xml: () => xmlOf(shop, reader, listed, format),
      }
      for (const [ending, make] of Object.entries(files)) {
        const name = `${listed.number}.${ending}`
        const made = await make().catch(reasonOf)
        if (typeof made === 'string') missing.push(csvLine([name, made]))
        else yield { name, parts: made }
      }
    }
  if (missing.length > 0) yield { name: 'missing.csv', parts: [csvLine(['file', 'reason']), ...missing] }
}

async function pdfOf(
  documents: PaperRenderer,
  reader: SignedInUser,
  { kind, orderId, number }: ListedDocument,
) {
  const paper =
    kind === 'invoice'
      ? documents.invoice(reader, orderId, number)
      : documents.creditNote(reader, orderId, number)
  return [(await paper).bytes]
}

async function xmlOf(
  { db }: Pick<Shop, 'db'>,
  reader: SignedInUser,
  { kind, orderId, number }: ListedDocument,
  format: XmlFormat,
) {
  const xmlFor = kind === 'invoice' ? invoiceXmlFor : creditNoteXmlFor
  return [(await xmlFor(db, reader, orderId, { format, number })).xml]
}

/** Why there is no such file; other failures, such as too much to do, end the answer. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.status < 500) return error.message
  throw error
}
