import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { NoteRow } from '#kit/notes/notes.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The saved views of Manage Orders, each of one admin. */
    order_views: {
      id: string
      user_id: string
      name: string
      /** The name as it is compared: unique among those of the admin. */
      folded_name: string
      /** JSON: see `ViewFilter`. */
      filter: string
    }
    /** The columns of Manage Orders of the admins who chose. */
    order_columns: {
      user_id: string
      /** JSON: a list of those that are shown. */
      columns: string
    }
    /** What admins noted on orders. */
    order_notes: NoteRow & { readonly order_id: string }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  order_views: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'deleted',
    leaving: 'deleted',
    because: 'of admins',
  },
  order_columns: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'deleted',
    leaving: 'deleted',
    because: 'of admins',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`order_notes` (270)':
    'for good; at most 100 of each order. A removed one goes with the next note after a day',
  '`order_views`': 'at most 20 of an admin',
  '`order_columns`': 'one row of an admin',
}
