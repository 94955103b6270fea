import type { DatabaseKind, Db } from '#kit/db/db.ts'
import type { MovedColumn, MovedTable } from './plan.ts'
import { UnmovableValue, type Value } from './values.ts'

export type MovedRow = readonly Value[]

/** What a database makes of other tables for itself: how the table is called, and the statements that fill it anew. */
export interface DerivedTable {
  readonly name: string
  readonly statements: readonly string[]
}

/** One of the two databases of a move, on which no shop runs as long as it is open. */
export interface Side {
  readonly kind: DatabaseKind
  /** How it is called where somebody reads it. */
  readonly place: string
  readonly db: Db
  /** The names of its tables. */
  tables(): Promise<readonly string[]>
  /** The next rows of a table, in the sequence of its own keys. */
  read(table: MovedTable, after: MovedRow | undefined, limit: number): Promise<readonly MovedRow[]>
  /** Rows that the other database cannot have, as text; a few at most. */
  findUnmovable(table: MovedTable): Promise<readonly string[]>
  /** The secret that the shop has generated, if there is one. */
  readSecret(): Promise<string | undefined>
  /**
   * Commits what `work` writes, so that no power cut takes it, while nobody can change these tables. Throws, and nothing is
   * written, when somebody else is connected to the database.
   */
  commitAlone(tables: readonly MovedTable[], work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** The database to which a shop is moved. */
export interface Target extends Side {
  /** Makes an empty database of a half-done copy. */
  wipe(): Promise<void>
  /** Lets rows be written as they are: no trigger counts them, and none refuses them. */
  suspendTriggers(tables: readonly MovedTable[]): Promise<void>
  write(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  /** Whether an error of {@link write} is about the rows. */
  isAboutRows(error: unknown): boolean
  /** Makes its triggers, counters and derived tables what they are in a shop that wrote the rows itself. */
  complete(tables: readonly MovedTable[], derived: DerivedTable): Promise<void>
  storeSecret(secret: string): Promise<void>
}

/** The key of a row, for a message. */
export const keyText = (table: MovedTable, row: readonly unknown[]): string => {
  const values = table.key.map((column) => String(row[table.columns.indexOf(column)]))
  return `${table.name} ${values.join(' ')}`
}

/** A row with its values as both databases have them; what the other one cannot have is named. */
export const convertRow = <Stored>(
  table: MovedTable,
  row: readonly Stored[],
  convert: (column: MovedColumn, stored: Stored) => Value,
): MovedRow =>
  row.map((stored, at) => {
    const column = table.columns[at]
    if (!column) return null
    try {
      return convert(column, stored)
    } catch (error) {
      if (!(error instanceof UnmovableValue)) throw error
      throw new Error(`${keyText(table, row)}: ${column.name} ${error.message}`)
    }
  })

/** The values of the primary key of a row. */
export const keyOf = (table: MovedTable, row: MovedRow): MovedRow =>
  table.key.map((column) => row[table.columns.indexOf(column)] ?? null)
