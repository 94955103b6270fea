import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, createApp } from '#app/app.ts'
import { allFiles, countFilesOutside } from '#app/open-shop.ts'
import { findPartFile } from '#features/catalog/part-files/part-files.ts'
import { partModelPath } from '#features/catalog/paths.ts'
import { readContent } from '#features/catalog/products/file-content.ts'
import { FILE_TYPES } from '#features/catalog/states.ts'
import { frozenFile } from '#features/documents/invoices/frozen-file.ts'
import { avatarFiles } from '#features/images/images.ts'
import { createFiles, type Files } from '#kit/files/files.ts'
import { findMissing, moveFiles } from '#kit/files/move-files.ts'
import { deleteUnusedFiles } from '#kit/files/unused-files.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, MINUTE_MS } from '#kit/time.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { startFileStore, type TestFileStore } from '#tests/support/file-store.ts'
import { hasPostgresClients, settingsOf } from '#tests/support/operator.ts'
import { plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { runProjectScript } from '#tests/support/run-script.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let store: TestFileStore
let shop: TestApp
let admin: Person
let picture: Buffer

beforeAll(async () => {
  store = await startFileStore()
  picture = await plainPicture(500, 400).png().toBuffer()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  store.state = 'here'
  for (const key of await store.keys()) await store.delete(key)
  shop = await createTestApp({ ...store.settings, RATE_LIMITS: 'sign-in' })
  admin = await shop.registerAdmin()
})
afterEach(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

/** A file of three pieces. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_500_000)])

async function get(path: string, from: Pick<App, 'fetch'> = shop.app) {
  const answer = await from.fetch(new Request(ORIGIN + path))
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const addImage = async (): Promise<string> =>
  (await shop.call('POST', '/api/image', { body: uploadOf(picture), as: admin })).body.image

const addAvatar = (as: Person) => shop.call('POST', '/api/avatar', { body: uploadOf(picture), as })

async function addPartFile(product: string) {
  const body = uploadOf(PDF, 'sheet.pdf')
  body.append('kind', 'other')
  return shop.call('POST', `/api/product/${product}/file`, { body, as: admin })
}

const PAPER = Buffer.from('%PDF-1.7 an invoice')

const paperOf = async (of: Pick<Shop, 'db' | 'files'>, number: number, content = PAPER) =>
  Buffer.from(await frozenFile(of, { kind: 'invoice', number }, async () => new Uint8Array(content)))

const sweep = () => deleteUnusedFiles(shop.shop, allFiles)

/** How many files of a kind there are in the store. */
const count = async (kind: string) => (await store.keys()).filter((key) => key.includes(`/${kind}/`)).length

/** What is in the database of all files: nothing of those in the store. */
async function bytesInDatabase(): Promise<number> {
  const { db } = shop.shop
  const tables = ['image_files', 'avatars', 'document_files', 'part_file_pieces'] as const
  const contents = await Promise.all(tables.map((table) => db.selectFrom(table).select('content').execute()))
  return contents.flat().reduce((sum, { content }) => sum + content.length, 0)
}

test('every kind of file is written to the store, read, replaced and deleted, and papers stay', async () => {
  const leaving = await shop.register()
  const product = await shop.addProduct()
  const image = await addImage()
  const avatars = [(await addAvatar(leaving)).body.image, (await addAvatar(leaving)).body.image]
  const file = (await addPartFile(product._id)).body
  expect(await paperOf(shop.shop, 1)).toEqual(PAPER)
  expect(await bytesInDatabase()).toBe(0)
  expect(await count('images')).toBeGreaterThan(2)
  expect([await count('avatars'), await count('part-files'), await count('papers')]).toEqual([2, 1, 1])

  const served = await get(`${image}?w=160`)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(served.headers.get('etag')).toBe(`"${image.slice('/images/'.length)}-160-webp"`)
  expect([(await get(avatars[0])).status, (await get(avatars[1])).status]).toEqual([404, 200])
  expect((await get(file.url)).bytes.equals(PDF)).toBe(true)
  const stored = await findPartFile(shop.shop.db, file._id)
  if (!stored) throw new Error('the file is gone')
  expect((await readContent(shop.shop, stored)).equals(PDF)).toBe(true)
  // As if it were a model, which is sent and read apart.
  await shop.shop.db.updateTable('part_files').set({ kind: 'model', type: FILE_TYPES.step }).execute()
  expect((await get(partModelPath(product.sku, 'step'))).bytes.equals(PDF)).toBe(true)
  expect(await paperOf(shop.shop, 1, Buffer.from('another'))).toEqual(PAPER)

  await shop.shop.db.deleteFrom('user').where('email', '=', leaving.email).execute()
  await shop.call('DELETE', `/api/product/${product._id}/file/${file._id}`, { as: admin })
  await sweep()
  expect([await count('avatars'), await count('part-files')]).toEqual([2, 1])
  shop.shop.advance(DAY_MS + MINUTE_MS)
  await shop.runJobs('delete unused images', 'delete unused files')
  expect([await count('images'), await count('avatars'), await count('part-files')]).toEqual([0, 0, 0])
  expect([await count('papers'), (await get(image)).status]).toEqual([1, 404])
})

test('of several processes that render a paper at once all return the first, and none is deleted', async () => {
  const waiting: (() => void)[] = []
  const render = (text: string) =>
    frozenFile(shop.shop, { kind: 'credit_note', number: 9 }, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return new Uint8Array(Buffer.from(text))
    })
  const both = [render('one'), render('two')]
  await expect.poll(() => waiting.length).toBe(2)
  for (const resume of waiting) resume()
  const [first, second] = await Promise.all(both)
  expect(Buffer.from(first ?? []).equals(second ?? PAPER)).toBe(true)
  expect(await count('papers')).toBe(2)
  shop.shop.advance(2 * DAY_MS)
  await sweep()
  expect(await count('papers')).toBe(2)
})

test('a file whose row was never written is deleted after a day, and one that a row names stays', async () => {
  const product = await shop.addProduct()
  const kept = (await addPartFile(product._id)).body
  const { files, db } = shop.shop
  // As when the process is killed between the two.
  await files.keep('part-files', PDF)
  const rows = () => db.selectFrom('part_files').select('id').execute()
  expect([await count('part-files'), (await rows()).length]).toEqual([2, 1])
  await sweep()
  expect(await count('part-files')).toBe(2)
  shop.shop.advance(DAY_MS + MINUTE_MS)
  await sweep()
  expect([await count('part-files'), (await get(kept.url)).bytes.equals(PDF)]).toEqual([1, true])
})

test('a shop deletes nothing of another one in the same bucket', async () => {
  await using other = await createTestApp(store.settings)
  await other.shop.files.keep('images', PAPER)
  await shop.shop.files.keep('images', PAPER)
  shop.shop.advance(2 * DAY_MS)
  expect(await count('images')).toBe(2)
  await sweep()
  expect(await count('images')).toBe(1)
  await other.app.close()
})

test('while the store is away its files are 503, nothing is written, and other pages go on', async () => {
  const product = await shop.addProduct({ image: await addImage() })
  const { url } = (await addPartFile(product._id)).body
  const { image: avatar } = (await addAvatar(admin)).body
  await paperOf(shop.shop, 2)
  const { db } = shop.shop
  const stored = async () => ({
    images: await db.selectFrom('images').select('id').orderBy('id').execute(),
    files: await db.selectFrom('part_files').select('id').orderBy('id').execute(),
    avatars: await db.selectFrom('avatars').select('id').orderBy('id').execute(),
    papers: await db.selectFrom('document_files').select('number').orderBy('number').execute(),
    audit: await db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
  })
  const before = await stored()
  store.state = 'gone'
  for (const path of [product.image, avatar, url, `/api/part/${product.sku}/data-sheet.pdf`]) {
    const { status, headers } = await get(path)
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '5'])
  }
  const uploads = [
    await shop.call('POST', '/api/image', { body: uploadOf(picture), as: admin }),
    await addAvatar(admin),
    await addPartFile(product._id),
  ]
  expect(uploads.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([503, 'unavailable']))
  await expect(paperOf(shop.shop, 2)).rejects.toMatchObject({ status: 503 })
  await expect(paperOf(shop.shop, 3)).rejects.toMatchObject({ status: 503 })
  expect(await stored()).toEqual(before)
  expect((await get(`/api/part/${product.sku}`)).status).toBe(200)
  const { status, bytes } = await get('/readyz')
  expect([status, JSON.parse(bytes.toString()).warnings]).toEqual([
    200,
    expect.arrayContaining(['the store of files (FILES_URL) does not answer']),
  ])
  store.state = 'here'
  expect((await get(url)).status).toBe(200)
})

