import type { AccountRows } from '#kit/db/schema.ts'
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
    because: 'admins wrote them',
  },
} as const satisfies AccountRows
