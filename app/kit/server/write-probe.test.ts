import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { type Db, kindOf } from '#kit/db/db.ts'
import { whyNotReady } from '#kit/health/not-ready.ts'
import { readinessReport } from '#kit/health/readiness.ts'
import { createLog } from '#kit/log.ts'
import { ORIGIN } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createWriteProbe } from './write-probe.ts'

const POLL = { timeout: 15_000 }

/** Makes the database one that can only be read, as a standby is, or one for writing again. */
async function setReadOnly({ shop: { db } }: TestApp, isReadOnly: boolean): Promise<void> {
  const value = sql.lit(isReadOnly ? 'on' : 'off')
  if (kindOf(db) === 'sqlite') {
    await sql`pragma query_only = ${value}`.execute(db)
    return
  }
  await db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = off`.execute(connection)
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(connection)
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = ${value}`.execute(
      connection,
    )
    // Only new connections have the setting.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(connection)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection).catch(() => undefined)
  })
}

test('while the database cannot write, the shop is not ready, and refuses changes as unavailable', async () => {
  await using app = await createTestApp()
  const customer = await app.register()
  const ready = async () => (await app.call('GET', '/readyz')).status
  expect(await ready()).toBe(200)

  await setReadOnly(app, true)
  await expect.poll(ready, POLL).toBe(503)
  const reason = async () => (await app.call('GET', '/readyz')).body.reason
  await expect.poll(reason, POLL).toContain('the database can only be read')
  const passedOn = new Request(`${ORIGIN}/readyz`, { headers: { 'X-Forwarded-For': '192.0.2.7' } })
  const outside = await app.app.fetch(passedOn)
  expect(outside.status).toBe(503)
  expect(Object.keys(await outside.json())).toEqual(['type', 'title', 'status', 'detail', 'code'])
  const review = { comment: 'A sample.', rating: '5', name: '' }
  const refused = await app.call('POST', '/api/rating', { as: customer, body: review })
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  expect((await app.call('GET', '/healthz')).status).toBe(200)
  expect((await app.call('GET', '/api/rating')).body).toEqual([])

  await setReadOnly(app, false)
  await expect.poll(ready, POLL).toBe(200)
  expect((await app.call('POST', '/api/rating', { as: customer, body: review })).status).toBe(201)
})

test('a database that never answers is said to be so, and the log has one line of its outage for all who ask', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const silent: object = {
    insertInto: () => silent,
    values: () => silent,
    onConflict: () => silent,
    execute: () => new Promise(() => undefined),
  }
  const probeWrite = createWriteProbe({ db: silent as Db })
  const check = async () => {
    await probeWrite()
    return []
  }
  for (let count = 0; count < 3; count += 1) {
    const report = readinessReport({ log }, { check })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await report).toMatchObject({ status: 503, body: { reason: 'the database does not answer' } })
  }
  vi.useRealTimers()
  expect(lines).toMatchObject([{ outage: 'database', err: { message: 'no answer after 5000 ms' } }])
})

test('why a process cannot serve is told by the kinds of outages that the log has', () => {
  const because = (code: string) =>
    whyNotReady(new Error('no', { cause: Object.assign(new Error(code), { code }) }))
  expect(
    ['53100', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY_DBMOVED', '57P03', 'ECONNREFUSED', '42601'].map(because),
  ).toEqual([
    'the database cannot write: its disk is full or broken (53100)',
    'the database cannot write: its disk is full or broken (SQLITE_IOERR_WRITE)',
    'the database can only be read: it is a standby, or was made read-only (SQLITE_READONLY_DBMOVED)',
    'the database is starting',
    'the database is unavailable (ECONNREFUSED)',
    'the check failed: the log says why',
  ])
})
