import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { Hono } from 'hono'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerError, installRequestBasics, type RequestEnv } from '#kit/server/router.ts'
import {
  canStartReplica,
  type PostgresServer,
  startPostgres,
  startReplica,
  WITHOUT_DISK,
} from '../../../tests/support/postgres-server.ts'
import { createLog } from '../log.ts'
import { type Db, openDatabase } from './db.ts'

const errorOf = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (error: unknown) => error,
    )

/** What a call answers whose work fails with it. */
async function answerTo(error: unknown) {
  expect(error).toBeInstanceOf(Error)
  const app = new Hono<RequestEnv>()
  installRequestBasics(app, createLog('silent'))
  app.onError(answerError)
  app.get('/', () => {
    throw error
  })
  const response = await app.request('/')
  return [response.status, response.headers.get('retry-after'), (await response.json()).code]
}

const UNAVAILABLE = [503, '5', 'unavailable']
const INTERNAL = [500, null, 'internal']

/** Nothing is read from the network meanwhile. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const server = process.env.TEST_DATABASE_URL

describe.runIf(server)('what calls answer while PostgreSQL fails', { timeout: 60_000 }, () => {
  const cleanUp = new AsyncDisposableStack()
  /** A server of its own, which runs out of locks. */
  let own: PostgresServer
  let db: Db

  beforeAll(async () => {
    own = await startPostgres(WITHOUT_DISK)
    cleanUp.defer(() => own.stop())
    const database = openDatabase({ databaseUrl: own.url, dataDir: '', databasePool: 1 })
    cleanUp.defer(() => database.close())
    db = database.db
    await sql`create table things (id integer primary key); insert into things values (1), (2)`.execute(db)
  }, 60_000)
  afterAll(() => cleanUp.disposeAsync())

  /** Connects with other parts of the address of the server. */
  const connect = async (parts: Partial<URL> = {}): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(own.url), parts).href })
    client.on('error', () => undefined)
    cleanUp.defer(() => client.end().catch(() => undefined))
    await client.connect()
    return client
  }
  const run = (...statements: string[]) =>
    db.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })
  /** Another connection has done this in a transaction that goes on. */
  async function during<Result>(statement: string, work: (other: pg.Client) => Promise<Result>) {
    const other = await connect()
    await other.query('begin')
    await other.query(statement)
    return work(other).finally(() => other.end())
  }
  const behaving = async (onSocket: (socket: Socket) => void): Promise<unknown> => {
    const network = createServer(onSocket).listen(0, '127.0.0.1')
    await new Promise((resolve) => network.once('listening', resolve))
    const { port } = network.address() as { port: number }
    return connect({ port: String(port) }).finally(() => network.close())
  }

  test.each<[string, () => Promise<unknown>]>([
    ['57014', () => run('set local statement_timeout = 20', 'select pg_sleep(20)')],
    ...['25P03', '57P05'].map((code): [string, () => Promise<unknown>] => [
      code,
      async () => {
        const client = await connect()
        await client.query(code === '25P03' ? 'begin' : 'set idle_session_timeout = 20')
        await client.query('set idle_in_transaction_session_timeout = 20')
        block(300)
        await client.query('select 1')
      },
    ]),
    ['57P01', async () => (await connect()).query('select pg_terminate_backend(pg_backend_pid())')],
    ['55P03', () => during('lock things', () => run('set local lock_timeout = 20', 'select id from things'))],
    ['25006', () => run('set transaction read only', 'create table others (id integer)')],
    ['53200', () => run('select pg_advisory_xact_lock(id) from generate_series(1, 100000) as id')],
    [
      '53400',
      () =>
        run(`set local work_mem = '64kB'; set local temp_file_limit = '64kB';
        select * from generate_series(1, 100000) as id order by md5(id::text)`),
    ],
    [
      '53300',
      async () => {
        await run('create role full_up login connection limit 0')
        await connect({ username: 'full_up' })
      },
    ],
    ['28000', () => connect({ username: 'nobody' })],
    ['3D000', () => connect({ pathname: '/missing' })],
    ['58P01', () => run("select pg_read_file('missing')")],
    [
      '40001',
      async () => {
        const first = await connect()
        await first.query('begin isolation level repeatable read')
        await first.query('select * from things')
        await run('update things set id = id where id = 1')
        await first.query('update things set id = id where id = 1')
      },
    ],
    [
      '40P01',
      () =>
        during('update things set id = id where id = 1', async (other) => {
          const third = await connect()
          await third.query("begin; set local deadlock_timeout = '20ms'")
          await third.query('update things set id = id where id = 2')
          const waiting = errorOf(() => other.query('update things set id = id where id = 2'))
          await expect
            .poll(() => third.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'"))
            .toMatchObject({ rowCount: 1 })
          await third.query('update things set id = id where id = 1').finally(() => third.end())
          await waiting
        }),
    ],
    ['ECONNRESET', () => behaving((socket) => void socket.once('data', () => socket.resetAndDestroy()))],
    ['ECONNREFUSED', () => connect({ port: '1' })],
    ['ENOENT', () => new pg.Client({ host: '/missing' }).connect()],
    ['undefined', () => behaving((socket) => void socket.once('data', () => socket.end()))],
  ])('%s is 503', async (code, work) => {
    const error = await errorOf(work)
    expect([String((error as { code?: string }).code), await answerTo(error)]).toEqual([code, UNAVAILABLE])
  })

  test('a fault of the shop is 500, and so is what it does after that in its transaction', async () => {
    expect(await answerTo(await errorOf(() => run('select nothing')))).toEqual(INTERNAL)
    expect(await answerTo(await errorOf(() => run('insert into things values (1)')))).toEqual(INTERNAL)
    const goingOn = (first: string) =>
      errorOf(() =>
        db.transaction().execute(async (trx) => {
          await sql`set local statement_timeout = 20`.execute(trx)
          await errorOf(() => sql.raw(first).execute(trx))
          await sql`select 1`.execute(trx)
        }),
      )
    const [ofShop, ofServer] = [await goingOn('select nothing'), await goingOn('select pg_sleep(20)')]
    expect([ofShop, ofServer]).toMatchObject([{ code: '25P02' }, { code: '25P02' }])
    expect([await answerTo(ofShop), await answerTo(ofServer)]).toEqual([INTERNAL, UNAVAILABLE])
    expect(await answerTo(await goingOn('select nothing'))).toEqual(INTERNAL)
  })

  test('a commit that was cancelled while it waited for a standby is not acknowledged', async () => {
    const other = await connect()
    const setNames = async (names: string) => {
      await other.query(`alter system set synchronous_standby_names = '${names}'`)
      await other.query('select pg_reload_conf()')
    }
    await setNames('ANY 1 (one, two)')
    const cancelled = () =>
      other.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
    // Until the server has read the setting its commits do not wait.
    const writing = (async () => {
      for (let id = 10; ; id += 1) {
        const error = await errorOf(() => run(`insert into things values (${id})`))
        if (error) return error
      }
    })()
    await expect.poll(cancelled).toMatchObject({ rowCount: 1 })
    const refused = await writing
    expect([refused, await answerTo(refused)]).toMatchObject([
      { message: 'committed, but no standby has it' },
      UNAVAILABLE,
    ])
    await setNames('')
    await expect
      .poll(async () => (await other.query('show synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: '' }])
    expect(await errorOf(() => run('insert into things values (3)'))).toBe(undefined)
  })

  test.runIf(canStartReplica())('a server that starts, and one that crashes, is 503', async () => {
    const starting = await startReplica(own, [...WITHOUT_DISK, 'hot_standby=off'])
    cleanUp.defer(() => starting.stop())
    const refused = await errorOf(() => connect({ port: new URL(starting.url).port }))
    expect([refused, await answerTo(refused)]).toMatchObject([{ code: '57P03' }, UNAVAILABLE])
    const asked = errorOf(() => run('select pg_sleep(20)'))
    await pause(100)
    await own.halt()
    expect(await answerTo(await asked)).toEqual(UNAVAILABLE)
  })
})

describe.skipIf(server)('what calls answer while SQLite fails', () => {
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
