import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { DATABASE_FILE } from '#kit/db/db.ts'
import type { Migration } from '#kit/db/migrate.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'
import { DUMP_FILE, readManifest, secureAndSync, writeManifest } from './backup-files.ts'
import { dumpPostgres, markPostgres, restorePostgres } from './postgres-backup.ts'
import type { Marking } from './restore-marks.ts'
import { copySqlite, markSqlite, restoreSqlite } from './sqlite-backup.ts'

/** Where a shop keeps its data, from its configuration. */
interface DataLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** How a restored database is marked, and the migrations of this release. */
export interface MarkOptions {
  readonly migrations: readonly Migration[]
  readonly marking: Marking
}

/** As {@link MarkOptions}, and whether a backup may replace data. */
export interface RestoreOptions extends MarkOptions {
  readonly replace: boolean
}

/**
 * Copies a consistent snapshot of all data into a new folder while the shop runs. The folder appears complete or not at
 * all. Only its owner can read it, since it has the key of all signatures.
 */
export async function backUp({ dataDir, databaseUrl }: DataLocation, folder: string): Promise<void> {
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)) {
    throw new Error('A backup inside DATA_DIR would be lost with it: name another folder.')
  }
  if (existsSync(folder)) throw new Error(`${folder} exists already: name a new folder.`)
  const draft = `${folder}.partial`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: OWNER_ONLY.folder })
  try {
    if (databaseUrl) await dumpPostgres(databaseUrl, join(draft, DUMP_FILE))
    else await copySqlite(dataDir, draft)
    await writeManifest(draft)
    for (const name of readdirSync(draft)) secureAndSync(join(draft, name))
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Restores a backup into an empty data directory or database; with `replace` also over existing data. Changes nothing
 * unless the files are unchanged since the backup, the database is intact and not from a newer release, and no shop runs
 * on it. For PostgreSQL, `backup` may also be a file of `pg_dump --format=custom`. What is restored is marked as a copy before a
 * shop can open it.
 */
export async function restore(
  { dataDir, databaseUrl }: DataLocation,
  backup: string,
  options: RestoreOptions,
): Promise<void> {
  if (databaseUrl && statSync(backup, { throwIfNoEntry: false })?.isFile()) {
    return restorePostgres(databaseUrl, { file: backup, madeAt: undefined }, options)
  }
  const { names, madeAt } = await readManifest(backup)
  refuseOtherDatabase(names, databaseUrl)
  if (databaseUrl) await restorePostgres(databaseUrl, { file: join(backup, DUMP_FILE), madeAt }, options)
  else await restoreSqlite(dataDir, { folder: backup, names, madeAt }, options)
}

/**
 * Marks data that were restored by another program as a copy, as {@link restore} does with its own, while no shop runs on them:
 * nothing in them tells that they are of an earlier moment.
 */
export const markRestored = ({ dataDir, databaseUrl }: DataLocation, options: MarkOptions): Promise<void> =>
  databaseUrl ? markPostgres(databaseUrl, options) : markSqlite(dataDir, options)

function refuseOtherDatabase(names: readonly string[], databaseUrl: string | undefined): void {
  if (names.includes(databaseUrl ? DUMP_FILE : DATABASE_FILE)) return
  throw new Error(
    databaseUrl
      ? 'The backup is of a shop on SQLite, but DATABASE_URL is set: restore it without.'
      : 'The backup is of a shop on PostgreSQL: set DATABASE_URL.',
  )
}
