import { CompiledQuery, type Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { Answer, Person } from '#tests/support/customer.ts'
import { fileOfParts, samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { rowsAfter } from './imports.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterAll(() => app[Symbol.asyncDispose]())

const CSV = { 'Content-Type': 'text/csv' }

const upload = (text: string): Promise<Answer> =>
  app.call('POST', '/api/import', { body: text, as: admin, headers: CSV })

const post = (path: string): Promise<Answer> => app.call('POST', `/api/import/${path}`, { as: admin })

const rowsOf = async (id: string, query = ''): Promise<Answer['body'][]> =>
  (await app.call('GET', `/api/import/${id}${query}`, { as: admin })).body.rows

/** The rows of each page of a list. */
async function pagesOf(path: string | undefined): Promise<Answer['body'][][]> {
  if (path === undefined) return []
  const { body, headers } = await app.call('GET', path, { as: admin })
  return [body.rows, ...(await pagesOf(/<(.+)>/.exec(headers.get('link') ?? '')?.[1]))]
}

const read = async ({ sku }: Pick<Product, 'sku'>): Promise<Product> =>
  (await app.call('GET', `/api/part/${sku}`)).body

const imports = async () => (await app.call('GET', '/api/import', { as: admin })).body

/** Everything that an import could change. */
const snapshot = async () => ({
  products: await app.shop.db.selectFrom('products').selectAll().orderBy('id').execute(),
  facets: await app.shop.db.selectFrom('product_facets').selectAll().orderBy('product_id').execute(),
  lock: await app.shop.db.selectFrom('catalog_lock').selectAll().execute(),
})

test('an import is compared, applied as a whole, and undone as a whole', async () => {
  const [one, two, three] = [await app.addProduct(), await app.addProduct(), await app.addProduct()]
  const before = await snapshot()
  const { status, body } = await upload(
    fileOfParts(
      [
        { sku: one.sku, price: '0,05', name: one.name },
        { sku: two.sku.toLowerCase(), price: two.price, quantity: two.quantity + 50, name: two.name },
        { sku: 'NEW-1', price: 1.25, name: 'A "new" part; of steel', description: '=A1' },
        { sku: three.sku, price: 'cheap', name: three.name },
      ],
      ';',
    ),
  )
  expect(status).toBe(201)
  expect(body).toMatchObject({
    state: 'ready',
    counts: { added: 1, changed: 2, unchanged: 0, wrong: 1 },
    by: admin.email,
    prices: { fall: one.price > 0.05 ? 1 : 0, rise: one.price > 0.05 ? 0 : 1 },
  })
  expect(await snapshot()).toEqual(before)
  const rows = await rowsOf(body._id)
  expect(rows.map(({ row, kind }) => [row, kind])).toEqual([
    [2, 'changed'],
    [3, 'changed'],
    [4, 'added'],
    [5, 'wrong'],
  ])
  expect(rows[0].changes).toEqual([
    { field: 'price', from: one.price, to: 0.05 },
    { field: 'prices', from: one.prices, to: [{ from: 100, price: 0.05 }] },
  ])
  expect(rows[3].errors).toEqual([{ column: 'price', detail: '"cheap" is not a number.' }])
  expect(await rowsOf(body._id, '?kind=wrong')).toEqual([rows[3]])
  const byKind = [rows[3], rows[2], rows[0], rows[1]]
  expect(await rowsOf(body._id, '?sort=kind')).toEqual(byKind)
  expect(await pagesOf(`/api/import/${body._id}?sort=kind&limit=1`)).toEqual(byKind.map((row) => [row]))

  const customer = await app.register()
  await app.order(customer, two, 100)
  const applied = await post(`${body._id}/apply`)
  expect([applied.status, applied.body.state]).toEqual([200, 'applied'])
  expect(await read(one)).toMatchObject({ price: 0.05, revision: 2 })
  expect(await read(two)).toMatchObject({ quantity: two.quantity - 100 + 50, revision: 2 })
  expect(await read(three)).toEqual(three)
  const added = await read({ sku: 'NEW-1' })
  expect(added).toMatchObject({
    name: 'A "new" part; of steel',
    description: '=A1',
    price: 1.25,
    revision: 1,
  })
  const history = await app.call('GET', `/api/product/${one._id}/history`, { as: admin })
  expect(history.body[0]).toMatchObject({ kind: 'imported', by: admin.email })
  expect((await post(`${body._id}/apply`)).status).toBe(409)

  const undone = await post(`${body._id}/undo`)
  expect([undone.status, undone.body.state]).toEqual([200, 'undone'])
  expect(await read(one)).toMatchObject({ price: one.price, prices: one.prices, revision: 3 })
  expect(await read(two)).toMatchObject({ quantity: two.quantity - 100, revision: 3 })
  expect((await app.call('GET', '/api/part/NEW-1')).status).toBe(404)
  expect((await app.call('GET', `/api/product/${added._id}/history`, { as: admin })).body[0].kind).toBe(
    'undone',
  )
  expect((await post(`${body._id}/undo`)).status).toBe(409)
  const audit = await app.call('GET', '/api/audit', { as: admin })
  expect(audit.body.map(({ kind }: { kind: string }) => kind)).toContain('import.undone')
})

test('a product that was changed since refuses the whole import and its undo, until it is compared again', async () => {
  const [one, two] = [await app.addProduct(), await app.addProduct()]
  const { body } = await upload(`sku,price\n${one.sku},0.5\n${two.sku},0.6\nNEW-2,1\n`)
  const restock = () =>
    app.call('POST', `/api/product/${two._id}/stock`, { body: { change: 5, reason: 'Found.' }, as: admin })
  await restock()
  const before = await snapshot()
  const refused = await post(`${body._id}/apply`)
  expect([refused.status, refused.body.code, refused.body.outdated]).toEqual([
    409,
    'import_outdated',
    [{ row: 3, sku: two.sku }],
  ])
  expect(refused.body.detail).toContain(two.sku)
  expect(await snapshot()).toEqual(before)

  const again = await post(`${body._id}/compare`)
  expect([again.status, again.body.counts]).toEqual([201, { added: 0, changed: 2, unchanged: 0, wrong: 1 }])
  expect((await post(`${body._id}/apply`)).status).toBe(404)
  expect((await post(`${again.body._id}/apply`)).status).toBe(200)
  await restock()
  const applied = await snapshot()
  const undo = await post(`${again.body._id}/undo`)
  expect([undo.status, undo.body.outdated]).toEqual([409, [{ row: 3, sku: two.sku }]])
  expect(await snapshot()).toEqual(applied)
  await app.runJobs('delete old imports')
  expect(
    await app.shop.db.selectFrom('import_rows').select('row').where('import_id', '=', body._id).execute(),
  ).toEqual([])
})

test('more than a hundred imports that nobody needs are deleted, with their rows', async () => {
  const { db } = app.shop
  const old = Array.from({ length: 130 }, (_, n) => ({
    ...{ id: String(n).padStart(24, '0'), name: 'a.csv', created_at: 1, by_id: 'a', by_email: 'a' },
    ...{ columns: '[]', state: n % 2 === 0 ? 'applied' : 'replaced', position: null, worker: null },
  }))
  const row = { row: 2, sku: 'A', kind: 'wrong', price_change: 0, is_left_out: 0 } as const
  const texts = { changes: '[]', errors: '[]', cells: '{}' }
  await db
    .insertInto('imports')
    .values(old as Insertable<Schema['imports']>[])
    .execute()
  await db
    .insertInto('import_rows')
    .values(old.map(({ id }) => ({ import_id: id, ...row, ...texts })))
    .execute()
  const { body } = await upload('sku,name\nA,B')
  for (let run = 0; run < 2; run += 1) await app.runJobs('delete old imports')
  const left = db.selectFrom('imports').select('id')
  expect(await left.where('created_at', '=', 1).execute()).toEqual([])
  expect(await left.where('id', '=', body._id).execute()).toHaveLength(1)
})

test('rows can be left out and taken in again', async () => {
  const [one, two] = [await app.addProduct({ price: 0.55 }), await app.addProduct({ price: 0.55 })]
  const { body } = await upload(`sku,price\n${one.sku},0.5\n${two.sku},0.6\n`)
  const patch = (change: object) => app.call('PATCH', `/api/import/${body._id}`, { body: change, as: admin })
  expect((await patch({ leaveOut: [2, 3, 77] })).body).toMatchObject({
    leftOut: 2,
    leftOutOf: { added: 0, changed: 2, fall: 1, rise: 1 },
  })
  const leftOutOf = { added: 0, changed: 1, fall: 1, rise: 0 }
  expect((await patch({ takeIn: [3] })).body).toMatchObject({ leftOut: 1, leftOutOf })
  const { body: found } = await app.call('GET', `/api/import/${body._id}`, { as: admin })
  expect(found).toMatchObject({ leftOut: 1, leftOutOf })
  expect((await rowsOf(body._id, '?kind=left_out')).map(({ row }) => row)).toEqual([2])
  await post(`${body._id}/apply`)
  expect((await read(one)).price).toBe(one.price)
  expect((await read(two)).price).toBe(0.6)
  expect((await patch({ takeIn: [2] })).status).toBe(409)
})

test.skipIf(process.env.TEST_DATABASE_URL).each([
  ['wrong', 'import_rows_by_kind (import_id=? AND kind=? AND row>?)'],
  ['prices_fall', 'import_rows_falling (import_id=? AND row>?)'],
  ['prices_rise', 'import_rows_rising (import_id=? AND row>?)'],
  ['left_out', 'import_rows_left_out (import_id=? AND row>?)'],
] as const)('the rows that are %s are found by an index, not among all rows', async (filter, index) => {
  const { sql, parameters } = rowsAfter(app.shop.db, 'an import', filter, 0, 100).compile()
  const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await app.shop.db.executeQuery<{ detail: string }>(plan)
  expect(rows.map(({ detail }) => detail)).toContain(`SEARCH import_rows USING COVERING INDEX ${index}`)
})

test('part numbers that are there twice, taken names and parts that are not for sale are wrong', async () => {
  const [one, two, three] = [await app.addProduct(), await app.addProduct(), await app.addProduct()]
  await app.call('DELETE', `/api/product/${three._id}`, { as: admin })
  const draft = samplePart({ sku: 'DRAFT', forSale: false })
  await app.call('POST', '/api/product', { body: draft, as: admin })
  const { body } = await upload(
    `sku,name\n${one.sku},A\n${two.sku},${one.name}\n${one.sku.toLowerCase()},B\n${three.sku},C\ndraft,D\n,D\nX Y  Z,E\n${two.sku}X,F,G\n`,
  )
  expect(body.counts).toEqual({ added: 0, changed: 0, unchanged: 0, wrong: 8 })
  const errors = (await rowsOf(body._id)).map((row) => [row.row, row.errors[0].column, row.errors[0].detail])
  expect(errors.slice(0, 6)).toEqual([
    [2, 'sku', 'A later row has this part number too.'],
    [3, 'name', `The part ${one.sku} has this name too.`],
    [4, 'sku', 'Row 2 has this part number too.'],
    [5, 'sku', 'This part is archived. Restore it first.'],
    [6, 'sku', 'This part is not for sale yet. Put it up for sale first, or edit it on its page.'],
    [7, 'sku', 'The part number is missing.'],
  ])
  const file = await app.call('GET', `/api/import/${body._id}/wrong.csv`, { as: admin })
  expect(file.body.split('\r\n').slice(0, 2)).toEqual([
    'sku,name,problem',
    `${one.sku},A,Row 2: sku: A later row has this part number too.`,
  ])
  expect((await upload(file.body)).status).toBe(201)
})

test.each([
  ['', 'The file is empty.'],
  ['price\n1\n', 'There is no column sku.'],
  ['sku,colour\nA,red\n', 'The column "colour" is unknown.'],
  ['sku,attribute:none\nA,1\n', 'The column "attribute:none" is unknown.'],
  ['sku,price,price\nA,1,1\n', 'The column "price" is there twice.'],
  ['sku,name\nA,"never closed\n', 'Row 2 cannot be read'],
  ['PK\u0003\u0004', 'This file cannot be read as an Excel workbook.'],
])('the file %j is refused, and nothing is kept', async (text, detail) => {
  const before = await imports()
  const { status, body } = await upload(text)
  expect([status, body.code]).toEqual([422, 'invalid'])
  expect(body.detail).toContain(detail)
  expect(await imports()).toEqual(before)
})

test('only admins upload, and only CSV', async () => {
  const customer = await app.register()
  const send = (as?: Person, headers: Record<string, string> = CSV) =>
    app.call('POST', '/api/import', { body: 'sku\nA\n', as, headers })
  const before = await imports()
  expect((await send()).status).toBe(401)
  expect((await send(customer)).status).toBe(403)
  expect((await send(admin, { 'Content-Type': 'application/json' })).status).toBe(415)
  expect(await imports()).toEqual(before)
})
