import type { Generated } from 'kysely'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Changes by admins, in the sequence of their ids. Inserted in the transaction of the change, never updated. */
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
