import type { Generated } from 'kysely'

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
    }
  }
}
