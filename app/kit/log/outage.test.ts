import { Hono } from 'hono'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { forEachRow, IDLE, startJobs } from '#kit/jobs.ts'
import { AppError } from '#kit/server/app-error.ts'
import { answerError, installRequestBasics, type RequestEnv } from '#kit/server/router.ts'
import { jobSignal } from '#kit/signals.ts'
import { openLog } from '#tests/support/open-log.ts'
import { reportFailure, reportRefusedPage } from './report-failure.ts'

let aheadMs = 0
const clock = vi.spyOn(performance, 'now').mockImplementation(() => aheadMs)
afterEach(() => {
  aheadMs = 0
})
afterAll(() => clock.mockRestore())

const withCode = (code: string) => Object.assign(new Error(`refused with ${code}`), { code })

/** A shop with one call, which fails with `state.error`. */
function openCalls() {
  const logged = openLog()
  const state: { error: Error | undefined } = { error: undefined }
  const app = new Hono<RequestEnv>()
  installRequestBasics(app, logged.log)
  app.onError(answerError)
  app.get('/api/call', (c) => {
    if (state.error) throw state.error
    return c.json({})
  })
  const call = async (count = 1) => {
    const statuses = new Set<number>()
    for (let n = 0; n < count; n += 1) statuses.add((await app.request('/api/call')).status)
    return [...statuses]
  }
  return { ...logged, state, call }
}

test('of 1,000 requests that an outage of the database refuses two lines tell: its reason, and how many there were', async () => {
  const { lines, state, call } = openCalls()
  state.error = withCode('ECONNREFUSED')
  expect(await call(999)).toEqual([503])
  aheadMs += 90_000
  expect(await call(1)).toEqual([503])
  expect(lines).toMatchObject([
    {
      level: 40,
      msg: 'the database is unavailable',
      outage: 'database',
      err: { message: 'refused with ECONNREFUSED', stack: expect.stringContaining('outage.test') },
      requestId: expect.any(String),
    },
  ])
  state.error = undefined
  expect(await call(3)).toEqual([200])
  // It may be a pause only.
  expect(lines).toHaveLength(1)
  aheadMs += 10_000
  expect(await call(3)).toEqual([200])
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({
    level: 30,
    msg: 'the database is available again',
    outage: 'database',
    failed: { requests: 1000 },
    seconds: 90,
  })
})

test('requests that work during an outage do not end it, and it is said every ten minutes', async () => {
  const { messages, lines, state, call } = openCalls()
  for (let minute = 0; minute < 24; minute += 1) {
    for (let turn = 0; turn < 12; turn += 1) {
      state.error = withCode('SQLITE_FULL')
      await call()
      state.error = undefined
      await call()
      aheadMs += 5000
    }
  }
  const begins = 'the database cannot write: its disk is full or broken'
  expect(messages()).toEqual([begins, `${begins}: still`, `${begins}: still`])
  expect(lines[1]).toMatchObject({
    outage: 'disk of the database',
    err: { message: 'refused with SQLITE_FULL' },
    failed: { requests: 121 },
    seconds: 600,
  })
})

test('outages of different kinds have lines of their own, and a bug has one each time', async () => {
  const { messages, state, call } = openCalls()
  const outage = { name: 'provider', begins: 'the provider is away', ends: 'the provider is back' }
  const away = { outage, cause: withCode('ECONNRESET') }
  const provider = new AppError('unavailable', 'The provider is away.', {}, {}, away)
  const bug = new Error('a bug')
  for (const error of [withCode('53100'), withCode('25006'), withCode('57P03'), provider, bug]) {
    state.error = error
    await call(20)
  }
  expect(messages()).toEqual([
    'the database cannot write: its disk is full or broken',
    'the database can only be read: it is a standby, or was made read-only',
    'the database is unavailable',
    'the provider is away',
    ...Array(20).fill('a request failed'),
  ])
})

