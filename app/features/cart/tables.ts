import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    cart_lines: {
      user_id: string
      /** From 0. */
      position: number
      product_id: string
      quantity: number
      /** What the buyer calls the part, and says of the line. */
      own: Generated<string | null>
      note: Generated<string | null>
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  cart_lines: { columns: ['user_id'], firstReset: 'deleted', account: 'deleted', leaving: 'deleted' },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`cart_lines` (230)': 'at most 200 of an account, until it is emptied or goes with the account',
}
