import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** How far old rows are filled. */
    backfills: {
      name: string
      /** The key of the last row that this pass has seen; null before the first one. */
      place: string | null
      /** Whether this pass has changed a row. One that has changed none was the last one. */
      has_filled: number
      /** How many rows this pass has still to see: counted when it began. */
      rows_left: number
      next_at: number
      finished_at: number | null
    }
  }
}

/** How long rows are kept. */
export const keptRows: KeptRows = { '`backfills`': 'a row for each backfill that was ever begun: for good' }
