import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforeCommit } from '#kit/db/after-commit.ts'
import { openDatabase } from '#kit/db/db.ts'
import { IDLE, startJobs } from '#kit/jobs.ts'
import { jobSignal } from '#kit/signals.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { recordPublicChange } from './public-changes.ts'
import { createPurges } from './purges.ts'
import { EVERYTHING } from './shown.ts'

const POLL = { timeout: 10_000 }

/** What the cache in front was told, and what it answers. */
let purged: (readonly string[])[]
let status: number
let received: Pick<IncomingMessage, 'method' | 'url'>[]
let shop: TestShop
/** The clock of the shop. */
let nowMs: number
let purges: ReturnType<typeof createPurges>

const cache = createServer((request, response) => {
  received.push({ method: request.method, url: request.url })
  if (status < 300) purged.push(String(request.headers['xkey-purge']).split(' '))
  response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('done')
})

beforeEach(async () => {
  purged = []
  received = []
  status = 200
  await once(cache.listen(0, '127.0.0.1'), 'listening')
  const { port } = cache.address() as AddressInfo
  shop = await createTestShop({ CDN_PURGE_URL: `http://127.0.0.1:${port}/purge` })
  nowMs = Date.now()
  purges = createPurges({ ...shop, now: () => nowMs })
})
afterEach(async () => {
  vi.useRealTimers()
  await shop[Symbol.asyncDispose]()
  cache.closeAllConnections()
  await new Promise((resolve) => cache.close(resolve))
})

const change = (tags: readonly string[], on = shop) =>
  on.db.transaction().execute(async (trx) => recordPublicChange(trx, { tags, isFrequent: true }))

const advance = (ms: number): void => {
  nowMs += ms
}

const runJob = () => Promise.all(purges.jobs.map((job) => job.run()))

/** What the cache is told next, `ms` later. */
async function purgedAfter(ms: number) {
  advance(ms)
  purged = []
  await runJob()
  return purged
}

const entries = (on = shop) =>
  on.db.selectFrom('outbox').select(['kind', 'payload', 'attempts', 'last_error']).execute()

test('a change is purged when all processes know of it, and again when no answer without it can arrive', async () => {
  await change(['part-1', 'stock'])
  expect(await purgedAfter(299)).toEqual([])
  expect(await purgedAfter(1)).toEqual([['part-1', 'stock']])
  expect(received).toEqual([{ method: 'PURGE', url: '/purge' }])
  expect(await purgedAfter(999)).toEqual([])
  expect(await purgedAfter(1)).toEqual([['part-1', 'stock']])
  expect(await entries()).toEqual([])
  expect(await purgedAfter(60_000)).toEqual([])
})

test('changes that are due leave together, each tag once, in headers of at most 4 kB', async () => {
  await change(['part-1', 'stock'])
  await change(['part-2', 'stock'])
  const [together = [], ...more] = await purgedAfter(300)
  expect([together.toSorted(), more]).toEqual([['part-1', 'part-2', 'stock'], []])
  expect(await entries()).toHaveLength(1)
  const many = Array.from({ length: 300 }, (_, index) => `part-${String(index).padStart(24, '0')}`)
  await change(many)
  expect((await purgedAfter(300)).flat()).toEqual(many)
  expect(purged).toHaveLength(3)
  for (const tags of purged) expect(tags.join(' ').length).toBeLessThanOrEqual(4000)
})

test('a change of everything, too many changed parts, and a start purge everything, and nothing else', async () => {
  await change(['part-1'])
  await change([EVERYTHING])
  expect(await purgedAfter(300)).toEqual([['shop']])
  expect(await purgedAfter(1000)).toEqual([['shop']])
  for (const letter of ['a', 'b', 'c'])
    await change(Array.from({ length: 400 }, (_, index) => `part-${letter}-${index}`))
  expect(await purgedAfter(300)).toEqual([['shop']])
  expect(await purgedAfter(1000)).toEqual([['shop']])
  await purges.purgeAll()
  expect(await purgedAfter(300)).toEqual([['shop']])
})

test('a change that is rolled back purges nothing', async () => {
  const refused = shop.db.transaction().execute(async (trx) => {
    recordPublicChange(trx, { tags: ['part-1'] })
    beforeCommit(trx, async () => {
      throw new Error('rolled back')
    })
  })
  await expect(refused).rejects.toThrow('rolled back')
  expect(await entries()).toEqual([])
  expect(await purgedAfter(300)).toEqual([])
})

test('without a cache in front nothing is added and there is no job', async () => {
  await using other = await createTestShop()
  const off = createPurges(other)
  await change(['part-1'], other)
  await off.purgeAll()
  expect([off.isOn, off.jobs, await entries(other), await off.countFailing()]).toEqual([false, [], [], 0])
})

