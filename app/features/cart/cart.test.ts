import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockStock } from '#features/catalog/catalog.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { orderOfLines, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let shop: TestApp
let customer: Person
let parts: Product[]

beforeEach(async () => {
  shop = await createTestApp()
  customer = await shop.register()
  parts = []
  for (let count = 0; count < 3; count += 1) parts.push(await shop.addProduct({ price: 0.125 }))
})
afterEach(() => shop[Symbol.asyncDispose]())

const idOf = (index: number): string => parts[index]?._id ?? ''

const line = (index: number, quantity: number) => ({ productId: idOf(index), quantity })

const put = (lines: unknown, as: Person | undefined = customer) =>
  shop.call('PUT', '/api/cart', { body: { lines }, as })

const get = (as: Person = customer) => shop.call('GET', '/api/cart', { as })

/** The lines as they were put. */
const linesOf = ({ body }: Awaited<ReturnType<typeof get>>) => body.lines.map(({ given }: never) => given)

test('a new cart is empty; a cart is answered in its sequence, priced, and replaced by the next', async () => {
  expect((await get()).body).toEqual({ lines: [], totalPrice: 0, orderable: false })
  const answer = await put([line(1, 200), line(0, 100)])
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual((await get()).body)
  expect(answer.body.lines).toMatchObject([
    { given: line(1, 200), ...line(1, 200), sku: parts[1]?.sku, product: parts[1]?.name, lineTotal: 25 },
    { given: line(0, 100), ...line(0, 100) },
  ])
  expect(answer.body).toMatchObject({ totalPrice: 37.5, orderable: true })
  await put([line(2, 100)])
  expect(linesOf(await get())).toEqual([line(2, 100)])
  await put([])
  expect(linesOf(await get())).toEqual([])
})

test('a quantity that cannot be ordered is kept with its problem', async () => {
  const kept = [line(0, 0), line(1, 99), line(2, Number.MAX_SAFE_INTEGER)]
  const { body } = await put(kept)
  expect(body.lines.map(({ problem }: { problem: string }) => problem)).toEqual([
    'below_minimum',
    'below_minimum',
    'out_of_stock',
  ])
  expect(body.orderable).toBe(false)
  expect(linesOf(await get())).toEqual(kept)
})

test('a product named twice becomes one line with the sum, at the place of the first', async () => {
  await put([line(0, 100), line(1, 50), line(0, 25)])
  expect(linesOf(await get())).toEqual([line(0, 125), line(1, 50)])
})

const invalid: [what: string, lines: (known: string) => unknown, pointer: string][] = [
  ['no list', () => 'x', '#/lines'],
  [
    'an unknown product',
    (productId) => [
      { productId, quantity: 1 },
      { productId: 'x', quantity: 1 },
    ],
    '#/lines/1/productId',
  ],
  ['no product', () => [{ quantity: 1 }], '#/lines/0/productId'],
  ['a negative quantity', (productId) => [{ productId, quantity: -1 }], '#/lines/0/quantity'],
  ['a fraction', (productId) => [{ productId, quantity: 1.5 }], '#/lines/0/quantity'],
  ['a quantity as a text', (productId) => [{ productId, quantity: '100' }], '#/lines/0/quantity'],
  ['no quantity', (productId) => [{ productId }], '#/lines/0/quantity'],
  ['an unsafe quantity', (productId) => [{ productId, quantity: 2 ** 53 }], '#/lines/0/quantity'],
  [
    'an unsafe sum',
    (productId) => [
      { productId, quantity: Number.MAX_SAFE_INTEGER },
      { productId, quantity: 1 },
    ],
    '#/lines/1/quantity',
  ],
  ['too many lines', (productId) => Array(201).fill({ productId, quantity: 1 }), '#/lines'],
]

// attack: foreign-cart
test('an invalid cart is refused with its fault named, and the cart stays', async () => {
  await put([line(0, 100)])
  for (const [what, lines, pointer] of invalid) {
    const refused = await put(lines(idOf(1)))
    expect([what, refused.status, refused.body.code]).toEqual([what, 422, 'invalid'])
    expect(refused.body.errors, what).toEqual([{ pointer, detail: expect.any(String) }])
  }
  for (const [body, status] of [
    ['{', 400],
    ['null', 422],
    ['{}', 422],
  ] as const)
    expect((await shop.call('PUT', '/api/cart', { body, as: customer })).status).toBe(status)
  expect(linesOf(await get())).toEqual([line(0, 100)])
})

test('a cart has 200 lines, and 200 products are read back in their sequence', async () => {
  const { db } = shop.shop
  const template = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', idOf(0))
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 200 }, (_, index) => {
    const name = `many-${index}`
    return {
      ...template,
      id: name,
      sku: name,
      sku_key: name,
      name,
      name_key: name,
      listing_sequence: 1000 + index,
    }
  })
  for (const row of rows) await db.insertInto('products').values(row).execute()
  const lines = rows.map(({ id }, index) => ({ productId: id, quantity: index })).reverse()
  expect((await put(lines)).status).toBe(200)
  expect(linesOf(await get())).toEqual(lines)
})

