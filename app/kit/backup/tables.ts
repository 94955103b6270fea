import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** When this database was restored from a backup. Until it is taken over it is a copy. */
    restores: {
      restored_at: number
      /** When the backup was made; null for one of `pg_dump`. */
      made_at: number | null
      taken_over_at: number | null
      taken_over_by: string | null
    }
    /** Numbers that were issued after a backup that was restored: nobody gets them again. Never changed. */
    number_gaps: {
      /** The table that they count: `invoices` or `credit_notes`. */
      kind: string
      first_number: number
      last_number: number
      restored_at: number
      reason: string
    }
    /** When the newest good backup of each place was begun. */
    last_backups: {
      place: 'here' | 'elsewhere'
      made_at: number
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`restores`, `number_gaps`':
    'a row for each restore, and for the numbers that were issued after its backup: for good',
  '`last_backups`': 'two rows that are updated',
}
