import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The columns of Manage Products of the staff who chose. */
    product_columns: {
      user_id: string
      /** JSON: a list of those that are shown. */
      columns: string
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  product_columns: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'deleted',
    leaving: 'deleted',
    because: 'of staff',
  },
} as const satisfies AccountRows

/** How long rows are kept. */
export const keptRows: KeptRows = { '`product_columns`': 'one row of a member of the staff' }
