import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import SQLite from 'better-sqlite3'
import { SqliteDialect } from 'kysely'
import { namesOfData } from '#kit/backup/backup-files.ts'
import { quote } from '#kit/backup/postgres-backup.ts'
import { takeAlone } from '#kit/backup/sqlite-backup.ts'
import { readSecretFile, writeSecretFile } from '#kit/config/secret.ts'
import { CommitKysely } from '#kit/db/after-commit.ts'
import { DATABASE_FILE } from '#kit/db/db.ts'
import { type Migration, migrate } from '#kit/db/migrate.ts'
import type { Schema } from '#kit/db/schema.ts'
import { ensureOwnerOnly, OWNER_ONLY } from '#kit/owner-only.ts'
import { columnList, type MovedColumn, type MovedTable } from './plan.ts'
import { convertRow, type DerivedTable, keyText, type MovedRow, type Target } from './side.ts'
import { fromSqlite, toSqlite } from './values.ts'

/** Of a column that PostgreSQL counts, where SQLite has no value: an archived row, which gets a new one when it is shown again. */
const UNCOUNTED = '0'

const SHOWN_AT_MOST = 20

/** Opens the database of a data directory on which no shop runs, and keeps shops that start from it until it is closed. */
export function openSqliteShop(dataDir: string, steps: readonly Migration[]): Target {
  const path = join(dataDir, DATABASE_FILE)
  if (!existsSync(path)) throw new Error(`There is no shop in ${dataDir} (DATA_DIR).`)
  return sideOf(openAlone(path), dataDir, steps)
}

/** Opens that of a data directory which is empty, or has the half-done copy of a move. */
export function openSqliteTarget(dataDir: string, steps: readonly Migration[]): Target {
  const path = join(dataDir, DATABASE_FILE)
  const found = namesOfData(dataDir)
  if (found.length > 0 && !found.includes(DATABASE_FILE))
    throw new Error(`${dataDir} (DATA_DIR) is not empty: name a new folder.`)
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  ensureOwnerOnly(path)
  const handle = openAlone(path)
  // Chunks need not wait for the disk: what a power cut takes of them, it takes of the progress too.
  handle.pragma('journal_mode = wal')
  handle.pragma('synchronous = normal')
  return sideOf(handle, dataDir, steps)
}

function openAlone(path: string): SQLite.Database {
  const handle = new SQLite(path, { timeout: 0 })
  try {
    handle.pragma('locking_mode = exclusive')
    takeAlone(handle)
    handle.exec('begin exclusive; commit')
    // All rows are checked in the end.
    handle.pragma('foreign_keys = off')
    return handle
  } catch (error) {
    handle.close()
    throw error
  }
}

function sideOf(handle: SQLite.Database, dataDir: string, steps: readonly Migration[]): Target {
  const db = new CommitKysely<Schema>({ dialect: new SqliteDialect({ database: handle }) })
  const namesOf = (types: string) =>
    handle
      .prepare<[], string>(`select name from pragma_table_list where schema = 'main' and type in (${types})
      and name not like 'sqlite_%'`)
      .pluck()
      .all()
  return {
    kind: 'sqlite',
    place: resolve(handle.name),
    db,
    tables: async () => namesOf(`'table', 'virtual'`),
    read: async (table, after, limit) => readRows(handle, table, after, limit),
    findUnmovable: async (table) => findNul(handle, table),
    readSecret: async () => readSecretFile(dataDir),
    commitAlone: async (_, work) => {
      handle.pragma('synchronous = full')
      await work()
    },
    storeSecret: async (secret) => writeSecretFile(dataDir, secret),
    wipe: async () => {
      for (const name of namesOf(`'view'`)) handle.exec(`drop view ${quote(name)}`)
      for (const name of namesOf(`'table', 'virtual'`)) handle.exec(`drop table ${quote(name)}`)
    },
    suspendTriggers: async () => {
      for (const { name } of triggersOf(handle)) handle.exec(`drop trigger ${quote(name)}`)
    },
    write: async (table, rows) => writeRows(handle, table, rows),
    isAboutRows: (error) => error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT'),
    complete: (_, derived) => complete(handle, derived, steps),
    close: async () => void handle.close(),
  }
}

const placeholders = (columns: readonly MovedColumn[]): string => columns.map(() => '?').join(', ')

function readRows(
  handle: SQLite.Database,
  table: MovedTable,
  after: MovedRow | undefined,
  limit: number,
): MovedRow[] {
  const key = columnList(table.key)
  const later = after ? `where (${key}) > (${placeholders(table.key)})` : ''
  const statement = handle.prepare<unknown[], unknown[]>(
    `select ${columnList(table.columns)} from ${quote(table.name)} ${later} order by ${key} limit ${limit}`,
  )
  const values = after?.map((value, at) => toSqlite(table.key[at]?.kind ?? 'text', value)) ?? []
  const rows = statement
    .raw(true)
    .safeIntegers(true)
    .all(...values)
  return rows.map((row) =>
    convertRow(table, row, ({ kind, isCounted }, stored) =>
      isCounted && stored === null ? UNCOUNTED : fromSqlite(kind, stored),
    ),
  )
}

/** PostgreSQL has no text with a NUL character. */
function findNul(handle: SQLite.Database, table: MovedTable): string[] {
  const texts = table.columns.filter(({ kind }) => kind === 'text')
  if (texts.length === 0) return []
  const hasNul = texts.map(({ name }) => `instr(${quote(name)}, char(0)) > 0`).join(' or ')
  const rows = handle
    .prepare<[], unknown[]>(
      `select ${columnList(table.columns)} from ${quote(table.name)} where ${hasNul} limit ${SHOWN_AT_MOST}`,
    )
    .raw(true)
    .all()
  return rows.map((row) => {
    const named = texts.filter((column) => String(row[table.columns.indexOf(column)]).includes('\0'))
    return `${keyText(table, row)}: ${named.map(({ name }) => name).join(', ')} has a NUL character`
  })
}

function writeRows(handle: SQLite.Database, table: MovedTable, rows: readonly MovedRow[]): void {
  const statement = handle.prepare(
    `insert into ${quote(table.name)} (${columnList(table.columns)}) values (${placeholders(table.columns)})`,
  )
  const kinds = table.columns.map(({ kind }) => kind)
  for (const row of rows) statement.run(row.map((value, at) => toSqlite(kinds[at] ?? 'text', value)))
}

interface Trigger {
  readonly name: string
  readonly sql: string
}

const triggersOf = (handle: SQLite.Database): Trigger[] =>
  handle.prepare<[], Trigger>(`select name, sql from sqlite_master where type = 'trigger'`).all()

/** Triggers cannot be turned off, so they were dropped: the steps of the schema say what they are. */
async function complete(
  handle: SQLite.Database,
  derived: DerivedTable,
  steps: readonly Migration[],
): Promise<void> {
  const fresh = new SQLite(':memory:')
  const db = new CommitKysely<Schema>({ dialect: new SqliteDialect({ database: fresh }) })
  await migrate({ kind: 'sqlite', db }, steps)
  const present = triggersOf(handle).map(({ name }) => name)
  for (const { name, sql } of triggersOf(fresh)) if (!present.includes(name)) handle.exec(sql)
  await db.destroy()
  for (const statement of derived.statements) handle.exec(statement)
  const missing = handle.prepare<[], { table: string }>('pragma foreign_key_check').all()
  if (missing.length > 0)
    throw new Error(
      `Rows of these tables name rows that are missing: ${[...new Set(missing.map(({ table }) => table))].join(', ')}.`,
    )
  handle.pragma('wal_checkpoint(truncate)')
}
