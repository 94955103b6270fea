import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../../migrations/list.ts'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { kindOf } from './db.ts'
import { type Migration, migrate, stepNames } from './migrate.ts'

const stepOf = (name: string, table: string): Migration => ({
  name,
  up: async (trx) => {
    await sql.raw(`create table ${table} (id text)`).execute(trx)
  },
})

/** The applied migrations and the definition of every table. */
async function schemaOf({ db }: TestShop): Promise<unknown[]> {
  const applied = sql`select * from schema_migrations order by name`
  const tables =
    kindOf(db) === 'sqlite'
      ? sql`select name, sql from sqlite_master order by name`
      : sql`select table_name, column_name from information_schema.columns
          where table_schema = 'public' order by table_name, column_name`
  return [(await applied.execute(db)).rows, (await tables.execute(db)).rows]
}

test('a database of a version before the first release is refused and not changed', async () => {
  await using shop = await createTestShop({}, [
    stepOf('0001-accounts', 'accounts'),
    stepOf('0002-shop', 'shop'),
  ])
  const before = await schemaOf(shop)
  await expect(migrate(shop.database, migrations)).rejects.toThrow(
    /a version before the first release.*empty/,
  )
  expect(await schemaOf(shop)).toEqual(before)
})

test('a database of a newer release is refused and not changed', async () => {
  await using shop = await createTestShop()
  await migrate(shop.database, [...migrations, stepOf('9999-of-tomorrow', 'tomorrow')])
  const before = await schemaOf(shop)
  await expect(migrate(shop.database, migrations)).rejects.toThrow(/a newer release/)
  expect(await schemaOf(shop)).toEqual(before)
})

test('a new step is applied once, and earlier steps are not repeated', async () => {
  await using shop = await createTestShop()
  const more = [...migrations, stepOf('9999-of-tomorrow', 'tomorrow')]
  await migrate(shop.database, more)
  const after = await schemaOf(shop)
  await migrate(shop.database, more)
  expect(await schemaOf(shop)).toEqual(after)
  expect(after[0]).toHaveLength(stepNames(more).length)
})

test('a failing step rolls back itself and the steps before it', async () => {
  await using shop = await createTestShop()
  const before = await schemaOf(shop)
  const failing: Migration = { name: '9999-failing', up: () => Promise.reject(new Error('This step fails.')) }
  const more = [...migrations, stepOf('9998-fine', 'fine'), failing]
  await expect(migrate(shop.database, more)).rejects.toThrow('This step fails.')
  expect(await schemaOf(shop)).toEqual(before)
})

const withChecksum = (step: Migration, checksum: string): Migration => ({ ...step, checksum })

const readChecksums = async ({ db }: TestShop) =>
  (await sql`select name, checksum from schema_checksums order by name`.execute(db)).rows

test('a database whose steps were other ones is refused and not changed', async () => {
  await using shop = await createTestShop()
  const step = stepOf('9998-fine', 'fine')
  await migrate(shop.database, [...migrations, withChecksum(step, 'as it was')])
  const before = [await schemaOf(shop), await readChecksums(shop)]
  const edited = [...migrations, withChecksum(step, 'edited'), stepOf('9999-of-tomorrow', 'tomorrow')]
  await expect(migrate(shop.database, edited)).rejects.toThrow(/other forms of these steps .*: 9998-fine\./)
  expect([await schemaOf(shop), await readChecksums(shop)]).toEqual(before)
})

test('a database from before there were checksums gets those of today', async () => {
  await using shop = await createTestShop(
    {},
    migrations.map(({ name, up, folded }) => ({
      name,
      up,
      ...(folded && {
        folded: Object.fromEntries(Object.keys(folded).map((step) => [step, undefined])),
      }),
    })),
  )
  expect(await readChecksums(shop)).toEqual([])
  await using fresh = await createTestShop()
  const all = await readChecksums(fresh)
  expect(all).toHaveLength(stepNames(migrations).length)
  await migrate(shop.database, migrations)
  expect(await readChecksums(shop)).toEqual(all)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a step that waits for a table lets the shop go on meanwhile, and is applied once the table is free',
  async () => {
    const busy = stepOf('0001-busy', 'busy')
    await using shop = await createTestShop({}, [busy, stepOf('0002-other', 'other')])
    const { db } = shop
    const free = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const work = db.transaction().execute(async (trx) => {
      await sql`insert into busy values ('a')`.execute(trx)
      held.resolve()
      await free.promise
    })
    await held.promise
    const step: Migration = {
      name: '0003-column',
      locks: ['other', 'busy'],
      up: async (trx) => {
        const { rows } = await sql<{ relname: string }>`select relname from pg_locks
          join pg_class on pg_class.oid = relation
          where pid = pg_backend_pid() and mode = 'AccessExclusiveLock' and relname in ('busy', 'other')
          order by relname`.execute(trx)
        expect(rows.map(({ relname }) => relname)).toEqual(['busy', 'other'])
        await sql`alter table busy add column more text`.execute(trx)
      },
    }
    const migrated = migrate(shop.database, [busy, stepOf('0002-other', 'other'), step])
    // Behind the step, which has locked the one table and waits for the other: until it gives up, and not until that is free.
    for (let times = 0; times < 3; times += 1) {
      await sql`select pg_sleep(0.5)`.execute(db)
      await sql`insert into other values ('b')`.execute(db)
    }
    free.resolve()
    await Promise.all([work, migrated])
    expect((await sql`select * from busy`.execute(db)).rows).toEqual([{ id: 'a', more: null }])
    expect((await sql`select * from other`.execute(db)).rows).toHaveLength(3)
  },
)
