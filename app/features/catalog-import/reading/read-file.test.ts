import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
import { plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readImport } from './read-file.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterAll(() => app[Symbol.asyncDispose]())

const upload = (text: string): Promise<Answer> =>
  app.call('POST', '/api/import', { body: text, as: admin, headers: { 'Content-Type': 'text/csv' } })

/** What reading stores. */
const stored = async () => ({
  imports: await app.shop.db.selectFrom('imports').selectAll().orderBy('id').execute(),
  rows: await app.shop.db.selectFrom('import_rows').selectAll().orderBy('row').execute(),
})

test('a row with more cells than columns stays wrong when it is compared again or uploaded again', async () => {
  const product = await app.addProduct()
  const made = await upload(`sku,price,minimum\n${product.sku},1,200,100,,"=1"\n${product.sku}X,,,,\n`)
  const counts = { added: 0, changed: 0, unchanged: 0, wrong: 2 }
  expect(made.body.counts).toEqual(counts)
  const again = await app.call('POST', `/api/import/${made.body._id}/compare`, { as: admin })
  expect(again.body.counts).toEqual(counts)
  const { body: file } = await app.call('GET', `/api/import/${again.body._id}/wrong.csv`, { as: admin })
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    'sku,price,minimum,problem',
    `${product.sku},1,200,Row 2: sku: The row has more cells than there are columns.,100,,'=1`,
  ])
  expect((await upload(file)).body.counts).toEqual(counts)
})

test('empty cells still set the default when rows are compared again', async () => {
  const product = await app.addProduct({ minimum: 300 })
  const { body } = await upload(`sku,minimum\n${product.sku},\n`)
  const again = await app.call('POST', `/api/import/${body._id}/compare`, { as: admin })
  const { rows } = (await app.call('GET', `/api/import/${again.body._id}`, { as: admin })).body
  expect(rows[0].changes[0]).toEqual({ field: 'minimum', from: 300, to: 100 })
})

test.each([
  ['more than 200,000 rows', `sku\n${'A\n'.repeat(200_001)}`, 'A file can have at most 200,000 rows.'],
  ['a broken end', `sku\n${'A\n'.repeat(500)}"B`, 'Row 502 cannot be read'],
])('a file with %s is refused, and nothing is stored', async (_name, text, detail) => {
  const before = await stored()
  const refused = await upload(text)
  expect(refused.status).toBe(422)
  expect(refused.body.detail).toContain(detail)
  expect(await stored()).toEqual(before)
})

test('a picture that there is not makes its row wrong, and the import outdated when it was deleted since', async () => {
  const [one, two] = [await app.addProduct(), await app.addProduct()]
  const { body: picture } = await app.call('POST', '/api/image', {
    body: uploadOf(await plainPicture(20, 20).png().toBuffer()),
    as: admin,
  })
  const made = await upload(
    `sku,image\n${one.sku},/images/aaaaaaaaaaaaaaaaaaaaaaaa\n${two.sku},${picture.image}\n`,
  )
  expect(made.body.counts).toMatchObject({ changed: 1, wrong: 1 })
  const { rows } = (await app.call('GET', `/api/import/${made.body._id}?kind=wrong`, { as: admin })).body
  expect(rows).toMatchObject([{ row: 2, sku: one.sku, errors: [{ column: 'image' }] }])
  await app.shop.db.deleteFrom('images').execute()
  const refused = await app.call('POST', `/api/import/${made.body._id}/apply`, { as: admin })
  expect([refused.status, refused.body.outdated]).toEqual([409, [{ row: 3, sku: two.sku }]])
  for (const product of [one, two])
    expect((await app.call('GET', `/api/part/${product.sku}`)).body).toEqual(product)
})

const NO_WORKBOOKS = { open: () => Promise.reject(new Error('It is no workbook.')) }

const actor = () =>
  app.shop.db
    .selectFrom('user')
    .select(['id', 'email'])
    .where('email', '=', admin.email)
    .executeTakeFirstOrThrow()

test('a caller who goes away ends the reading, and nothing is kept', async () => {
  const before = await stored()
  const gone = new AbortController()
  const rows = Array.from({ length: 2000 }, (_, n) => `GONE-${n},1\n`)
  const bytes = new TextEncoder().encode(`sku,price\n${rows.join('')}`)
  const reading = readImport(
    app.shop,
    await actor(),
    NO_WORKBOOKS,
    { file: { name: 'a.csv', bytes } },
    gone.signal,
  )
  const refused = expect(reading).rejects.toThrow('The request was cut off.')
  const isReading = app.shop.db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'reading')
    .where('position', 'is not', null)
  while ((await isReading.execute()).length === 0) await setImmediate()
  gone.abort()
  await refused
  expect(await stored()).toEqual(before)
  const aborted = AbortSignal.abort()
  await expect(
    readImport(app.shop, await actor(), NO_WORKBOOKS, { file: { name: 'a.csv', bytes } }, aborted),
  ).rejects.toThrow()
  expect(await stored()).toEqual(before)
})
