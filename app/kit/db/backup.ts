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

/** All that lasts in a data directory. The secret is only there when the shop made its own. */
const LASTING_FILES = [DATABASE_FILE, SECRET_FILE]

const MANIFEST_FILE = 'backup.json'

const manifestSchema = z.object({
  madeAt: z.iso.datetime(),
  /** The SHA-256 of each file, by its name. */
  files: z.partialRecord(z.enum(LASTING_FILES), z.string()),
})

/** Where a shop keeps its data, as its configuration says. */
interface DataPlace {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/**
 * Copies everything that lasts into a new folder, as it is at one moment, while the shop runs and takes orders.
 * Only its owner can read it: it holds the key of all signatures. The folder appears whole or not at all.
 */
export async function backUp(place: DataPlace, folder: string): Promise<void> {
  refusePostgres(
    place,
    'pg_dump --format=custom --file=shop.dump "$DATABASE_URL" copies it while the shop runs',
  )
  const source = join(place.dataDir, DATABASE_FILE)
  if (!existsSync(source)) throw new Error(`There is no shop in ${place.dataDir} (DATA_DIR).`)
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(place.dataDir)}${sep}`)) {
    throw new Error('A backup inside DATA_DIR would be lost with it: name a folder elsewhere.')
  }
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a new folder.`)
  const draft = `${folder}.partial`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: OWNER_ONLY.folder })
  try {
    await copyDatabase(source, join(draft, DATABASE_FILE))
    const secret = join(place.dataDir, SECRET_FILE)
    if (existsSync(secret)) copyFileSync(secret, join(draft, SECRET_FILE))
    await writeManifest(draft)
    for (const name of readdirSync(draft)) keep(join(draft, name))
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Puts a backup into an empty data directory, or with `replace` in the place of what is there. Checked before
 * anything is touched: that each file is as it was made, that the database is sound and not of a newer release
 * (`knownMigrations` are this one's), and that no shop runs there.
 */
export async function restore(
  place: DataPlace,
  folder: string,
  options: { replace: boolean; knownMigrations: readonly string[] },
): Promise<void> {
  refusePostgres(
    place,
    'pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" shop.dump puts a copy back',
  )
  const names = await readManifest(folder)
  checkDatabase(join(folder, DATABASE_FILE), options.knownMigrations)
  const { dataDir } = place
  const present = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name !== 'lost+found') : []
  if (present.length > 0 && !options.replace) {
    throw new Error(`${dataDir} (DATA_DIR) is not empty. To lose what is there, add --replace.`)
  }
  if (present.includes(DATABASE_FILE)) refuseWhileRunning(join(dataDir, DATABASE_FILE))
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder })
  for (const name of present) rmSync(join(dataDir, name), { recursive: true, force: true })
  for (const name of names) {
    const draft = join(dataDir, `${name}.restoring`)
    // A copy of the file would have its mode for as long as it is written.
    await pipeline(createReadStream(join(folder, name)), createWriteStream(draft, { mode: OWNER_ONLY.file }))
    keep(draft)
    renameSync(draft, join(dataDir, name))
  }
}

function refusePostgres({ databaseUrl }: DataPlace, remedy: string): void {
  if (databaseUrl)
    throw new Error(`The shop is on PostgreSQL (DATABASE_URL). Its own tools do this: ${remedy}.`)
}

async function copyDatabase(source: string, target: string): Promise<void> {
  const handle = new SQLite(source, { timeout: 5000 })
  try {
    // All pages in one step: between steps a write by the shop would make the copy begin anew, without an end.
    await handle.backup(target, { progress: () => Number.MAX_SAFE_INTEGER })
  } finally {
    handle.close()
  }
  const copy = new SQLite(target)
  try {
    // One file, readable where nothing can be written; the shop turns its log on again.
    copy.pragma('journal_mode = delete')
  } finally {
    copy.close()
  }
  checkDatabase(target)
}

/** Throws unless the database is sound, and made by no step that is unknown here. */
function checkDatabase(path: string, knownMigrations?: readonly string[]): void {
  const handle = new SQLite(path, { readonly: true })
  try {
    const found = handle.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new Error(`The database ${path} is damaged: ${found}`)
    if (handle.prepare('pragma foreign_key_check').all().length > 0) {
      throw new Error(`The database ${path} is damaged: rows refer to others that are not there.`)
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

/** A shop that runs keeps its write-ahead log, so nobody else can turn that off. */
function refuseWhileRunning(path: string): void {
  const handle = new SQLite(path, { timeout: 0 })
  try {
    handle.pragma('journal_mode = delete')
  } catch (error) {
    // What is damaged is no obstacle to being replaced.
    if (!(error instanceof SQLite.SqliteError) || error.code !== 'SQLITE_BUSY') return
    throw new Error(`A shop is running on ${path}: stop it first.`)
  } finally {
    handle.close()
  }
}

async function writeManifest(folder: string): Promise<void> {
  const files: Record<string, string> = {}
  for (const name of readdirSync(folder)) files[name] = await hashOf(join(folder, name))
  const manifest = { madeAt: new Date().toISOString(), files }
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The names of a backup's files, each of which is as it was made. */
async function readManifest(folder: string): Promise<string[]> {
  const path = join(folder, MANIFEST_FILE)
  if (!existsSync(path)) throw new Error(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`)
  const { files } = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  for (const [name, hash] of Object.entries(files)) {
    const unchanged = existsSync(join(folder, name)) && (await hashOf(join(folder, name))) === hash
    if (!unchanged) throw new Error(`The backup is damaged: ${name} is not as it was made.`)
  }
  return Object.keys(files)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** For its owner only, and on the disk. */
function keep(path: string): void {
  chmodSync(path, OWNER_ONLY.file)
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
