import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestShop } from '../../../tests/support/test-shop.ts'
import { kindOf } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'

test('a server that accepts no more connections is unavailable; a failed query does not mean unavailable', async () => {
  await using shop = await createTestShop()
  expect(isDatabaseUnavailable(await errorOf(sql`select nothing`.execute(shop.db)))).toBe(false)
  if (kindOf(shop.db) === 'sqlite') return
  await sql`create role visitor login`.execute(shop.db)
  try {
    await sql`alter role visitor connection limit 0`.execute(shop.db)
    const address = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { username: 'visitor' })
    const client = new pg.Client({ connectionString: address.href })
    expect(isDatabaseUnavailable(await errorOf(client.connect()))).toBe(true)
  } finally {
    await sql`drop role visitor`.execute(shop.db)
  }
})

test.each([
  ['EHOSTUNREACH', 'the host of PostgreSQL has lost its power'],
  ['ENETUNREACH', 'the network of PostgreSQL is away'],
  ['EAI_AGAIN', 'the name of the host is not found for now'],
  ['53100', 'the disk of PostgreSQL is full'],
  ['SQLITE_FULL', 'the disk of SQLite is full'],
  ['SQLITE_IOERR_WRITE', 'SQLite cannot write'],
])('%s means unavailable: %s', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('it failed'), { code }))).toBe(true)
})

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
