import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isOldDraft } from '#kit/config/first-shop.ts'
import { isNewerRelease, release } from '#kit/config/release.ts'
import { SECRET_FILE } from '#kit/config/secret.ts'
import { DATABASE_FILE } from '#kit/db/db.ts'
import { OWNER_ONLY } from '#kit/owner-only.ts'

/** The copy of a PostgreSQL database in a backup. */
export const DUMP_FILE = 'shop.dump'

/** The files of a backup: of SQLite the database, and the secret that the shop generated; of PostgreSQL the dump. */
const BACKUP_FILES = [DATABASE_FILE, SECRET_FILE, DUMP_FILE]

/** A folder of the file system itself. */
const LOST_AND_FOUND = 'lost+found'

/** What is in a data directory; what is none of a shop's data is left out. */
export const namesOfData = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir).filter((name) => name !== LOST_AND_FOUND && !isOldDraft(dataDir, name))
    : []

const MANIFEST_FILE = 'backup.json'

const manifestSchema = z.object({
  madeAt: z.iso.datetime(),
  /** The release that made it. Backups of releases before 1.0.0 do not say it. */
  release: z
    .string()
    .regex(/^\d+\.\d+\.\d+/)
    .optional(),
  /** The SHA-256 of each file, by its name. */
  files: z.partialRecord(z.enum(BACKUP_FILES), z.string()),
})

/** Writes the list of a backup's files with their hashes into its folder. */
export async function writeManifest(folder: string): Promise<void> {
  const files: Record<string, string> = {}
  for (const name of readdirSync(folder)) files[name] = await hashFile(join(folder, name))
  const manifest = { madeAt: new Date().toISOString(), release, files }
  writeFileSync(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`)
}

interface Manifest {
  /** The names of its files. */
  readonly names: readonly string[]
  /** In ms. */
  readonly madeAt: number
  readonly madeBy: string | undefined
}

/**
 * What a backup says of itself; throws when a file has changed since the backup, or when a newer release made it, which may have
 * stored what this one does not understand.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_FILE)
  if (!existsSync(path)) throw new Error(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`)
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const { files, madeAt, release: madeBy } = manifest
  if (madeBy !== undefined && isNewerRelease(madeBy, release))
    throw new Error(
      `The backup was made by release ${madeBy}, and this is ${release}. Nothing was changed. Restore it with release ${madeBy} or a later one.`,
    )
  for (const [name, hash] of Object.entries(files)) {
    const unchanged = existsSync(join(folder, name)) && (await hashFile(join(folder, name))) === hash
    if (!unchanged) throw new Error(`The backup is damaged: ${name} has changed since the backup.`)
  }
  return { names: Object.keys(files), madeAt: Date.parse(madeAt), madeBy }
}

/**
 * Replaces the content of a folder by files of a backup, readable for their owner only, who stays the same. What is there stays until all
 * files are copied: a full disk changes nothing. `prepare` changes a copy before it takes its place.
 */
export async function replaceFiles(
  names: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
  prepare: (name: string, copy: string) => void,
): Promise<void> {
  const draftOf = (name: string) => join(to, `${name}.restoring`)
  /** With their journals, as a restore that was killed leaves them: SQLite would play them into the new copies. */
  const removeDrafts = () => {
    for (const found of readdirSync(to))
      if (names.some((name) => found.startsWith(basename(draftOf(name)))))
        rmSync(join(to, found), { recursive: true, force: true })
  }
  removeDrafts()
  const former = readdirSync(to).filter((name) => name !== LOST_AND_FOUND)
  try {
    for (const name of names) {
      const draft = createWriteStream(draftOf(name), { mode: OWNER_ONLY.file })
      // `copyFile` would copy the mode of the backup too.
      await pipeline(createReadStream(join(from, name)), draft)
      prepare(name, draftOf(name))
      secureAndSync(draftOf(name))
      keepOwner(draftOf(name), existsSync(join(to, name)) ? join(to, name) : to)
    }
  } catch (error) {
    removeDrafts()
    throw error
  }
  for (const name of former) rmSync(join(to, name), { recursive: true })
  for (const name of names) renameSync(draftOf(name), join(to, name))
}

/** Gives a file that root has written to the owner of another one: a shop that runs as that one has to open it. */
function keepOwner(path: string, former: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(former)
  chownSync(path, uid, gid)
}

/** Makes a file readable for its owner only and syncs it to the disk. */
export function secureAndSync(path: string): void {
  chmodSync(path, OWNER_ONLY.file)
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
