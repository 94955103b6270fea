import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DATABASE_FILE, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '../../migrations/list.ts'

/**
 * The global setup of the Vitest project `sqlite`: sets `TEST_DATABASE_FILE` to a database that has the schema already, so
 * that tests copy it and do not migrate.
 */
export default async function setup(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-sqlite-'))
  const database = openDatabase({ dataDir })
  await migrate(database, migrations).finally(() => database.close())
  process.env.TEST_DATABASE_FILE = join(dataDir, DATABASE_FILE)
  return () => rmSync(dataDir, { recursive: true })
}
