import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#app/config.ts'
import { type Database, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { createLog } from '#kit/log/log.ts'
import type { Shop } from '#kit/shop.ts'
import { migrations } from '../../migrations/list.ts'
import { createPostgresDatabase } from './postgres-database.ts'

/** A shop on an empty database of its own, with a clock that the test moves. */
export interface TestShop extends Shop, AsyncDisposable {
  readonly database: Database
  advance(ms: number): void
}

/**
 * Makes an empty shop on the database that the test run is for: SQLite in a folder of its own, or a fresh
 * database on the PostgreSQL that `TEST_DATABASE_URL` names. Everything is removed when disposed of. With `steps` it is
 * the shop of an earlier version.
 */
export async function createTestShop(
  environment: Record<string, string> = {},
  steps = migrations,
): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-test-'))
  const server = process.env.TEST_DATABASE_URL
  const template = steps === migrations ? process.env.TEST_DATABASE_TEMPLATE : undefined
  const postgres = server ? await createPostgresDatabase(server, template) : undefined
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
  return {
    config,
    database,
    db: database.db,
    kind: database.kind,
    log: createLog(config.logLevel),
    secret: 'a secret for tests that is long enough to sign with',
    now: () => Date.now() + aheadMs,
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
