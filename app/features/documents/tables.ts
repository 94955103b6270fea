import type { Generated } from 'kysely'
import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Invoices and credit notes as PDF documents, as they were rendered first. They are never changed. */
    document_files: {
      kind: InvoiceDocument['kind']
      /** That of the invoice or the credit note. */
      number: number
      content: Buffer
      /** As of `KeptFile`. */
      outside: Generated<string | null>
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`document_files` (14 kB)': 'for good: an invoice and a credit note once it was rendered',
}
