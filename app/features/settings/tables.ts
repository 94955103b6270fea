import type { Generated } from 'kysely'
import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The settings that an admin saved: at most one row, whose id is 1. */
    settings: {
      id: number
      revision: number
      /** As JSON: see `Settings`. */
      seller: string
      tax: string
      delivery: string
      mails: Generated<string>
      shop: Generated<string>
      datev: Generated<string>
    }
    /** The currency of the shop: one row, whose id is 1. New orders lock it. */
    currency: { id: number; code: string }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`settings`, `currency`': 'one row each, for good',
}
