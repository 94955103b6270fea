import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startNetwork } from '../../../tests/support/network.ts'
import { createPostgresDatabase } from '../../../tests/support/postgres-database.ts'
import { openDatabase } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'

/** With time for a loaded machine; the system would report the connections after a quarter of an hour. */
const LIMIT_MS = 40_000

const server = process.env.TEST_DATABASE_URL

test.runIf(server)(
  'when the host of the database vanishes, its connections are given up and replaced',
  { timeout: 60_000, concurrent: true },
  async () => {
    const postgres = await createPostgresDatabase(server ?? '')
    using network = await startNetwork(new URL(postgres.url))
    const database = openDatabase({ databaseUrl: network.url, dataDir: '' })
    const ask = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db)
    await Promise.all(Array.from({ length: 6 }, () => ask(0.1)))
    const failures = Array.from({ length: 3 }, () =>
      ask(0).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    const inTransaction = database.db
      .transaction()
      .execute((trx) => sql`select pg_sleep(0)`.execute(trx))
      .catch((error: unknown) => error)
    network.vanish()
    const startedMs = performance.now()
    for (const error of await Promise.all([...failures, inTransaction]))
      expect(isDatabaseUnavailable(error)).toBe(true)
    await Promise.all(Array.from({ length: 20 }, () => ask(0)))
    expect(performance.now() - startedMs).toBeLessThan(LIMIT_MS)
    await database.close()
    await postgres.drop()
  },
)

test.runIf(server)(
  'a step of the schema may take longer than any query',
  { timeout: 60_000, concurrent: true },
  async () => {
    const postgres = await createPostgresDatabase(server ?? '')
    const database = openDatabase({ databaseUrl: postgres.url, dataDir: '' })
    await database.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`select pg_sleep(18)`.execute(trx)
    })
    await database.close()
    await postgres.drop()
  },
)
