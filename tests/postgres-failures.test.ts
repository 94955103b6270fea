import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '#kit/db/db.ts'
import { answerTo, errorOf, INTERNAL, UNAVAILABLE } from './support/answer-to.ts'
import {
  canStartReplica,
  type PostgresServer,
  startPostgres,
  startReplica,
  WITHOUT_DISK,
} from './support/postgres-server.ts'

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
    const goingOn = (first: string, second?: string) =>
      errorOf(() =>
        db.transaction().execute(async (trx) => {
          await sql`set local statement_timeout = 20`.execute(trx)
          await errorOf(() => sql.raw(first).execute(trx))
          if (second) await sql.raw(second).execute(trx)
        }),
      )
    const [ofShop, ofServer] = [
      await goingOn('select nothing', 'select 1'),
      await goingOn('select pg_sleep(20)', 'select 1'),
    ]
    expect([ofShop, ofServer]).toMatchObject([{ code: '25P02' }, { code: '25P02' }])
    expect([await answerTo(ofShop), await answerTo(ofServer)]).toEqual([INTERNAL, UNAVAILABLE])
    // Its end is a rollback.
    expect(await answerTo(await goingOn('select nothing'))).toEqual(INTERNAL)
    expect(await answerTo(await goingOn('select pg_sleep(20)'))).toEqual(UNAVAILABLE)
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