test('all files move there and back, a move that was broken off goes on, and what is missing is named', async () => {
  const product = await shop.addProduct({ image: await addImage() })
  const paths = [
    product.image,
    (await addAvatar(admin)).body.image,
    (await addPartFile(product._id)).body.url,
  ]
  await paperOf(shop.shop, 1)
  const read = async (from = shop.app, of: Shop = shop.shop) => {
    const files = await Promise.all(paths.map((path) => get(path, from)))
    return [...files.map(({ bytes }) => bytes), await paperOf(of, 1)]
  }
  const move = async (to: 'store' | 'database') => {
    let moved = 0
    for (const rows of allFiles) moved += await moveFiles(shop.shop, rows, to)
    return moved
  }
  const countOutside = () => countFilesOutside(shop.shop.db)
  const before = await read()
  const all = await countOutside()
  expect(all).toBe((await store.keys()).length)

  const withoutStore = { ...shop.shop, config: { ...shop.shop.config, files: undefined } }
  const inside = { ...withoutStore, files: createFiles(withoutStore) }
  const app = createApp(inside, shop.shop.database)
  expect((await get(product.image, app)).status).toBe(503)
  expect(await move('database')).toBe(all)
  expect([
    await countOutside(),
    (await read(app, inside)).every((bytes, at) => bytes.equals(before[at] ?? PAPER)),
  ]).toEqual([0, true])
  await app.close()

  store.breakAfter(12)
  await expect(move('store')).rejects.toMatchObject({ status: 503 })
  const some = await countOutside()
  expect(some).toBeGreaterThan(0)
  store.state = 'here'
  expect(await move('store')).toBe(all - some)
  expect([await countOutside(), await bytesInDatabase(), await move('store')]).toEqual([all, 0, 0])
  expect((await read()).every((bytes, at) => bytes.equals(before[at] ?? PAPER))).toBe(true)

  const find = async () => (await Promise.all(allFiles.map((rows) => findMissing(shop.shop, rows)))).flat()
  expect(await find()).toEqual([])
  const { outside } = await shop.shop.db
    .selectFrom('document_files')
    .select('outside')
    .executeTakeFirstOrThrow()
  await store.delete(String(outside))
  expect(await find()).toEqual([outside])
  const settings = { ...settingsOf(shop.shop.config), ...store.settings }
  const folder = `${shop.shop.config.dataDir}-backup`
  const canBackUp = !shop.shop.config.databaseUrl || hasPostgresClients()
  const [check, backup] = await Promise.all([
    runProjectScript('scripts/move-files.ts', ['--check'], settings),
    canBackUp && runProjectScript('scripts/backup.ts', [folder], settings),
  ])
  rmSync(folder, { recursive: true, force: true })
  expect([check.code, check.errors]).toEqual([1, ''])
  expect(check.output).toContain(`missing: ${outside}\npapers: 1 in the store, 1 of them missing\n`)
  if (backup) expect(backup.output).toContain(`It names ${all} files that are in the store of FILES_URL`)
})

