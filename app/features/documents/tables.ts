import type { InvoiceDocument } from '#features/invoices/invoices.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Invoices and credit notes as PDF documents, as they were rendered first. They are never changed. */
    document_files: {
      kind: InvoiceDocument['kind']
      /** That of the invoice or the credit note. */
      number: number
      content: Buffer
    }
  }
}
