import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The address books of customers. */
    addresses: {
      id: string
      user_id: string
      /** What the customer calls it. */
      label: string | null
      /** One address of each customer is the default. */
      is_default: 0 | 1
      /** As JSON: see `KeptAddress`. */
      address: string
      created_at: number
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  addresses: { columns: ['user_id'], firstReset: 'deleted', account: 'deleted', leaving: 'deleted' },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`addresses` (380)': 'at most 200 of an account, until they are deleted or go with the account',
}
