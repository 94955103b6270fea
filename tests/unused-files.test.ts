import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allFiles } from '#app/open-shop.ts'
import { deleteUnusedFiles } from '#kit/files/unused-files.ts'
import { DAY_MS, MINUTE_MS } from '#kit/time.ts'
import { startFileStore, type TestFileStore } from '#tests/support/file-store.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'

const FILE = Buffer.from('the bytes of a file')

let store: TestFileStore
let shop: TestShop

beforeAll(async () => {
  store = await startFileStore()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  shop = await createTestShop(store.settings)
})
afterEach(() => shop[Symbol.asyncDispose]())

test.each([
  ['newer than the backup', 4 * DAY_MS],
  ['of any age, of a backup whose time nobody knows,', undefined],
])('after a take-over a file %s stays for a month, then it goes', async (_, ageMs) => {
  const takenOverAt = shop.now() + 3 * DAY_MS
  const made_at = ageMs === undefined ? null : takenOverAt - ageMs
  await shop.db
    .insertInto('restores')
    .values({ restored_at: takenOverAt, made_at, taken_over_at: takenOverAt, taken_over_by: 'the operator' })
    .execute()
  await shop.files.keep('part-files', FILE)
  shop.advance(32 * DAY_MS)
  await deleteUnusedFiles(shop, allFiles)
  expect((await store.keys()).length).toBe(1)
  shop.advance(DAY_MS + MINUTE_MS)
  await deleteUnusedFiles(shop, allFiles)
  expect((await store.keys()).length).toBe(0)
})

test('after a take-over a file that is older than the backup by a day goes at once', async () => {
  await shop.files.keep('part-files', FILE)
  shop.advance(2 * DAY_MS)
  const at = shop.now()
  await shop.db
    .insertInto('restores')
    .values({ restored_at: at, made_at: at, taken_over_at: at, taken_over_by: 'the operator' })
    .execute()
  await deleteUnusedFiles(shop, allFiles)
  expect((await store.keys()).length).toBe(0)
})
