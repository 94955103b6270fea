import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Changes by staff, in the sequence of their ids. Inserted in the transaction of the change, never updated. */
    audit_entries: {
      id: Generated<number>
      at: number
      actor_id: string
      /** The admin's e-mail at that time. */
      actor_email: string
      /** The kind of subject and what happened to it, such as `category.changed`. */
      kind: string
      /** What was changed: an id, a slug or an e-mail address. */
      subject: string
      /** JSON: see `FieldChange`. */
      changes: string
      reason: string | null
    }
  }
}

/**
 * The kinds of changes, each of its subject's kind and what happened to it, such as `category.changed`. The texts of the
 * audit log declare them, so that no change is recorded that the log has no words for.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the texts fill it by declaration merging.
export interface AuditKinds {}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  audit_entries: {
    columns: ['actor_id', 'subject'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'what admins did stays on record',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`audit_entries` (620)':
    'for good: the database refuses to change or delete one. An import has one for each row that it changes, from which the history of the row is read: 120 MB for 200,000 rows',
}
