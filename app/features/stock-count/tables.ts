import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The counts of stocks; the audit log says whose they are. */
    stock_counts: { id: string; at: number; reason: string; undone_at: number | null }
    /** What a count found of a product: on hand is what lies on the shelf, for sale what of it no order holds. */
    stock_count_lines: {
      count_id: string
      product_id: string
      on_hand_before: number
      on_hand: number
      for_sale_before: number
      for_sale: number
      /** Which correction of its stock it was: `stock_corrections` of the product after it. */
      correction: number
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`stock_counts` (150), `stock_count_lines` (180)':
    'for good, as the history of products names what was counted',
}
