import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The moves to this database, and those from it. */
    moves: {
      /** The same in both databases. */
      id: string
      role: 'to' | 'from'
      /** What the other database is: the path of its file, or its host and name. */
      other: string
      /** Of a move to this database, how far it is, as JSON: the last key of each table, or `true` when all of it is there. */
      progress: string
      started_at: number
      finished_at: number | null
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`moves`': 'a row for each move to this database or from it: for good',
}
