import { afterEach, expect, test, vi } from 'vitest'
import { openLog } from '#tests/support/open-log.ts'
import { FileFault, type FileStore } from './file-store.ts'
import { watchedStore } from './watched-store.ts'

afterEach(() => vi.restoreAllMocks())

const REFUSED = { status: 503, headers: { 'Retry-After': '5' } }

const timeout = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')

/** A store whose requests the test answers, and its clock. */
function openStore() {
  let aheadMs = 1
  vi.spyOn(performance, 'now').mockImplementation(() => aheadMs)
  const asked: PromiseWithResolvers<Buffer<ArrayBuffer>>[] = []
  const get: FileStore['get'] = () => {
    const request = Promise.withResolvers<Buffer<ArrayBuffer>>()
    asked.push(request)
    return request.promise
  }
  const { log, lines } = openLog()
  const store = watchedStore({ get } as unknown as FileStore, log)
  const ask = (count: number) => {
    const results = Array.from({ length: count }, () => store.get('key'))
    // Their refusals are looked at later.
    for (const result of results) result.catch(() => undefined)
    return results
  }
  const advance = (ms: number) => {
    aheadMs += ms
  }
  return { store, asked, ask, advance, lines }
}

const FILE = Buffer.from('a file')

/** Lets what has been settled go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('32 requests are on their way at once, and the next one takes the place of one that ended', async () => {
  const { asked, ask } = openStore()
  const results = ask(40)
  await settled()
  expect(asked).toHaveLength(32)
  asked[0]?.resolve(FILE)
  asked[1]?.reject(new FileFault('is not in the store'))
  await settled()
  expect(asked).toHaveLength(34)
  for (let count = 2; count < 40; count += 1) {
    asked[count]?.resolve(FILE)
    await settled()
  }
  expect((await Promise.allSettled(results)).filter(({ status }) => status === 'fulfilled')).toHaveLength(39)
})

test('while it hangs all are refused at once, and every five seconds one asks whether it answers again', async () => {
  const { store, asked, ask, advance, lines } = openStore()
  const waiting = ask(40)
  await settled()
  advance(10_000)
  asked[0]?.reject(timeout())
  for (const late of waiting.slice(32)) await expect(late).rejects.toMatchObject(REFUSED)
  await expect(store.get('key')).rejects.toMatchObject(REFUSED)
  expect([asked.length, store.isAway()]).toEqual([32, true])
  for (const request of asked) request.reject(timeout())
  await settled()

  advance(5000)
  const [first, second] = ask(2)
  await expect(second).rejects.toMatchObject(REFUSED)
  expect(asked).toHaveLength(33)
  asked[32]?.reject(timeout())
  await expect(first).rejects.toMatchObject(REFUSED)
  await expect(store.get('key')).rejects.toMatchObject(REFUSED)

  advance(5000)
  const [again] = ask(1)
  await settled()
  asked[33]?.resolve(FILE)
  expect(await again).toBe(FILE)
  const after = ask(2)
  await settled()
  for (const request of asked.slice(34)) request.resolve(FILE)
  expect(await Promise.all(after)).toEqual([FILE, FILE])
  expect(store.isAway()).toBe(false)
  expect(lines.map(({ msg }) => msg)).toEqual(['the store of files does not answer as it should'])
})

test('of very many requests a bounded number waits; more are refused, and those that wait are answered', async () => {
  const { store, asked, ask } = openStore()
  const results = ask(32 + 256)
  await settled()
  await expect(store.get('key')).rejects.toMatchObject(REFUSED)
  expect(store.isAway()).toBe(false)
  for (let count = 0; count < results.length; count += 1) {
    asked[count]?.resolve(FILE)
    await settled()
  }
  expect(await Promise.all(results)).toHaveLength(32 + 256)
})

test('while it hangs neither a request of before nor a failed connection counts as that it answers again', async () => {
  const { store, asked, ask, advance } = openStore()
  ask(3)
  await settled()
  advance(10_000)
  asked[0]?.reject(timeout())
  await settled()
  asked[1]?.reject(new Error('the connection was reset'))
  await settled()
  await expect(store.get('key')).rejects.toMatchObject(REFUSED)
  advance(5000)
  ask(1)
  await settled()
  // One of before ends while another one asks.
  asked[2]?.reject(timeout())
  await settled()
  advance(5000)
  await expect(store.get('key')).rejects.toMatchObject(REFUSED)
  expect(asked).toHaveLength(4)
  asked[3]?.reject(new Error('the connection was refused'))
  await settled()
  await expect(store.get('key')).rejects.toMatchObject(REFUSED)
  expect(asked).toHaveLength(4)
})

test('one request that times out while others are answered refuses nobody, nor does a store that refuses', async () => {
  const { store, asked, ask, advance } = openStore()
  const [slow, quick] = ask(2)
  await settled()
  advance(9000)
  asked[1]?.resolve(FILE)
  expect(await quick).toBe(FILE)
  advance(1000)
  asked[0]?.reject(timeout())
  await expect(slow).rejects.toMatchObject(REFUSED)
  for (const at of [2, 3]) {
    const asking = store.get('key')
    await settled()
    asked[at]?.reject(new Error('GET in the store of files is answered with 500'))
    await expect(asking).rejects.toMatchObject(REFUSED)
  }
  expect(asked).toHaveLength(4)
})
