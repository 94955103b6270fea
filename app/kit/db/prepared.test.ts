import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestShop } from '../../../tests/support/test-shop.ts'
import { prepared, preparedInsert, type Take } from './prepared.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    things: { name: string; size: number }
  }
}

const insertThings = preparedInsert((db, rows: readonly { name: string; size: number }[]) =>
  db.insertInto('things').values(rows).returning('name'),
)

const thingsOf = prepared((db, take: Take<{ least: number; most: number }>) =>
  db
    .selectFrom('things')
    .select('name')
    .where(
      'size',
      '>=',
      take(({ least }) => least),
    )
    .where(
      'size',
      '<=',
      take(({ most }) => most),
    )
    .orderBy('size'),
)

async function shopWithThings() {
  const shop = await createTestShop()
  await sql`create table things (name text primary key, size integer not null)`.execute(shop.db)
  return shop
}

const things = (count: number) =>
  Array.from({ length: count }, (_, size) => ({ name: `thing ${size}`, size }))

test('any number of rows is inserted, each with its own values, in turn', async () => {
  await using shop = await shopWithThings()
  const rows = things(40)
  expect(await insertThings(shop.db, rows)).toEqual(rows.map(({ name }) => ({ name })))
  expect(await insertThings(shop.db, [{ name: 'one more', size: 40 }])).toEqual([{ name: 'one more' }])
  expect(await insertThings(shop.db, [])).toEqual([])
  const { rows: found } = await thingsOf(shop.db, { least: 15, most: 17 })
  expect(found).toEqual([{ name: 'thing 15' }, { name: 'thing 16' }, { name: 'thing 17' }])
})

test('a row that is refused takes those of its statements along in a transaction, and only there', async () => {
  await using shop = await shopWithThings()
  const rows = [...things(20), { name: 'thing 0', size: 1 }]
  const written = shop.db.transaction().execute((trx) => insertThings(trx, rows))
  await expect(written).rejects.toThrow(/unique/i)
  expect((await thingsOf(shop.db, { least: 0, most: 100 })).rows).toEqual([])
})

test('a kept text is run anew each time, by each database, and goes on when a column was added', async () => {
  await using one = await shopWithThings()
  await using other = await shopWithThings()
  await insertThings(one.db, things(2))
  await insertThings(other.db, things(3))
  const all = { least: 0, most: 100 }
  expect((await thingsOf(one.db, all)).rows).toHaveLength(2)
  expect((await thingsOf(other.db, all)).rows).toHaveLength(3)
  await sql`alter table things add column colour text`.execute(one.db)
  expect((await thingsOf(one.db, { ...all, least: 1 })).rows).toEqual([{ name: 'thing 1' }])
})

test('a server is sent the text of a prepared query once a connection', async () => {
  await using shop = await shopWithThings()
  if (shop.kind === 'sqlite') return
  await shop.db.connection().execute(async (db) => {
    for (const least of [1, 2, 3]) await thingsOf(db, { least, most: 3 })
    const kept = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%"things"%'`.execute(db)
    expect(kept.rows).toHaveLength(1)
  })
})

test('a parameter is an expression to SQLite, which else prepares a join anew for each value', async () => {
  await using shop = await shopWithThings()
  const query = shop.db
    .selectFrom('things')
    .innerJoin('things as other', 'other.name', 'things.name')
    .select('other.size')
    .where('things.name', '=', 'thing 1')
    .compile()
  expect(query.sql).toContain(shop.kind === 'sqlite' ? '"things"."name" = +?' : '"things"."name" = $1')
})
