import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#kit/db/db.ts'
import { OWNER_ONLY, removeRightsOfOthers } from '#kit/owner-only.ts'
import type { Config } from './config.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    secrets: { name: string; value: string }
  }
}

/** The file of the generated secret, for a shop on SQLite. */
export const SECRET_FILE = 'auth-secret'

const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The key of all signatures: as configured, else generated once and stored with the data, so that sessions survive
 * a restart and all processes share it. With SQLite it is a file that only its owner can read, with PostgreSQL a row.
 */
export async function loadSecret(config: Config, database: Database): Promise<string> {
  if (config.authSecret) return config.authSecret
  if (database.kind === 'sqlite') return secretFile(join(config.dataDir, SECRET_FILE))
  await database.db
    .insertInto('secrets')
    .values({ name: 'auth', value: newSecret() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await database.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'auth')
    .executeTakeFirstOrThrow()
  return row.value
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
