import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchIndex } from '#features/catalog/catalog.ts'
import { type Database, type DatabaseKind, openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { refuseMoved } from '#kit/move/marks.ts'
import { move } from '#kit/move/move.ts'
import { type MovedTable, readPlan } from '#kit/move/plan.ts'
import { openPostgresSide } from '#kit/move/postgres-side.ts'
import { openSqliteShop } from '#kit/move/sqlite-side.ts'
import { moveTable } from '../migrations/0081-moves.ts'
import { migrations } from '../migrations/list.ts'
import { createPostgresDatabase } from './support/postgres-database.ts'
import { readSchema, readTables } from './support/read-database.ts'
import { sampleRows } from './support/sample-rows.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

const cleanUp = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'shop-move-'))
let folders = 0

const newFolder = (): string => join(folder, `data-${++folders}`)

async function newPostgres(): Promise<string> {
  const { url, drop } = await createPostgresDatabase(server)
  cleanUp.defer(drop)
  return url
}

async function inDatabase<Result>(
  where: { dataDir: string } | { databaseUrl: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ dataDir: '', ...where })
  return work(database).finally(() => database.close())
}

/** An empty shop. */
async function newSqlite(): Promise<string> {
  const dataDir = newFolder()
  await inDatabase({ dataDir }, (database) => migrate(database, migrations))
  return dataDir
}

