import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFileStore, type TestFileStore } from '#tests/support/file-store.ts'
import { openLog } from '#tests/support/open-log.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { createFiles } from './files.ts'
import { createS3Store } from './s3-store.ts'

let store: TestFileStore
let shop: TestShop

beforeAll(async () => {
  store = await startFileStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  store.state = 'here'
  shop = await createTestShop(store.settings)
})
afterEach(() => shop[Symbol.asyncDispose]())

const FILE = Buffer.from('the bytes of a file')

const NO_CONTENT = Buffer.alloc(0)

const address = () => {
  const { files } = shop.config
  if (!files) throw new Error('the shop has no store')
  return files
}

test('a file is put under a key of its own, once, and read whole or in part', async () => {
  const kept = await shop.files.keep('things', FILE)
  const form = /^[0-9a-z]{24}\/things\/[0-9a-z]{24}-[0-9a-f]{64}$/
  expect(kept).toEqual({ content: NO_CONTENT, outside: expect.stringMatching(form) })
  const key = String(kept.outside)
  expect(await shop.files.read(kept)).toEqual(FILE)
  expect(await shop.files.readBytes(key, 4, 8)).toEqual(Buffer.from('bytes'))

  const direct = createS3Store(address())
  await expect(direct.put(key, FILE, key.slice(-64))).rejects.toThrow('412')
  expect(await direct.get(key)).toEqual(FILE)
  const second = await shop.files.keep('things', FILE)
  expect(second.outside).not.toBe(key)
  expect([await direct.has(key), await direct.has(`${key}0`)]).toEqual([true, false])
  await direct.delete(key)
  await direct.delete(key)
  expect(await direct.has(key)).toBe(false)
})

test('a list has the keys of its prefix over several pages', async () => {
  const direct = createS3Store(address())
  const keys = Array.from({ length: 7 }, (_, index) => `pages/${index}`)
  await Promise.all(keys.map((key) => store.write(key)))
  const pages: (readonly string[])[] = []
  for await (const page of direct.list('pages/')) pages.push(page)
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1])
  expect(pages.flat()).toEqual(keys)
})

test.each([
  ['the same page again and again', ['pages/1', 'pages/2']],
  ['keys without a sequence', ['pages/2', 'pages/1']],
  ['those of others', ['others/1']],
])('a store that lists %s is refused', async (_, keys) => {
  await using other = await listingStore(keys)
  const read = async () => {
    let pages = 0
    for await (const _page of createS3Store({ ...address(), url: other.url }).list('pages/'))
      if (++pages > 1) throw new Error('asked without end')
  }
  await expect(read()).rejects.toThrow('does not list the keys that it was asked for')
})

/** Lists these keys, whatever it is asked. */
async function listingStore(keys: readonly string[]) {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const server = createServer((_, response) =>
    response.end(`<ListBucketResult>${contents}</ListBucketResult>`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a wrong secret, changed bytes and other sizes are refused, and a fault of one file is no outage', async () => {
  const { log, lines } = openLog()
  const files = createFiles({ ...shop, log })
  const { outside } = await files.keep('things', FILE)
  const key = String(outside)
  await expect(createS3Store({ ...address(), secret: 'wrong' }).get(key)).rejects.toThrow('403')
  await store.write(key)
  const refused = { status: 503, headers: { 'Retry-After': '5' } }
  await expect(files.read({ content: NO_CONTENT, outside })).rejects.toMatchObject(refused)
  await expect(files.readBytes(key, 0, 18)).rejects.toMatchObject(refused)
  await store.delete(key)
  await expect(files.read({ content: NO_CONTENT, outside })).rejects.toMatchObject(refused)
  expect(lines.map(({ msg, file }) => [msg, file])).toEqual(
    [
      'was changed in the store',
      'has another size in the store',
      'is not in the store, or is shorter than it was',
    ].map((fault) => [`a file ${fault}`, key.slice(0, -65)]),
  )
  expect(files.isAway()).toBe(false)
})

test('a store that never answers, in the middle of a file too, fails in bounded time', async () => {
  const { outside } = await shop.files.keep('things', FILE)
  const direct = createS3Store(address(), { read: 50, write: 50 })
  for (const state of ['silent', 'halting'] as const) {
    store.state = state
    await expect(direct.get(String(outside))).rejects.toThrow('aborted due to timeout')
  }
  store.state = 'silent'
  await expect(direct.put('never', FILE, String(outside).slice(-64))).rejects.toThrow(
    'aborted due to timeout',
  )
})

test('while it is away files are refused, and the log has its outage, and never its secret', async () => {
  let aheadMs = 0
  const realNow = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs)
  const { log, lines, written } = openLog()
  const files = createFiles({ ...shop, log })
  const kept = await files.keep('things', FILE)
  for (const state of ['gone', 'broken'] as const) {
    store.state = state
    for (const work of [() => files.read(kept), () => files.keep('things', FILE)])
      await expect(work()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
    // A job that lists and deletes is refused as well: it would be taken for one that the database refuses.
    await expect(files.outside?.store.list('')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      status: 503,
      outage: { name: 'store of files' },
    })
    expect(files.isAway()).toBe(true)
  }
  for (const state of ['here', 'gone', 'here'] as const) {
    store.state = state
    await files.read(kept).catch(() => undefined)
  }
  expect([await files.read(kept), files.isAway()]).toEqual([FILE, false])
  // It may be a pause only.
  expect(lines).toHaveLength(1)
  aheadMs += 10_000
  await files.read(kept)
  clock.mockRestore()
  const outage = 'store of files'
  expect(lines).toMatchObject([
    { msg: 'the store of files does not answer as it should', outage, err: expect.anything() },
    { msg: 'the store of files answers again', outage, failed: { 'calls of the store': 7 } },
  ])
  expect(written()).not.toContain(address().secret)
})

test('without the setting new files are in their rows, and one in the store is refused and not forgotten', async () => {
  const kept = await shop.files.keep('things', FILE)
  const { files: _, ...config } = shop.config
  const without = createFiles({ ...shop, config: { ...config, files: undefined } })
  expect(await without.keep('things', FILE)).toEqual({ content: FILE, outside: null })
  expect(await without.read({ content: FILE, outside: null })).toEqual(FILE)
  await expect(without.read(kept)).rejects.toMatchObject({ status: 503 })
  expect(await shop.files.read({ content: FILE, outside: null })).toEqual(FILE)
})
