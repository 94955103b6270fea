import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Imported lists. `created_at` and the other times are milliseconds. */
    imports: {
      id: string
      /** The file's. */
      name: string
      created_at: number
      /** The admin who uploaded it. */
      by_id: string
      by_email: string
      /** JSON: the column names of the file. */
      columns: string
      /** JSON: see `StoredReading`; null when the file names its columns as the shop does. */
      reading: string | null
      /** JSON: see `StoredPictures`; null without pictures. */
      pictures: string | null
      state: 'reading' | 'ready' | 'applying' | 'applied' | 'undoing' | 'undone' | 'replaced'
      /** The last row that was read, or that is applied; null before the first is, and while the rows are checked. */
      position: number | null
      /** Who works at it, a process at some time; null when nobody has to. */
      worker: string | null
      /** When the worker last wrote; null without one. */
      worked_at: number | null
      /** The admin who applies or undoes it; null when nobody does. */
      actor_id: string | null
      actor_email: string | null
      applied_at: number | null
      undone_at: number | null
      added: Generated<number>
      changed: Generated<number>
      unchanged: Generated<number>
      wrong: Generated<number>
      prices_fall: Generated<number>
      prices_rise: Generated<number>
      left_out: Generated<number>
    }
    /** What the columns of files with the same heads meant last. */
    import_columns: {
      /** A hash of the names. */
      heads: string
      /** JSON: see `Reading`. */
      reading: string
      used_at: number
    }
    import_rows: {
      import_id: string
      /** As a spreadsheet numbers it: the column names are row 1. */
      row: number
      sku: string
      kind: 'added' | 'changed' | 'unchanged' | 'wrong'
      /** Of the compared product, or for the one to add. */
      product_id: string | null
      /** The product's when it was compared; applying makes it one more. 0 for a product to add. */
      revision: number | null
      /** -1: the price falls; 1: it rises. */
      price_change: number
      /** By how many pieces applying changed the stock; null until then. */
      stock_change: number | null
      is_left_out: number
      /** JSON: see `FieldChange`. */
      changes: string
      /** JSON: see `RowError`. */
      errors: string
      /** JSON: see `stored-cells.ts`. */
      cells: string
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  imports: {
    columns: ['by_id', 'actor_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'of admins',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`imports`, `import_rows`': '90 days; until then an import can be undone: `delete old imports`',
  '`import_columns`': 'two years after the last file with these columns: `delete old imports`',
}
