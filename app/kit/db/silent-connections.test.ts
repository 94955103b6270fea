import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startNetwork } from '../../../tests/support/network.ts'
import { createPostgresDatabase } from '../../../tests/support/postgres-database.ts'
import { type Db, openDatabase } from './db.ts'
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

test.runIf(server)(
  'when a server has become read-only, its connections are given up and replaced',
  { timeout: 60_000, concurrent: true },
  async () => {
    const postgres = await createPostgresDatabase(server ?? '')
    const database = openDatabase({ databaseUrl: postgres.url, dataDir: '' })
    const { db } = database
    const pidOf = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`.execute(db)).rows[0]?.pid
    const pids = () => Promise.all(Array.from({ length: 4 }, pidOf))
    await sql`create table things (n int)`.execute(db)
    const write = () => sql`insert into things values (1)`.execute(db)
    const makeReadOnly = async () => {
      await sql`select pg_sleep(0.1)`.execute(db)
      await sql`set session characteristics as transaction read only`.execute(db)
    }
    await Promise.all(Array.from({ length: 4 }, makeReadOnly))
    const former = await pids()
    await expect(write()).rejects.toSatisfy(isDatabaseUnavailable)
    await write()
    expect((await pids()).filter((pid) => former.includes(pid))).toEqual([])
    await database.close()
    await postgres.drop()
  },
)

test.runIf(server)(
  'transactions are read committed, whatever the role begins by itself',
  { timeout: 60_000, concurrent: true },
  async () => {
    const postgres = await createPostgresDatabase(server ?? '')
    const url = new URL(postgres.url)
    url.searchParams.set('options', '-c default_transaction_isolation=serializable')
    const database = openDatabase({ databaseUrl: url.href, dataDir: '' })
    const isolation = (db: Db) =>
      sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(db)
    expect((await isolation(database.db)).rows).toEqual([{ level: 'serializable' }])
    const inside = await database.db.transaction().execute(isolation)
    expect(inside.rows).toEqual([{ level: 'read committed' }])
    await database.close()
    await postgres.drop()
  },
)
