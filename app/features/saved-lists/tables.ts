import type { AccountRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The lists that customers keep by a name. */
    saved_lists: {
      id: string
      user_id: string
      name: string
      /** As JSON: see `ListLine`. */
      lines: string
      /** How many lines that is. */
      line_count: number
      /** One more with each change. */
      revision: number
      /** The hash of the token by which others read the list: see `hashToken`. */
      share_hash: string | null
      created_at: number
      updated_at: number
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  saved_lists: { columns: ['user_id'], firstReset: 'deleted', account: 'deleted' },
} as const satisfies AccountRows
