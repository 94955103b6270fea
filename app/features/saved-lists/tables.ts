import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

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
  saved_lists: { columns: ['user_id'], firstReset: 'deleted', account: 'deleted', leaving: 'deleted' },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`saved_lists` (250, 100 for each line)':
    'at most 100 of an account, until they are deleted or go with the account',
}
