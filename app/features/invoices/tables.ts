import type { Generated } from 'kysely'
import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** One of each paid order, and those over the money of credit notes that came back. They are never changed. */
    invoices: {
      number: number
      order_id: string
      issued_at: number
      /** The day that it bears; null if a process of an earlier release wrote it, by which it is in UTC. */
      issued_on: Generated<string | null>
      /** The seller and the tax as JSON, for the look of the document; null where the shop had no seller, before 0049. */
      terms: string | null
      /** As JSON: see `InvoiceDocument`. Null for one from before there was this data, or whose sums contradict each other. */
      document: Generated<string | null>
      /** The credit note whose money came back; null for the invoice of an order. */
      credit_note: Generated<number | null>
      /** Refunds that the provider made before have no credit note, as far as they come to `former_cents`. */
      credited_from: Generated<number>
      former_cents: Generated<number>
    }
    /** One for each refund that the provider paid. They are never changed. */
    credit_notes: {
      number: number
      order_id: string
      /** The provider's id of the refund. */
      refund_id: string
      issued_at: number
      /** As that of an invoice. */
      issued_on: Generated<string | null>
      amount_cents: number
      /** As JSON: see `InvoiceDocument`. Null where the invoice has none. */
      document: string | null
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`invoices`, `credit_notes` (1,300 with one line, 240 for each more)': 'for good, with what they say',
}
