import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'

/** A row by the columns that name its file, and its key in the store if it is there. */
export interface FileRow {
  readonly values: readonly (string | number)[]
  readonly outside: string | null
}

/** The rows of one kind of files. */
export interface FileRows {
  /** A folder in the store. */
  readonly kind: string
  /** Whether nothing of this kind is ever deleted from the store. */
  readonly isForGood: boolean
  /** Those of the keys that a row names. */
  named(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>>
  countOutside(db: Db): Promise<number>
  /** The next rows after that one, whose files are in the store or not. */
  next(db: Db, isOutside: boolean, after: FileRow | undefined): Promise<FileRow[]>
  /** The content of a row in the database; undefined when the row is gone or its file is elsewhere now. */
  read(db: Db, row: FileRow): Promise<Buffer<ArrayBuffer> | undefined>
  /**
   * Points the row at that file in the store, and empties it. False, and nothing changes, when the row is gone or its file is
   * elsewhere now.
   */
  moveOut(db: Db, row: FileRow, key: string): Promise<boolean>
  /** Writes the file into the database. False as above. */
  moveIn(db: Db, row: FileRow, content: Buffer): Promise<boolean>
}

/** Where a content is that is not in the column `content` of the row itself. */
interface Pieces {
  read(db: Db, row: FileRow): Promise<Buffer<ArrayBuffer>>
  write(trx: Db, row: FileRow, content: Buffer): Promise<void>
  clear(trx: Db, row: FileRow): Promise<void>
}

interface FileTable {
  readonly kind: string
  readonly table: string
  /** They name one file, now and later: a row that gets another file gets other values. */
  readonly columns: readonly string[]
  readonly isForGood?: boolean
  readonly pieces?: Pieces
}

const ROWS_AT_ONCE = 500

const EMPTY = Buffer.alloc(0)

/** The files of a table whose column `outside` has their keys in the store: see `KeptFile`. */
export function filesOfTable({ kind, table, columns, isForGood = false, pieces }: FileTable): FileRows {
  const from = sql.table(table)
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const is = ({ values, outside }: FileRow): RawBuilder<unknown> =>
    sql`(${names}) = (${sql.join(values)}) and ${outside === null ? sql`outside is null` : sql`outside = ${outside}`}`
  const set = (db: Db, row: FileRow, key: string | null, content: Buffer) =>
    pieces
      ? sql`update ${from} set outside = ${key} where ${is(row)}`.execute(db)
      : sql`update ${from} set outside = ${key}, content = ${content} where ${is(row)}`.execute(db)
  const change = (db: Db, row: FileRow, key: string | null, content: Buffer) =>
    db.transaction().execute(async (trx) => {
      const { numAffectedRows = 0n } = await set(trx, row, key, content)
      if (numAffectedRows === 0n) return false
      if (key === null) await pieces?.write(trx, row, content)
      else await pieces?.clear(trx, row)
      return true
    })
  return {
    kind,
    isForGood,
    named: async (db, keys) => {
      const query = sql<{
        outside: string
      }>`select outside from ${from} where outside in (${sql.join(keys)})`
      return new Set((await query.execute(db)).rows.map(({ outside }) => outside))
    },
    countOutside: async (db) => {
      const query = sql<{
        count: number | string
      }>`select count(*) as count from ${from} where outside is not null`
      return Number((await query.execute(db)).rows[0]?.count)
    },
    next: async (db, isOutside, after) => {
      const place = isOutside ? sql`outside is not null` : sql`outside is null`
      const later = after ? sql`and (${names}) > (${sql.join(after.values)})` : sql``
      const query = sql<Record<string, string | number> & { outside: string | null }>`
        select ${names}, outside from ${from} where ${place} ${later} order by ${names} limit ${ROWS_AT_ONCE}`
      return (await query.execute(db)).rows.map(({ outside, ...values }) => ({
        values: columns.map((name) => values[name] as string | number),
        outside,
      }))
    },
    read: async (db, row) => {
      if (pieces) return pieces.read(db, row)
      const { rows } = await sql<{ content: Buffer }>`select content from ${from} where ${is(row)}`.execute(
        db,
      )
      return rows[0] && Buffer.from(rows[0].content)
    },
    moveOut: (db, row, key) => change(db, row, key, EMPTY),
    moveIn: (db, row, content) => change(db, row, null, content),
  }
}
