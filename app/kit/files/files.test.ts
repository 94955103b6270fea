import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestFileStore, startFileStore } from '#tests/support/file-store.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
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

const open = (secret = 'S3RVER') =>
  createS3Store({ ...shop.config.files, url: String(shop.config.files?.url), region: 'eu-central-1', key: 'S3RVER', secret })

const FILE = Buffer.from('the bytes of a file')

test('a file is put once, and read whole or in part', async () => {
  const kept = await shop.files.keep('things', FILE)
  expect(kept).toEqual({ content: Buffer.alloc(0), outside: expect.stringMatching(/^[0-9a-z]{24}\/things\/[0-9a-z]{24}-[0-9a-f]{64}$/) })
  const key = String(kept.outside)
  expect(await shop.files.read(kept)).toEqual(FILE)
  expect(await shop.files.readBytes(key, 4, 8)).toEqual(Buffer.from('bytes'))
  const hash = key.slice(-64)
  await expect(open().put(key, FILE, hash)).rejects.toThrow('412')
  expect(await open().get(key)).toEqual(FILE)
})
