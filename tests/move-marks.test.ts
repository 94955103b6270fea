import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { searchIndex } from '#features/catalog/catalog.ts'
import { type Db, openDatabase } from '#kit/db/db.ts'
import { type Migration, migrate } from '#kit/db/migrate.ts'
import { refuseMoved } from '#kit/move/marks.ts'
import { type MoveOptions, move } from '#kit/move/move.ts'
import { readPlan } from '#kit/move/plan.ts'
import { openPostgresSide } from '#kit/move/postgres-side.ts'
import { openSqliteTarget } from '#kit/move/sqlite-side.ts'
import { moveTable } from '../migrations/0081-moves.ts'
import { migrations } from '../migrations/list.ts'
import { createPostgresDatabase } from './support/postgres-database.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

interface Where {
  readonly dataDir?: string
  readonly databaseUrl?: string
}

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

  const inDatabase = <Result>(where: Where, work: (db: Db) => Promise<Result>): Promise<Result> => {
    const database = openDatabase({ dataDir: '', ...where })
    return migrate(database, migrations)
      .then(() => work(database.db))
      .finally(database.close)
  }
  const startOn = (where: Where) => inDatabase(where, refuseMoved)
  const run = (to: MoveOptions['to'], places: Required<Where>, more: Partial<MoveOptions> = {}) => {
    const usual = { again: false, migrations, moveTable, derived: searchIndex, say: () => undefined }
    return move(places, { to, ...usual, ...more })
  }

  test('that had marked its source goes on after --again too, wherever it is killed', async () => {
    const [dataDir, databaseUrl] = [join(folder, 'marked'), await newPostgres()]
    await startOn({ dataDir })
    await run('postgres', { dataDir, databaseUrl })
    await inDatabase({ databaseUrl }, (db) => sql`update moves set finished_at = null`.execute(db))
    const stop = () => {
      throw new Error('The disk is full.')
    }
    for (const killed of [{ moveTable: stop }, { say: stop }])
      await expect(run('postgres', { dataDir, databaseUrl }, { again: true, ...killed })).rejects.toThrow(
        'The disk is full.',
      )
    await run('postgres', { dataDir, databaseUrl })
    await expect(startOn({ databaseUrl })).resolves.toBeUndefined()
    await expect(startOn({ dataDir })).rejects.toThrow('was moved from')
  })

  test('is refused when a process without connections has come back to PostgreSQL meanwhile', async () => {
    const [dataDir, databaseUrl] = [join(folder, 'stopped'), await newPostgres()]
    await startOn({ databaseUrl })
    const other = new pg.Client(databaseUrl)
    let connected: Promise<unknown> | undefined
    const late: Migration[] = migrations.map((step) => ({
      ...step,
      up: async (...given) => {
        connected ??= other.connect()
        await connected
        await step.up(...given)
      },
    }))
    await expect(run('sqlite', { dataDir, databaseUrl }, { migrations: late })).rejects.toThrow(
      'another program is connected to it',
    )
    await other.end()
    await expect(startOn({ databaseUrl })).resolves.toBeUndefined()
    await expect(startOn({ dataDir })).rejects.toThrow('not finished')
    // A connection that is just ending is waited for.
    const ending = new pg.Client(databaseUrl)
    await ending.connect()
    const moved = run('sqlite', { dataDir, databaseUrl })
    setTimeout(() => void ending.end(), 200)
    await moved
  })

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
    await expect(startOn({ databaseUrl })).resolves.toBeUndefined()
  })
})

const pidOf = (client: pg.Client) => (client as pg.Client & { readonly processID: number }).processID
