import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    ratings: {
      id: string
      /** The author; null for reviews of the demo. */
      user_id: string | null
      name: string
      comment: string
      /** 0 to 10: twice the stars. */
      half_stars: number
      created_at: number
      /** When an admin hid it; null for a review that every visitor reads. */
      hidden_at: Generated<number | null>
      /** What the shop answered, and when. */
      answer: Generated<string | null>
      answered_at: Generated<number | null>
      /** When somebody of the staff read it; null of a new one. */
      seen_at: Generated<number | null>
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  ratings: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'keeps it',
    leaving: 'stays',
    because: 'published, and admins can hide them; without the name when its writer deletes the account',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`ratings` (340)': 'for good, hidden ones too',
}
