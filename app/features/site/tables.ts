import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The texts of pages that an admin changed, as JSON: at most one row, whose id is 1. */
    site_texts: { id: number; revision: number; texts: string }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`site_texts`': 'one row, for good',
}