test('a file is compared before a row points at it, on both ways', async () => {
  await addAvatar(admin)
  const row = () => shop.shop.db.selectFrom('avatars').selectAll().executeTakeFirstOrThrow()
  const before = await row()
  await store.write(String(before.outside))
  await expect(moveFiles(shop.shop, avatarFiles, 'database')).rejects.toMatchObject({ status: 503 })
  expect(await row()).toEqual(before)

  const { db } = shop.shop
  await db.updateTable('avatars').set({ outside: null, content: PAPER }).execute()
  const { files } = shop.shop
  const wrong = { ...files, read: async () => Buffer.from('other') }
  await expect(moveFiles({ db, files: wrong }, avatarFiles, 'store')).rejects.toThrow('other bytes')
  expect(await row()).toEqual({ ...before, outside: null, content: PAPER })
})

test('a picture that is replaced while its file is moved is not overwritten', async () => {
  const { db, files } = shop.shop
  await addAvatar(admin)
  const replaceBy = (id: string) =>
    db
      .updateTable('avatars')
      .set({ id, content: Buffer.from(id), outside: null })
      .execute()
  await replaceBy('b')
  const late: Files = {
    ...files,
    keep: async (...given) => {
      const kept = await files.keep(...given)
      await replaceBy('a')
      return kept
    },
  }
  expect(await moveFiles({ db, files: late }, avatarFiles, 'store')).toBe(0)
  const row = await db.selectFrom('avatars').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id: 'a', content: Buffer.from('a'), outside: null })
})
