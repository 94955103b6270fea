import { beforeEach, expect, test } from 'vitest'
import { createPublicCache, type PublicCache } from './public-cache.ts'
import { EVERYTHING, shows, showsUntil } from './shown.ts'

const FOR_FRONT = 'public, max-age=0, s-maxage=3600, stale-while-revalidate=60, stale-if-error=86400'
const FOR_BROWSERS = 'public, max-age=0, stale-if-error=86400'

/** The tags that changes touched, the first with number 1. */
let changes: string[]
let renders: number
/** Runs while an answer is rendered. */
let meanwhile: () => Promise<void> | void
let status: number
let tags: readonly string[]
let now: number
/** How long an answer holds, in seconds; undefined when it holds for ever. */
let leftS: number | undefined

beforeEach(() => {
  changes = []
  renders = 0
  meanwhile = () => undefined
  status = 200
  tags = ['part-1', 'list']
  now = 1_000_000
  leftS = undefined
})

const createCache = (isCacheInFront: boolean): PublicCache =>
  createPublicCache({
    addresses: [
      { path: '/', parameters: new Set(['q']) },
      { path: '/api/list', parameters: new Set() },
    ],
    changes: {
      last: () => changes.length,
      read: async () => changes.length,
      // Changes of this kind may show late when nothing keeps the answers.
      since: (number, shown) =>
        changes.slice(number).some((tag) => shown.includes(tag)) ? 'frequent' : undefined,
    },
    isCacheInFront,
    now: () => now,
    render: async () => {
      renders += 1
      const before = changes.length
      shows(...tags)
      if (leftS !== undefined) showsUntil(now + leftS * 1000)
      await meanwhile()
      const headers = { 'Cache-Control': status === 200 ? 'no-cache' : 'max-age=60', 'X-From': 'app' }
      return new Response(`after ${before}`, { status, headers })
    },
  })

const asked = (url: string, ifNoneMatch?: string) => ({
  method: 'GET',
  url,
  acceptEncoding: undefined,
  ifNoneMatch,
})

async function get(cache: PublicCache, url = '/', ifNoneMatch?: string) {
  const answer = await cache.answer(asked(url, ifNoneMatch))
  return answer && { ...answer, text: Buffer.from(answer.body ?? []).toString() }
}

test('a cache in front is told how long it may keep an answer, and what the answer shows', async () => {
  const cache = createCache(true)
  for (const url of ['/', '/?q=nut', '/api/list']) {
    const answer = await get(cache, url)
    expect(answer?.headers).toMatchObject({
      'cache-control': FOR_FRONT,
      xkey: 'shop part-1 list',
      'x-from': 'app',
    })
    expect(cache.lookup(asked(url))?.headers).toEqual(answer?.headers)
    const unchanged = await get(cache, url, answer?.headers.etag)
    expect(unchanged).toMatchObject({
      status: 304,
      headers: { 'cache-control': FOR_FRONT, xkey: 'shop part-1 list' },
    })
  }
})

test('without one, browsers ask each time and may show what they have when nobody answers', async () => {
  const cache = createCache(false)
  const answer = await get(cache)
  expect(answer?.headers['cache-control']).toBe(FOR_BROWSERS)
  expect(answer?.headers).not.toHaveProperty('xkey')
  const unchanged = await get(cache, '/', answer?.headers.etag)
  expect([unchanged?.status, unchanged?.headers['cache-control']]).toEqual([304, FOR_BROWSERS])
})

test.each([true, false])('a refusal is kept by nobody, with a cache in front: %s', async (isCacheInFront) => {
  status = 404
  const answer = await get(createCache(isCacheInFront))
  expect([answer?.status, answer?.headers['cache-control']]).toEqual([404, 'no-store'])
  expect(answer?.headers).not.toHaveProperty('xkey')
})

test('a tag that is no word is written as one, and an answer with too many for a header is not kept', async () => {
  tags = ['category-a b,c', 'category-ü\r\nx: y', 'category-\ud800']
  const cache = createCache(true)
  expect((await get(cache))?.headers.xkey).toBe(
    'shop category-a%20b%2Cc category-%C3%BC%0D%0Ax%3A%20y category-%EF%BF%BD',
  )
  tags = Array.from({ length: 300 }, (_, index) => `part-${String(index).padStart(24, '0')}`)
  const answer = await get(cache, '/api/list')
  expect(answer?.headers['cache-control']).toBe('no-cache')
  expect(answer?.headers).not.toHaveProperty('xkey')
})

test('a cache in front gets no answer that a change has touched, and one that others touch stays in memory', async () => {
  const cache = createCache(true)
  expect((await get(cache))?.text).toBe('after 0')
  // Without a cache in front the page of the first of them is sent for two seconds.
  for (const count of [1, 2, 3]) {
    changes.push('part-1')
    expect(cache.lookup(asked('/'))).toBeUndefined()
    expect((await get(cache))?.text).toBe(`after ${count}`)
  }
  changes.push('part-2')
  expect((await get(cache))?.text).toBe('after 3')
  changes.push(EVERYTHING)
  expect((await get(cache))?.text).toBe('after 5')
  expect(renders).toBe(5)
})

test('while a new answer is rendered nobody gets the last one', async () => {
  const cache = createCache(true)
  await get(cache)
  changes.push('part-1')
  const { promise, resolve } = Promise.withResolvers<void>()
  meanwhile = () => promise
  const both = [get(cache), get(cache)]
  await expect.poll(() => renders).toBe(2)
  expect(cache.lookup(asked('/'))).toBeUndefined()
  resolve()
  expect((await Promise.all(both)).map((answer) => answer?.text)).toEqual(['after 1', 'after 1'])
  expect(renders).toBe(2)
})

test('an answer that changes while it is rendered is rendered again, also for those who came meanwhile', async () => {
  const cache = createCache(true)
  const { promise, resolve } = Promise.withResolvers<void>()
  meanwhile = () => (renders === 1 ? promise : undefined)
  const before = get(cache)
  await expect.poll(() => renders).toBe(1)
  changes.push('part-1')
  const after = get(cache)
  resolve()
  expect((await Promise.all([before, after])).map((answer) => answer?.text)).toEqual(['after 1', 'after 1'])
  expect((await get(cache))?.text).toBe('after 1')
})

test('an answer that changes faster than it is rendered is left to the application, which says that nobody keeps it', async () => {
  const cache = createCache(true)
  meanwhile = () => void changes.push('part-1')
  expect(await get(cache)).toBeUndefined()
  expect(renders).toBe(3)
  meanwhile = () => undefined
  expect((await get(cache))?.text).toBe('after 3')
})

test.each([
  [undefined, FOR_FRONT],
  [3719, FOR_FRONT.replace('3600', '3599')],
  [3720, FOR_FRONT],
  [121, FOR_FRONT.replace('3600', '1')],
  [120, 'no-cache'],
  [1, 'no-cache'],
])('an answer that holds for %s s is not kept longer in front', async (left, header) => {
  leftS = left
  expect((await get(createCache(true)))?.headers['cache-control']).toBe(header)
  expect((await get(createCache(false)))?.headers['cache-control']).toBe(FOR_BROWSERS)
})

test('what says how long it holds is rendered anew for a cache in front after a minute', async () => {
  leftS = 3600
  const cache = createCache(true)
  await get(cache)
  now += 59_999
  await get(cache)
  expect(renders).toBe(1)
  now += 1
  await get(cache)
  expect(renders).toBe(2)
})
