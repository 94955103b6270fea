import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { SECRET_FILE } from '#kit/config/secret.ts'
import { DATABASE_FILE } from '#kit/db/db.ts'
import type { Migration } from '#kit/db/migrate.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'
import type { MarkOptions, RestoreOptions } from './backup.ts'
import { namesOfData, replaceFiles } from './backup-files.ts'
import { markStatements } from './restore-marks.ts'
import { refuseUnknownSteps } from './unknown-steps.ts'

/** Copies the database of a data directory, and its secret, into a folder. */
export async function copySqlite(dataDir: string, folder: string): Promise<void> {
  const source = join(dataDir, DATABASE_FILE)
  if (!existsSync(source)) throw new Error(`There is no shop in ${dataDir} (DATA_DIR).`)
  await copyDatabase(source, join(folder, DATABASE_FILE))
  const secret = join(dataDir, SECRET_FILE)
  if (existsSync(secret)) copyFileSync(secret, join(folder, SECRET_FILE))
}

/** Marks a data directory that was restored by other means, as {@link restoreSqlite} marks its own. */
export async function markSqlite(dataDir: string, { migrations, marking }: MarkOptions): Promise<void> {
  const path = join(dataDir, DATABASE_FILE)
  if (!existsSync(path)) throw new Error(`There is no shop in ${dataDir} (DATA_DIR).`)
  refuseWhileRunning(path)
  checkDatabase(path, migrations)
  const gaps = await marking.findGaps(readCounts(path))
  // The answer may have taken hours, in which a shop could start.
  refuseWhileRunning(path)
  runIn(
    path,
    markStatements({
      gaps,
      tables: marking.tables('sqlite', ''),
      madeAt: undefined,
      restoredAt: Date.now(),
    }),
  )
}

/** Puts the files of a backup into the data directory. */
export async function restoreSqlite(
  dataDir: string,
  { folder, names, madeAt }: { folder: string; names: readonly string[]; madeAt: number },
  { replace, migrations, marking }: RestoreOptions,
): Promise<void> {
  checkDatabase(join(folder, DATABASE_FILE), migrations)
  refuseOccupied(dataDir, replace)
  const gaps = await marking.findGaps(readCounts(join(folder, DATABASE_FILE)))
  // The answer may have taken hours, in which a shop could start.
  refuseOccupied(dataDir, replace)
  const mark = { gaps, tables: marking.tables('sqlite', ''), madeAt, restoredAt: Date.now() }
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  await replaceFiles(names, { from: folder, to: dataDir }, (name, copy) => {
    if (name === DATABASE_FILE) runIn(copy, markStatements(mark))
  })
}

/** Throws when the data directory has other data that may not be replaced, or a shop runs on it. */
function refuseOccupied(dataDir: string, replace: boolean): void {
  const present = namesOfData(dataDir)
  if (present.length > 0 && !replace) {
    throw new Error(`${dataDir} (DATA_DIR) is not empty. Add --replace to overwrite it.`)
  }
  if (present.includes(DATABASE_FILE)) refuseWhileRunning(join(dataDir, DATABASE_FILE))
}

function readCounts(path: string): ReadonlyMap<string, number> {
  const handle = new SQLite(path, { readonly: true })
  try {
    return new Map(handle.prepare<[], [string, number]>('select name, counted from row_counts').raw().all())
  } finally {
    handle.close()
  }
}

function runIn(path: string, statements: readonly string[]): void {
  const handle = new SQLite(path)
  try {
    handle.exec(`begin; ${statements.join(';\n')}; commit`)
  } finally {
    handle.close()
  }
}

async function copyDatabase(source: string, target: string): Promise<void> {
  const handle = new SQLite(source, { timeout: 5000 })
  try {
    // All pages in one step: a write by the shop between two steps would restart the copy.
    await handle.backup(target, { progress: () => Number.MAX_SAFE_INTEGER })
  } finally {
    handle.close()
  }
  const copy = new SQLite(target)
  try {
    // Without a write-ahead log the copy is one file, readable on a read-only disk; the shop turns the log on again.
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
  checkDatabase(target)
}

/** Throws when the database is damaged, or when a migration was applied that is not known here. */
function checkDatabase(path: string, migrations?: readonly Migration[]): void {
  const handle = new SQLite(path, { readonly: true })
  try {
    const found = handle.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new Error(`The database ${path} is damaged: ${found}`)
    if (handle.prepare('pragma foreign_key_check').all().length > 0) {
      throw new Error(`The database ${path} is damaged: rows refer to missing rows.`)
    }
    const applied = handle.prepare<[], string>('select name from schema_migrations').pluck().all()
    if (migrations) refuseUnknownSteps(applied, migrations)
  } finally {
    handle.close()
  }
}

function refuseWhileRunning(path: string): void {
  const handle = new SQLite(path, { timeout: 0 })
  try {
    takeAlone(handle)
  } catch (error) {
    // A damaged database may be replaced.
    if (!(error instanceof SQLite.SqliteError)) throw error
  } finally {
    handle.close()
  }
}

/** Turns the write-ahead log off: while a shop runs no other process can, and it is refused. */
export function takeAlone(handle: SQLite.Database): void {
  try {
    handle.pragma('journal_mode = delete')
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    throw new Error(`A shop is running on ${handle.name}: stop it first.`)
  }
}
