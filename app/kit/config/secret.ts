import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Db } from '#kit/db/db.ts'
import { OWNER_ONLY, removeRightsOfOthers } from '#kit/owner-only.ts'
import type { Config } from './config.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    secrets: { name: string; value: string }
  }
}

/** The file of the generated secret, for a shop on SQLite. */
export const SECRET_FILE = 'auth-secret'

/** Its name in the database, for a shop on PostgreSQL. */
export const STORED_SECRET = 'auth'

const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The key of all signatures: as configured, else generated once and stored with the data, so that sessions survive
 * a restart and all processes share it. With SQLite it is a file that only its owner can read, with PostgreSQL a row.
 */
export async function loadSecret(config: Config, database: Database): Promise<string> {
  if (config.authSecret) return config.authSecret
  if (database.kind === 'sqlite') return secretFile(join(config.dataDir, SECRET_FILE))
  return storedSecret(database.db, STORED_SECRET, newSecret())
}

/** What the database has by this name; the value is stored if it has none yet. */
export async function storedSecret(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

/** The generated secret of a shop on SQLite, if it has one. */
export function readSecretFile(dataDir: string): string | undefined {
  const path = join(dataDir, SECRET_FILE)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Stores the secret that a shop has generated elsewhere. */
export function writeSecretFile(dataDir: string, secret: string): void {
  const path = join(dataDir, SECRET_FILE)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, secret, { mode: OWNER_ONLY.file })
  renameSync(draft, path)
}

function secretFile(path: string): string {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, newSecret(), { mode: OWNER_ONLY.file })
  try {
    // Creating a link is atomic: of several processes that start together one succeeds.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  removeRightsOfOthers(path)
  return readFileSync(path, 'utf8').trim()
}
