import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The words of mails to customers that an admin changed, as JSON: at most one row, whose id is 1. */
    mail_words: { id: number; revision: number; words: string }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`mail_words`': 'one row, for good',
}
