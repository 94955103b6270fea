import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { NoteRow } from '#kit/notes/notes.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What admins noted on customers; they go with the account. */
    customer_notes: NoteRow & { readonly user_id: string }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  customer_notes: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'deleted',
    leaving: 'deleted',
    because: 'admins wrote them',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`customer_notes` (270)':
    'at most 100 of an account, and go with it. A removed one goes with the next note after a day',
}
