import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createPublicCache } from './public-cache.ts'
import { createAnswerStore } from './public-store.ts'

const HEADERS = [['content-type', 'text/html']] as const

const answerOf = (bytes: number) => ({ body: new Uint8Array(bytes), headers: HEADERS, tags: ['everything'] })

// attack: cache-memory
test('of 20,000 searches 2,000 are kept, the latest and those that are repeated', () => {
  const store = createAnswerStore()
  store.keep('/', answerOf(10), 'fixed')
  for (let n = 0; n < 20_000; n += 1) {
    store.keep(`/?q=${n}`, answerOf(10), 'variable')
    store.get('/?q=0')
  }
  expect(store.variable().count).toBe(2000)
  expect(store.variable().bytes).toBeLessThan(32_000_000)
  expect(['/', '/?q=0', '/?q=1', '/?q=18000', '/?q=19999'].filter((key) => store.get(key))).toEqual([
    '/',
    '/?q=0',
    '/?q=19999',
  ])
})

test('the bytes of a search include its address, its headers and its tags, in every encoding', () => {
  const bytesOf = (key: string, bytes: number, policy = '', tag = '') => {
    const store = createAnswerStore()
    const answer = { ...answerOf(bytes), headers: [...HEADERS, ['policy', policy] as const], tags: [tag] }
    store.keep(key, answer, 'variable')
    return store.variable().bytes
  }
  const little = bytesOf('/?q=x', 0)
  // An empty response takes about 3,800 bytes.
  expect(little).toBeGreaterThan(3500)
  expect(bytesOf('/?q=x', 1000) - little).toBe(1667)
  expect(bytesOf('/?q=x', 0, 'p'.repeat(1000)) - little).toBe(2000)
  expect(bytesOf('/?q=x', 0, '', 't'.repeat(1000)) - little).toBe(2000)
  expect(bytesOf(`/?q=x${'y'.repeat(1000)}`, 0) - little).toBe(2000)
})

test('large responses and long addresses stay within the maximum bytes', () => {
  for (const [bytes, letters] of [
    [100_000, 0],
    [0, 15_000],
  ] as const) {
    const store = createAnswerStore()
    for (let n = 0; n < 3000; n += 1) {
      store.keep(`/?q=${n}${'x'.repeat(letters)}`, answerOf(bytes), 'variable')
      expect(store.variable().bytes).toBeLessThanOrEqual(32_000_000)
    }
    expect(store.variable().count).toBeGreaterThan(50)
    expect(store.variable().bytes).toBeGreaterThan(28_000_000)
  }
})

test('a search that is rendered again is counted once', () => {
  const store = createAnswerStore()
  store.keep('/?q=x', answerOf(5000), 'variable')
  store.keep('/?q=x', answerOf(10), 'variable')
  const alone = createAnswerStore()
  alone.keep('/?q=x', answerOf(10), 'variable')
  expect(store.variable()).toEqual(alone.variable())
})

// attack: cache-memory
test('20,000 different addresses do not increase the memory of the process much', async () => {
  const cache = createPublicCache({
    addresses: [
      { path: '/', parameters: new Set(['q']) },
      { path: '/list/:id', parameters: 'any' },
    ],
    changes: { last: () => 1, read: async () => 1, since: () => undefined },
    render: async (url) => new Response(url, { headers: { 'Content-Security-Policy': url.repeat(20) } }),
  })
  const request = (url: string, acceptEncoding: string) =>
    cache.answer({ method: 'GET', url, acceptEncoding, ifNoneMatch: undefined })
  const before = await memoryBytes()
  for (let n = 0; n < 20_000; n += 1)
    await request(ADDRESSES[n % 3]?.(n) ?? '', n % 2 === 0 ? 'identity' : 'br')
  expect((await memoryBytes()) - before).toBeLessThan(28_000_000)
})

const ADDRESSES = [(n: number) => `/?q=${n}`, (n: number) => `/list/${n}`, (n: number) => `/list/a?p${n}=1`]

/** The memory in use after garbage collection, which takes more than one round. */
async function memoryBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let round = 0; round < 3; round += 1) {
    await pause(20)
    collect()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
