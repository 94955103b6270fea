import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Messages to send. An entry with `next_attempt_at` has not left yet; `sent_at` is when it left. */
    outbox: {
      id: string
      /** Which job sends it: each sends one kind. */
      kind: string
      /** The id of the record that it is about. */
      about: string | null
      /** JSON that the job of this kind reads; `{}` when the entry is finished. */
      payload: string
      /** The time before which it must not leave, not earlier than the time when it was added. */
      not_before: number
      /** 1: it leaves before those that are not. */
      urgent: Generated<number>
      attempts: number
      next_attempt_at: number | null
      /** When a process began to send it; null when none is sending it. */
      claimed_at: Generated<number | null>
      sent_at: number | null
      last_error: string | null
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  outbox: {
    columns: ['about'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'until it is sent',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`outbox` (830)':
    '30 days after it was sent or given up, without its content: `delete old outbox entries`. A purge goes when it was sent',
}
