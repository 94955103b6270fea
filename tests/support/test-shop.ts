import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#app/config.ts'
import { DATABASE_FILE, type Database, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createFiles } from '#kit/files/files.ts'
import { createLog } from '#kit/log.ts'
import type { Shop } from '#kit/shop.ts'
import { migrations } from '../../migrations/list.ts'
import { createPostgresDatabase } from './postgres-database.ts'

/** A shop on its own empty database. The test moves its clock. */
export interface TestShop extends Shop, AsyncDisposable {
  readonly database: Database
  advance(ms: number): void
}

/**
 * Creates an empty shop on the database of the test run: SQLite in its own folder, or a new database on the PostgreSQL
 * at `TEST_DATABASE_URL`. Disposal removes everything. `steps` can be the migrations of an earlier version.
 */
export async function createTestShop(
  environment: Record<string, string> = {},
  steps = migrations,
): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-test-'))
  const server = process.env.TEST_DATABASE_URL
  // A copy of a database that has the schema takes a fraction of the time of all steps.
  const { TEST_DATABASE_TEMPLATE: template, TEST_DATABASE_FILE: file } =
    steps === migrations ? process.env : {}
  const postgres = server ? await createPostgresDatabase(server, template) : undefined
  if (!server && file) copyFileSync(file, join(folder, DATABASE_FILE))
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: postgres?.url,
    SEED: 'none',
    LOG_LEVEL: 'silent',
    ...environment,
  })
  const database = openDatabase(config)
  await migrate(database, steps)
  let aheadMs = 0
  const place = {
    config,
    db: database.db,
    log: createLog(config.logLevel),
    now: () => Date.now() + aheadMs,
  }
  return {
    ...place,
    database,
    files: createFiles(place),
    secret: 'a secret for tests that is long enough to sign with',
    advance: (ms) => {
      aheadMs += ms
    },
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await postgres?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
