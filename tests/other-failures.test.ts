import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, describe, expect, test } from 'vitest'
import { answerTo, errorOf, INTERNAL, UNAVAILABLE } from './support/answer-to.ts'

describe.skipIf(process.env.TEST_DATABASE_URL)('what calls answer while SQLite fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-sqlite-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let count = 0
  /** Two connections to a file, of which neither waits for the other. */
  function openTwo() {
    count += 1
    const file = join(folder, `${count}.sqlite`)
    const open = (): SQLite.Database => new SQLite(file, { timeout: 0 })
    const one = open()
    one.exec(
      'pragma journal_mode = wal; create table things (id integer primary key); insert into things values (1)',
    )
    return [one, open()] as const
  }
  const WRITE = 'insert into things values (2)'

  test.each<[string, () => unknown]>([
    [
      'SQLITE_BUSY',
      () => {
        const [one, other] = openTwo()
        other.exec('begin immediate')
        one.exec(WRITE)
      },
    ],
    [
      'SQLITE_BUSY_SNAPSHOT',
      () => {
        const [one, other] = openTwo()
        one.exec('begin; select * from things')
        one.prepare('select * from things').all()
        other.exec('insert into things values (3)')
        one.exec(WRITE)
      },
    ],
    [
      'SQLITE_FULL',
      () => {
        const [one] = openTwo()
        one.exec('pragma max_page_count = 1; create table filling (text text)')
      },
    ],
    ['SQLITE_READONLY', () => openTwo()[0].exec(`pragma query_only = on; ${WRITE}`)],
    ['SQLITE_CANTOPEN', () => openTwo()[0].exec(`attach database '${folder}/missing/file' as missing`)],
  ])('%s is 503', async (code, work) => {
    const error = await errorOf(work)
    expect([(error as { code?: string }).code, await answerTo(error)]).toEqual([code, UNAVAILABLE])
  })

  test('a fault of the shop is 500, and so is a damaged file', async () => {
    expect(await answerTo(await errorOf(() => openTwo()[0].exec('insert into things values (1)')))).toEqual(
      INTERNAL,
    )
    const file = join(folder, 'damaged')
    writeFileSync(file, 'no database'.repeat(1000))
    const damaged = await errorOf(() => new SQLite(file).exec('create table things (id integer)'))
    expect([damaged, await answerTo(damaged)]).toMatchObject([{ code: 'SQLITE_NOTADB' }, INTERNAL])
  })
})

/** What no test makes happen. */
test.each([
  ['08006', 'the connection to PostgreSQL fails'],
  ['08P01', 'PgBouncer has no connection to the server'],
  ['25P04', 'a transaction took too long'],
  ['28P01', 'the password is being changed'],
  ['53100', 'the disk of PostgreSQL is full'],
  ['57P02', 'PostgreSQL has crashed'],
  ['58030', 'the disk of PostgreSQL fails'],
  ['EHOSTUNREACH', 'the host of PostgreSQL has lost its power'],
  ['ENETUNREACH', 'the network of PostgreSQL is away'],
  ['EAI_AGAIN', 'the name of the host is not found for now'],
  ['SQLITE_IOERR_WRITE', 'SQLite cannot write'],
  ['SQLITE_LOCKED', 'another connection of the process writes'],
])('%s is 503: %s', async (code) => {
  expect(await answerTo(Object.assign(new Error('it failed'), { code }))).toEqual(UNAVAILABLE)
})

test.each(['23505', '42P01', '22P02', 'SQLITE_CORRUPT', 'SQLITE_CONSTRAINT_FOREIGNKEY', 'ENOENT', '53'])(
  '%s is 500',
  async (code) => {
    expect(await answerTo(Object.assign(new Error('it failed'), { code }))).toEqual(INTERNAL)
  },
)
