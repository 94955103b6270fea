import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { searchIndex } from '#features/catalog/catalog.ts'
import { openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { refuseMoved } from '#kit/move/marks.ts'
import { readPlan } from '#kit/move/plan.ts'
import { openPostgresSide } from '#kit/move/postgres-side.ts'
import { openSqliteTarget } from '#kit/move/sqlite-side.ts'
import { migrations } from '../migrations/list.ts'
import { createPostgresDatabase } from './support/postgres-database.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

/** Of both databases, so one run is sufficient. */
describe.runIf(server)('the end of a move', () => {
  const cleanUp = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'shop-move-'))
  afterAll(async () => {
    await cleanUp.disposeAsync()
    rmSync(folder, { recursive: true })
  })

  async function newPostgres(): Promise<string> {
    const { url, drop } = await createPostgresDatabase(server)
    cleanUp.defer(drop)
    return url
  }

  test('writes the mark of its source so that a power cut does not take it', async () => {
    const sides = [
      { side: openSqliteTarget(join(folder, 'data'), migrations), asked: 'pragma synchronous' },
      { side: await openPostgresSide(await newPostgres()), asked: 'show synchronous_commit' },
    ]
    const seen: unknown[] = []
    for (const { side, asked } of sides) {
      await migrate(side, migrations)
      await side.commitAlone([], async () => {
        seen.push(...(await sql.raw(asked).execute(side.db)).rows)
      })
      await side.close()
    }
    expect(seen).toEqual([{ synchronous: 2 }, { synchronous_commit: 'on' }])
  })

  test('nobody writes into PostgreSQL between the comparison and the mark, and who tries ends the move', async () => {
    const databaseUrl = await newPostgres()
    const side = await openPostgresSide(databaseUrl)
    await migrate(side, migrations)
    const plan = await readPlan(side.client, [searchIndex.postgres.name])
    const mark = { id: 'a', role: 'from', other: 'b', progress: '', started_at: 1, finished_at: 1 } as const
    const other = new pg.Client(databaseUrl)
    const seen: unknown[] = []
    const commit = side.commitAlone(plan, async () => {
      await other.connect()
      const write = other.query(`update categories set name = 'Late'`)
      const waiting = () =>
        side.client.query(`select 1 from pg_locks where not granted and pid = ${pidOf(other)}`)
      await expect.poll(async () => (await waiting()).rowCount).toBe(1)
      await side.db.insertInto('moves').values(mark).execute()
      write.then(({ rowCount }) => seen.push(rowCount))
    })
    await expect(commit).rejects.toThrow('another program is connected to it')
    await expect.poll(() => seen).toEqual([0])
    await Promise.all([other.end(), side.close()])
    const database = openDatabase({ dataDir: '', databaseUrl })
    await refuseMoved(database.db).finally(database.close)
  })
})

const pidOf = (client: pg.Client) => (client as pg.Client & { readonly processID: number }).processID