function copyOf(dataDir: string): string {
  const copy = newFolder()
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

let said: string[] = []

const run = (to: DatabaseKind, places: { dataDir: string; databaseUrl: string }, again = false) => {
  said = []
  const say = (line: string) => void said.push(line)
  return move(places, { to, again, migrations, moveTable, derived: searchIndex, say })
}

/** All rows, without what each database has of its own. */
const readRows = (dataDir: string) =>
  inDatabase({ dataDir }, async (database) => {
    const { moves, schema_migrations, ...rows } = await readTables(database)
    return Object.fromEntries(Object.entries(rows).filter(([name]) => !name.startsWith('product_search')))
  })

async function fill(dataDir: string, databaseUrl: string): Promise<readonly MovedTable[]> {
  const postgres = await openPostgresSide(databaseUrl)
  await migrate(postgres, migrations)
  const plan = await readPlan(postgres.client, [searchIndex.postgres.name])
  const rows = await sampleRows(postgres.client, plan)
  await postgres.close()
  const sqlite = openSqliteShop(dataDir, migrations)
  for (const table of plan) {
    await sql`delete from ${sql.table(table.name)}`.execute(sqlite.db)
    const row = rows.get(table.name) ?? {}
    await sqlite.write(table, [table.columns.map(({ name }) => row[name] ?? null)])
  }
  await sqlite.close()
  return plan
}

/** A move writes into both databases, so one run is sufficient. */
describe.runIf(server)('a move', () => {
  let filled: string
  let plan: readonly MovedTable[]

  beforeAll(async () => {
    filled = await newSqlite()
    plan = await fill(filled, await newPostgres())
  })
  afterAll(async () => {
    await cleanUp.disposeAsync()
    rmSync(folder, { recursive: true })
  })

  test('to PostgreSQL and back leaves a row of every table, with a value in every column, as it was', async () => {
    const before = await readRows(filled)
    const counts = plan.map(({ name }) => before[name]?.length ?? 0)
    expect(counts).not.toContain(0)
    const rows = counts.reduce((sum, count) => sum + count, 0)
    const databaseUrl = await newPostgres()
    const back = newFolder()
    const dataDir = copyOf(filled)
    writeFileSync(join(dataDir, 'auth-secret'), 'a secret')
    await run('postgres', { dataDir, databaseUrl })
    expect(said.at(-1)).toBe(`${plan.length} tables with ${rows} rows are the same in both.`)
    await inDatabase({ databaseUrl }, async (database) => {
      const fresh = await newPostgres()
      const schema = await inDatabase({ databaseUrl: fresh }, async (other) => {
        await migrate(other, migrations)
        return readSchema(other)
      })
      expect(await readSchema(database)).toEqual(schema)
      expect(await typedRow(database)).toEqual([
        {
          name: expect.stringContaining('\u0001é☃𝄞\u2028 '),
          emailVerified: false,
          banned: null,
          createdAt: new Date('2026-11-28T10:00:00.123Z'),
        },
      ])
      expect(await nextValues(database)).toEqual({
        audit: 4503599627370497,
        listing: 8,
        texts: 1,
        disabled: 0,
      })
    })
    // As a first start leaves it that was killed.
    mkdirSync(join(back, '.first-shop-start'), { recursive: true })
    utimesSync(join(back, '.first-shop-start'), 0, 0)
    await run('sqlite', { dataDir: back, databaseUrl })
    expect(await readRows(back)).toEqual({
      ...before,
      secrets: [...(before.secrets ?? []), JSON.stringify({ name: 'auth', value: 'a secret' })].sort(),
    })
    expect(readFileSync(join(back, 'auth-secret'), 'utf8')).toBe('a secret')
    expect(statSync(join(back, 'auth-secret')).mode & 0o777).toBe(0o600)
    expect(await inDatabase({ dataDir: back }, readSchema)).toEqual(
      await inDatabase({ dataDir: await newSqlite() }, readSchema),
    )
  })

  test('marks its source in the end, so that the shop starts on the target only', async () => {
    const [dataDir, databaseUrl] = [await newSqlite(), await newPostgres()]
    await run('postgres', { dataDir, databaseUrl })
    const start = (where: Parameters<typeof inDatabase>[0]) => inDatabase(where, ({ db }) => refuseMoved(db))
    await expect(start({ dataDir })).rejects.toThrow('The shop was moved from this database to ')
    await expect(start({ databaseUrl })).resolves.toBeUndefined()
    await expect(run('postgres', { dataDir, databaseUrl })).rejects.toThrow('The shop was moved from ')
    // Killed when it had marked its source, and not yet its target.
    await inDatabase({ databaseUrl }, ({ db }) => sql`update moves set finished_at = null`.execute(db))
    await run('postgres', { dataDir, databaseUrl })
    await expect(start({ databaseUrl })).resolves.toBeUndefined()
    // It comes back to another database only: this one has what it had when it went.
    await expect(run('sqlite', { dataDir, databaseUrl })).rejects.toThrow('is not empty')
  })

  test('goes on after an error in the middle, refuses another source, and begins anew with --again', async () => {
    const [dataDir, databaseUrl] = [copyOf(filled), await newPostgres()]
    await inDatabase({ dataDir }, async ({ db }) => {
      await sql`update products set quantity = 3000000000`.execute(db)
    })
    await expect(run('postgres', { dataDir, databaseUrl })).rejects.toThrow(
      /^products .*: value "3000000000" is out of range for type integer/s,
    )
    await expect(inDatabase({ databaseUrl }, ({ db }) => refuseMoved(db))).rejects.toThrow(
      'was begun and not finished',
    )
    await expect(run('postgres', { dataDir: filled, databaseUrl })).rejects.toThrow(
      'has a half-done copy of ',
    )
    // What was copied before is other than it is now.
    await inDatabase({ dataDir }, async ({ db }) => {
      await sql`update products set quantity = 3`.execute(db)
      await sql`update categories set name = 'Changed'`.execute(db)
    })
    await expect(run('postgres', { dataDir, databaseUrl })).rejects.toThrow(
      'categories is not the same: 1 rows',
    )
    expect(said).toContain('The move goes on where it ended.')
    expect(said).not.toContainEqual(expect.stringContaining('categories: 1 rows copied'))
    await expect(inDatabase({ dataDir }, ({ db }) => refuseMoved(db))).resolves.toBeUndefined()
    await run('postgres', { dataDir, databaseUrl }, true)
    expect(said).not.toContain('The move goes on where it ended.')
    expect(said.at(-1)).toContain('are the same in both')
  })

  test('begins anew to SQLite with --again too', async () => {
    const [databaseUrl, dataDir] = [await newPostgres(), newFolder()]
    await run('postgres', { dataDir: copyOf(filled), databaseUrl })
    const stop = (line: string) => {
      if (line.startsWith('categories')) throw new Error('The disk is full.')
    }
    const options = {
      to: 'sqlite',
      again: false,
      migrations,
      moveTable,
      derived: searchIndex,
      say: stop,
    } as const
    await expect(move({ dataDir, databaseUrl }, options)).rejects.toThrow('The disk is full.')
    await expect(inDatabase({ dataDir }, ({ db }) => refuseMoved(db))).rejects.toThrow('not finished')
    await run('sqlite', { dataDir, databaseUrl }, true)
    expect(said).not.toContain('The move goes on where it ended.')
    expect(said.at(-1)).toContain('are the same in both')
  })

  test('names the rows whose text PostgreSQL cannot store, before it writes any', async () => {
    const [dataDir, databaseUrl] = [copyOf(filled), await newPostgres()]
    await inDatabase({ dataDir }, async ({ db }) => {
      await sql`update site_texts set texts = 'a' || char(0) || 'b'`.execute(db)
    })
    await expect(run('postgres', { dataDir, databaseUrl })).rejects.toThrow(
      'PostgreSQL cannot store these texts. Change them in the shop, and move it then:\nsite_texts 1: texts has a NUL character',
    )
    expect(said).toEqual([])
  })

  test('refuses a target with data, a source without a shop, one of an earlier release and one on which a shop runs', async () => {
    const [dataDir, databaseUrl] = [await newSqlite(), await newPostgres()]
    const refusal = async (to: DatabaseKind, places: { dataDir: string; databaseUrl: string }) =>
      run(to, places).then(
        () => 'moved',
        (error: Error) => error.message,
      )
    const full = await newPostgres()
    await inDatabase({ databaseUrl: full }, ({ db }) => sql`create table others (id integer)`.execute(db))
    expect(await refusal('postgres', { dataDir, databaseUrl: full })).toContain('is not empty')
    expect(await refusal('postgres', { dataDir: newFolder(), databaseUrl })).toContain('There is no shop in ')
    expect(await refusal('sqlite', { dataDir: newFolder(), databaseUrl })).toContain('There is no shop in ')
    const former = newFolder()
    await inDatabase({ dataDir: former }, (database) => migrate(database, migrations.slice(0, -1)))
    expect(await refusal('postgres', { dataDir: former, databaseUrl })).toContain(
      'Start this release on it once',
    )
    await inDatabase({ dataDir }, async ({ db }) => {
      await sql`select name from schema_migrations`.execute(db)
      expect(await refusal('postgres', { dataDir, databaseUrl })).toContain('A shop is running on ')
    })
    await inDatabase({ databaseUrl }, async ({ db }) => {
      await sql`select 1`.execute(db)
      expect(await refusal('postgres', { dataDir, databaseUrl })).toContain(
        'A shop is running on the database',
      )
    })
    await inDatabase({ databaseUrl }, async ({ db }) => {
      expect((await sql.raw(TABLES).execute(db)).rows).toEqual([])
    })
    await run('postgres', { dataDir, databaseUrl })
  })
})

const TABLES = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`

const typedRow = async ({ db }: Database) =>
  (await sql`select name, "emailVerified", banned, "createdAt" from "user"`.execute(db)).rows

const nextValues = async ({ db }: Database) => {
  const { rows } = await sql`select
    nextval(pg_get_serial_sequence('audit_entries', 'id')) as audit,
    nextval(pg_get_serial_sequence('products', 'listing_sequence')) as listing,
    (select count(*) from product_texts) as texts,
    (select count(*) from pg_trigger where tgenabled = 'D') as disabled`.execute(db)
  return rows[0]
}