test('what failed for the outage of something else is of that outage, and so is a cause of the database', async () => {
  const { log, lines } = openLog()
  const outage = { name: 'provider', begins: 'the provider is away', ends: 'the provider is back' }
  const away = new AppError('unavailable', 'Away.', {}, {}, { outage, cause: withCode('ECONNRESET') })
  const other = { name: 'mails', begins: 'a mail could not be sent', ends: 'mails are sent again' }
  const causes = [
    away,
    withCode('SQLITE_IOERR_WRITE'),
    withCode('SQLITE_READONLY_DBMOVED'),
    withCode('57P03'),
  ]
  for (const cause of causes)
    reportFailure(log, { error: new Error('not rendered', { cause }), what: 'mails', other })
  expect(lines.map((line) => [line.outage, (line.err as Error).message.split(':')[0]])).toEqual([
    ['provider', 'refused with ECONNRESET'],
    ['disk of the database', 'not rendered'],
    ['standby', 'not rendered'],
    ['database', 'not rendered'],
  ])
})

test('a reason that is known later is logged too', async () => {
  const { lines, log, state, call } = openCalls()
  for (let n = 0; n < 10; n += 1) reportRefusedPage(log)
  state.error = withCode('ECONNREFUSED')
  await call(10)
  expect(lines.map(({ err }) => (err as Error | undefined)?.message)).toEqual([
    undefined,
    'refused with ECONNREFUSED',
  ])
})

test('of one whose failures are an hour apart no line says that it works again, as nothing did', async () => {
  const { lines, messages, state, call } = openCalls()
  state.error = withCode('ECONNREFUSED')
  await call(5)
  aheadMs += 3_600_000
  await call(5)
  const begins = 'the database is unavailable'
  expect(messages()).toEqual([begins, `${begins}: still`])
  expect(lines[1]).toMatchObject({ failed: { requests: 6 }, seconds: 3600 })
})

test('a job that fails each time has one line, and one when it works again; each job its own', async () => {
  const { log, lines } = openLog()
  let error: Error | undefined = new Error('a bug')
  let runs = 0
  const jobOf = (name: string) => ({
    name,
    everyMs: 1,
    run: async () => {
      runs += 1
      if (error) throw error
    },
  })
  const stop = startJobs([jobOf('a'), jobOf('b')], { log })
  await expect.poll(() => runs).toBeGreaterThan(60)
  expect(lines.map(({ msg, job }) => [msg, job])).toEqual([
    ['a job failed and will be tried again', 'a'],
    ['a job failed and will be tried again', 'b'],
  ])
  error = undefined
  aheadMs += 10_000
  await expect.poll(() => lines.length).toBe(4)
  expect(
    lines
      .slice(2)
      .map(({ msg, outage }) => [msg, outage])
      .sort(),
  ).toEqual([
    ['a job works again', 'job a'],
    ['a job works again', 'job b'],
  ])
  // With the database all jobs fail for the same reason.
  error = withCode('ECONNREFUSED')
  const before = runs
  await expect.poll(() => runs).toBeGreaterThan(before + 60)
  await stop()
  expect(lines.slice(4).map(({ msg }) => msg)).toEqual(['the database is unavailable'])
})

test('a run that only waits after a failure has worked for nobody: neither the job, nor its metric, nor the database', async () => {
  const { log, messages } = openLog()
  const errors = [new Error('a bug'), withCode('ECONNREFUSED')]
  let runs = 0
  const run = async () => {
    runs += 1
    const error = errors.shift()
    if (error) throw error
    aheadMs += 10_000
    return IDLE
  }
  const signals: boolean[] = []
  const stopListening = jobSignal.listen(({ failed }) => signals.push(failed))
  const stop = startJobs([{ name: 'a', everyMs: 1, run }], { log })
  await expect.poll(() => runs).toBeGreaterThan(10)
  await stop()
  stopListening()
  expect(signals).toEqual([true, true])
  expect(messages()).toEqual(['a job failed and will be tried again', 'the database is unavailable'])
})

test('of rows that fail for good three are named, once in a while, until rows of the same work do not fail', async () => {
  const { log, lines } = openLog()
  const run = (name: string, error?: Error) =>
    forEachRow(
      [1, 2, 3, 4, 5],
      { log, name, atOnce: 1, idsOf: (row) => ({ rowId: String(row) }) },
      async () => {
        if (error) throw error
      },
    ).catch(() => undefined)
  for (let n = 0; n < 50; n += 1) await run('a', new Error('poisoned'))
  expect(lines.map(({ rowId }) => rowId)).toEqual(['1', '2', '3'])
  await run('a')
  aheadMs += 10_000
  await run('b')
  expect(lines).toHaveLength(3)
  await run('a')
  expect(lines.slice(3)).toMatchObject([{ outage: 'rows of a', failed: { rows: 250 } }])
})
