import type { NoteRow } from '#kit/notes/notes.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What admins noted on customers; they go with the account. */
    customer_notes: NoteRow & { readonly user_id: string }
  }
}