test.each([
  ['refuses', 405, /answered 405/],
  ['fails', 503, /answered 503/],
  ['redirects', 302, /fetch failed/],
])(
  'while the cache %s, purges are tried again, soon and then every 30 seconds',
  async (_, answer, message) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await change(['part-1'])
    advance(300)
    status = answer
    expect(await runJob()).toEqual(['unavailable'])
    expect(await entries()).toMatchObject([{ attempts: 1, last_error: expect.stringMatching(message) }])
    expect(await purges.countFailing()).toBe(1)
    const waits: number[] = []
    for (let count = 0; count < 9; count += 1) {
      let ms = 0
      const before = received.length
      while (received.length === before) {
        vi.advanceTimersByTime(50)
        ms += 50
        await runJob()
      }
      waits.push(ms)
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(received.some(({ url }) => url !== '/purge')).toBe(false)
    status = 200
    await change(['part-2'])
    vi.advanceTimersByTime(30_000)
    expect((await purgedAfter(300)).flat().sort()).toEqual(['part-1', 'part-2'])
    expect(await purges.countFailing()).toBe(0)
    // The next failure is a first one.
    status = 503
    advance(1000)
    expect(await runJob()).toEqual(['unavailable'])
    status = 200
    vi.advanceTimersByTime(250)
    expect((await purgedAfter(0)).flat().sort()).toEqual(['part-1', 'part-2'])
    expect(await entries()).toEqual([])
  },
)

test('a purge that a cache could not need any more is given up', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await change(['part-1'])
  status = 503
  advance(25 * 3_600_000)
  expect(await runJob()).toEqual(['unavailable'])
  expect(await entries()).toHaveLength(1)
  advance(1000)
  vi.advanceTimersByTime(250)
  expect(await runJob()).toEqual(['unavailable'])
  expect(await entries()).toEqual([])
})

test('while the database is away it is asked once a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const closed = openDatabase(shop.config)
  const [job] = createPurges({ ...shop, db: closed.db }).jobs
  await job?.run()
  await closed.close()
  for (let second = 0; second < 3; second += 1) {
    await expect(job?.run()).rejects.toThrow()
    vi.advanceTimersByTime(999)
    expect(await job?.run()).toBe(IDLE)
    vi.advanceTimersByTime(1)
  }
})

test('a cache that is away is an outage of its own with two lines, and none of the database', async () => {
  const warn = vi.spyOn(shop.log, 'warn')
  const info = vi.spyOn(shop.log, 'info')
  const realNow = performance.now.bind(performance)
  let aheadMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs)
  const { port } = cache.address() as AddressInfo
  await new Promise((resolve) => cache.close(resolve))
  await change(['part-1'])
  advance(300)
  const outcomes = new Set<boolean>()
  const stopListening = jobSignal.listen(({ failed }) => outcomes.add(failed))
  const stopJobs = startJobs(purges.jobs, { log: shop.log })
  try {
    const attemptsLater = async () => {
      aheadMs += 60_000
      return (await entries())[0]?.attempts
    }
    await expect.poll(attemptsLater, POLL).toBeGreaterThan(2)
    await once(cache.listen(port, '127.0.0.1'), 'listening')
    const endsLater = () => {
      aheadMs += 60_000
      return info.mock.calls.length
    }
    await expect.poll(endsLater, POLL).toBe(1)
  } finally {
    await stopJobs()
    stopListening()
    vi.mocked(performance.now).mockRestore()
  }
  const said = ({ mock }: typeof warn) => mock.calls.map(([detail, text]) => [detail, text])
  const outage = 'cache in front'
  expect([...said(warn), ...said(info)]).toMatchObject([
    [{ outage, err: { cause: { code: 'ECONNREFUSED' } } }, 'the cache in front takes no purges'],
    [{ outage, failed: { purges: expect.any(Number) } }, 'the cache in front takes purges again'],
  ])
  // Its job works: an alert about jobs would say the wrong thing.
  expect([...outcomes]).toEqual([false])
})

test('a purge that two processes send at once is repeated once', async () => {
  const other = openDatabase(shop.config)
  try {
    const [first] = purges.jobs
    const [second] = createPurges({ ...shop, now: () => nowMs, db: other.db }).jobs
    await change(['part-1'])
    advance(300)
    await Promise.all([first?.run(), second?.run()])
    expect(await entries()).toHaveLength(1)
    expect(await purgedAfter(1000)).toEqual([['part-1']])
  } finally {
    await other.close()
  }
})

test('what waits in the outbox besides is left alone', async () => {
  const row = { id: 'x', kind: 'mail', payload: '{}', not_before: 0, attempts: 0, next_attempt_at: 0 }
  await shop.db.insertInto('outbox').values(row).execute()
  await change(['part-1'])
  await purgedAfter(300)
  await purgedAfter(1000)
  expect(await entries()).toEqual([{ kind: 'mail', payload: '{}', attempts: 0, last_error: null }])
})
