import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import SQLite from 'better-sqlite3'
import { z } from 'zod'
import { SECRET_FILE } from '#kit/config/secret.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'
import { DATABASE_FILE } from './db.ts'
import { otherOrigin } from './migrate.ts'

/** The files of a backup. The secret exists only when the shop generated it. */
const BACKUP_FILES = [DATABASE_FILE, SECRET_FILE]

const MANIFEST_FILE = 'backup.json'

const manifestSchema = z.object({
  madeAt: z.iso.datetime(),
  /** The SHA-256 of each file, by its name. */
  files: z.partialRecord(z.enum(BACKUP_FILES), z.string()),
})

/** Where a shop keeps its data, from its configuration. */
interface DataLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/**
 * Copies a consistent snapshot of all data into a new folder while the shop runs. The folder appears complete or not at
 * all. Only its owner can read it, since it has the key of all signatures.
 */
export async function backUp(location: DataLocation, folder: string): Promise<void> {
  refusePostgres(
    location,
    'pg_dump --format=custom --file=shop.dump "$DATABASE_URL" copies it while the shop runs',
  )
  const source = join(location.dataDir, DATABASE_FILE)
  if (!existsSync(source)) throw new Error(`There is no shop in ${location.dataDir} (DATA_DIR).`)
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(location.dataDir)}${sep}`)) {
    throw new Error('A backup inside DATA_DIR would be lost with it: name another folder.')
  }
  if (existsSync(folder)) throw new Error(`${folder} exists already: name a new folder.`)
  const draft = `${folder}.partial`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: OWNER_ONLY.folder })
  try {
    await copyDatabase(source, join(draft, DATABASE_FILE))
    const secret = join(location.dataDir, SECRET_FILE)
    if (existsSync(secret)) copyFileSync(secret, join(draft, SECRET_FILE))
    await writeManifest(draft)
    for (const name of readdirSync(draft)) secureAndSync(join(draft, name))
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Restores a backup into an empty data directory; with `replace` also over existing data. Changes nothing unless the
 * files are unchanged since the backup, the database is intact and not from a newer release (`knownMigrations` are those
 * of this release), and no shop runs there.
 */
export async function restore(
  location: DataLocation,
  folder: string,
  options: { replace: boolean; knownMigrations: readonly string[] },
): Promise<void> {
  refusePostgres(
    location,
    'pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" shop.dump puts a copy back',
  )
  const names = await readManifest(folder)
  checkDatabase(join(folder, DATABASE_FILE), options.knownMigrations)
  const { dataDir } = location
  const present = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== 'lost+found') : []
  if (present.length > 0 && !options.replace) {
    throw new Error(`${dataDir} (DATA_DIR) is not empty. Add --replace to overwrite it.`)
  }
  if (present.includes(DATABASE_FILE)) refuseWhileRunning(join(dataDir, DATABASE_FILE))
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  for (const name of present) rmSync(join(dataDir, name), { recursive: true, force: true })
  for (const name of names) {
    const draft = join(dataDir, `${name}.restoring`)
    // `copyFile` would copy the mode of the backup too.
    await pipeline(createReadStream(join(folder, name)), createWriteStream(draft, { mode: OWNER_ONLY.file }))
    secureAndSync(draft)
    renameSync(draft, join(dataDir, name))
  }
}

function refusePostgres({ databaseUrl }: DataLocation, command: string): void {
  if (databaseUrl)
    throw new Error(`The shop is on PostgreSQL (DATABASE_URL). Its own tools do this: ${command}.`)
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
function checkDatabase(path: string, knownMigrations?: readonly string[]): void {
  const handle = new SQLite(path, { readonly: true })
  try {
    const found = handle.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new Error(`The database ${path} is damaged: ${found}`)
    if (handle.prepare('pragma foreign_key_check').all().length > 0) {
      throw new Error(`The database ${path} is damaged: rows refer to missing rows.`)
    }
    const applied = handle.prepare<[], string>('select name from schema_migrations').pluck().all()
    const origin = knownMigrations && otherOrigin(applied, knownMigrations)
    if (origin === 'older') {
      throw new Error('The backup is of a version before the first release, which this one cannot read.')
    }
    if (origin === 'newer') throw new Error('The backup is of a newer release: restore it with that.')
  } finally {
    handle.close()
  }
}

/** While a shop runs, no other process can turn its write-ahead log off. */
function refuseWhileRunning(path: string): void {
  const handle = new SQLite(path, { timeout: 0 })
  try {
    handle.pragma('journal_mode = delete')
  } catch (error) {
    // A damaged database may be replaced.
    if (!(error instanceof SQLite.SqliteError) || error.code !== 'SQLITE_BUSY') return
    throw new Error(`A shop is running on ${path}: stop it first.`)
  } finally {
    handle.close()
  }
}

async function writeManifest(folder: string): Promise<void> {
  const files: Record<string, string> = {}
  for (const name of readdirSync(folder)) files[name] = await hashFile(join(folder, name))
  const manifest = { madeAt: new Date().toISOString(), files }
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The names of a backup's files; throws when one has changed since the backup. */
async function readManifest(folder: string): Promise<string[]> {
  const path = join(folder, MANIFEST_FILE)
  if (!existsSync(path)) throw new Error(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`)
  const { files } = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  for (const [name, hash] of Object.entries(files)) {
    const unchanged = existsSync(join(folder, name)) && (await hashFile(join(folder, name))) === hash
    if (!unchanged) throw new Error(`The backup is damaged: ${name} has changed since the backup.`)
  }
  return Object.keys(files)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Makes a file readable for its owner only and syncs it to the disk. */
function secureAndSync(path: string): void {
  chmodSync(path, OWNER_ONLY.file)
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
