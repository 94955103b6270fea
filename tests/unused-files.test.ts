import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { allFiles } from '#app/open-shop.ts'
import { endWaiting } from '#kit/backup/waiting-restore.ts'
import { claimBucket, claimBucketAtStart } from '#kit/files/bucket-owner.ts'
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
afterEach(async () => {
  for (const key of await store.keys()) await store.delete(key)
  await shop[Symbol.asyncDispose]()
})

const marks = async () => (await store.keys()).filter((key) => key.startsWith('owner/'))
const countFiles = async () => (await store.keys()).length - (await marks()).length

const takeOver = (of: TestShop, at: number) =>
  of.db
    .insertInto('restores')
    .values({ restored_at: at, made_at: at, taken_over_at: at, taken_over_by: 'the operator' })
    .execute()

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
  expect(await countFiles()).toBe(1)
  shop.advance(DAY_MS + MINUTE_MS)
  await deleteUnusedFiles(shop, allFiles)
  expect(await countFiles()).toBe(0)
})

test('after a take-over a file that is older than the backup by a day goes at once', async () => {
  await shop.files.keep('part-files', FILE)
  shop.advance(2 * DAY_MS)
  await takeOver(shop, shop.now())
  await deleteUnusedFiles(shop, allFiles)
  expect(await countFiles()).toBe(0)
})

test('a bucket is that of the shop that came first: another one is refused with what to do, and changes nothing', async () => {
  await claimBucketAtStart(shop)
  await claimBucketAtStart(shop)
  await shop.files.keep('part-files', FILE)
  await using other = await createTestShop(store.settings)
  await other.files.keep('part-files', FILE)
  const before = await store.keys()
  expect(await marks()).toEqual([expect.stringMatching(/^owner\/[0-9a-z]{24}\/0$/)])
  const refused = `The bucket of FILES_URL is that of another shop: it has the mark ${(await marks())[0]?.slice(0, -1)}.`
  other.advance(2 * DAY_MS)
  for (const work of [() => claimBucketAtStart(other), () => deleteUnusedFiles(other, allFiles)])
    await expect(work()).rejects.toThrow(refused)
  expect(await store.keys()).toEqual(before)
})

test('a restored copy takes the bucket over when it is the shop, and the former one is refused then', async () => {
  await claimBucket(shop)
  await using copy = await createTestShop(store.settings)
  const { value } = await shop.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'files')
    .executeTakeFirstOrThrow()
  await copy.db.insertInto('secrets').values({ name: 'files', value }).execute()
  const at = copy.now() + 5
  const waiting = { restored_at: at, made_at: at, taken_over_at: null, taken_over_by: null }
  await copy.db.insertInto('restores').values(waiting).execute()
  await claimBucketAtStart(copy)
  expect(await marks()).toHaveLength(1)
  await claimBucket(shop)

  await copy.db.transaction().execute((trx) => endWaiting(trx, { at, by: 'the operator' }))
  await deleteUnusedFiles(copy, allFiles)
  const kept = await shop.files.keep('part-files', FILE)
  shop.advance(2 * DAY_MS)
  const refused = `has taken over the bucket of FILES_URL at ${new Date(at).toISOString()}`
  await expect(claimBucketAtStart(shop)).rejects.toThrow(refused)
  await expect(deleteUnusedFiles(shop, allFiles)).rejects.toThrow(refused)
  expect(await shop.files.read(kept)).toEqual(FILE)
  await claimBucketAtStart(copy)
  expect(await marks()).toHaveLength(2)
})

test('while the store is away a process starts all the same, and its job does not delete', async () => {
  store.state = 'gone'
  await claimBucketAtStart(shop)
  await expect(deleteUnusedFiles(shop, allFiles)).rejects.toMatchObject({ status: 503 })
  store.state = 'here'
})
