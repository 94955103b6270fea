import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What companies call parts. A number is unique in its company; a part may have several. */
    company_part_numbers: {
      company_id: string
      /** Its place in the list that was sent. */
      position: number
      /** The number by which it is found: see `ownKey`. */
      own_key: string
      /** As it was typed. */
      own: string
      product_id: string
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`company_part_numbers` (420)': 'until the company replaces its list; 20,000 of a company',
}
