import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The data of the sign-in sandbox. `body` is JSON; a row after `expires_at` is not read. */
    sandbox_google: {
      kind: string
      id: string
      body: string
      grant_id: string | null
      expires_at: number
      consumed_at: number | null
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`sandbox_google`': 'until it has expired: the next sign-in deletes it',
}