// attack: foreign-cart
test('each customer has their own cart; without a token, or with the cookie alone, there is none', async () => {
  const other = await shop.register()
  await put([line(0, 100)])
  await put([line(1, 300)], other)
  const body = { lines: [] }
  for (const refused of [
    await shop.call('GET', '/api/cart'),
    await shop.call('PUT', '/api/cart', { body }),
    await shop.call('PUT', '/api/cart', { body, cookie: customer.cookie }),
  ])
    expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in'])
  expect(linesOf(await get())).toEqual([line(0, 100)])
  expect(linesOf(await get(other))).toEqual([line(1, 300)])
})

test('a part that is archived later stays as unknown, can be put again, and is known when it is restored', async () => {
  const admin = await shop.registerAdmin()
  await put([line(0, 100), line(1, 100)])
  await shop.call('DELETE', `/api/product/${idOf(0)}`, { as: admin })
  const archived = await get()
  expect(archived.body.lines[0]).toMatchObject({ given: line(0, 100), problem: 'unknown' })
  expect(archived.body).toMatchObject({ totalPrice: 12.5, orderable: false })
  expect((await put(linesOf(archived))).body).toEqual(archived.body)
  await shop.call('POST', `/api/product/${idOf(0)}/restore`, { as: admin })
  expect((await get()).body).toMatchObject({ totalPrice: 25, orderable: true })
})

test('a deleted product or account takes its lines with it', async () => {
  const other = await shop.register()
  await put([line(0, 100), line(1, 100)])
  await put([line(0, 100)], other)
  const { db } = shop.shop
  await db.deleteFrom('product_facets').where('product_id', '=', idOf(0)).execute()
  await db.deleteFrom('products').where('id', '=', idOf(0)).execute()
  expect(linesOf(await get())).toEqual([line(1, 100)])
  expect(linesOf(await get(other))).toEqual([])
  for (const table of ['session', 'account'] as const)
    await db
      .deleteFrom(table)
      .where('userId', 'in', db.selectFrom('user').select('id').where('email', '=', customer.email))
      .execute()
  await db.deleteFrom('user').where('email', '=', customer.email).execute()
  expect(await db.selectFrom('cart_lines').selectAll().execute()).toEqual([])
})

test('devices that write at the same time, while orders take the same parts, all succeed, and the cart is one of theirs', async () => {
  const carts = [
    [line(0, 100), line(1, 100), line(2, 100)],
    [line(2, 200), line(1, 200), line(0, 200)],
    [line(1, 300)],
    [],
  ]
  const [one, two, three] = parts as [Product, Product, Product]
  const lists = [
    [one, two, three],
    [three, two, one],
  ].map((products) => products.map((product) => ({ product, quantity: 100 })))
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 4 === 3
        ? shop.call('POST', '/api/order', { body: orderOfLines(lists[(index >> 2) % 2] ?? []), as: customer })
        : put(carts[index % carts.length]),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
  expect(carts).toContainEqual(linesOf(await get()))
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a cart waits for the parts of an order in their sequence, so that the two never wait for each other',
  async () => {
    const { db } = shop.shop
    const lock = (trx: Db, product: Product | undefined) =>
      lockStock(trx, product ? [{ product: { ...product, storedPrices: '' }, quantity: 100 }] : [])
    const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const saved = await db.transaction().execute(async (trx) => {
      await lock(trx, parts[0])
      const saving = put([line(2, 100), line(0, 100)])
      await expect.poll(async () => (await waiting.execute(db)).rows).toEqual([{ count: 1 }])
      await lock(trx, parts[2])
      return { saving }
    })
    expect((await saved.saving).status).toBe(200)
  },
)

test('what the buyer calls a part and says of it is kept with the line, and bounded', async () => {
  const words = { own: 'A-4711', note: 'Left \u{1f600}' }
  await put([{ ...line(0, 100), ...words }, line(1, 100)])
  expect((await get()).body.lines).toMatchObject([words, {}])
  // Of a part named twice the later ones count.
  await put([
    { ...line(0, 100), ...words },
    { ...line(0, 100), own: 'B' },
  ])
  expect((await get()).body.lines).toMatchObject([{ quantity: 200, own: 'B', note: words.note }])
  for (const wrong of [{ own: 'x'.repeat(65) }, { note: 'x'.repeat(201) }, { own: 'a\nb' }])
    expect((await put([{ ...line(1, 100), ...wrong }])).status).toBe(422)
  expect((await get()).body.lines).toMatchObject([{ quantity: 200, own: 'B' }])
  await put([line(0, 200)])
  expect((await get()).body.lines[0]).not.toHaveProperty('own')
})
