import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kit/id.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { PREVIEW_LIMIT } from '../api.ts'

const NUTS = {
  name: 'Nuts',
  attributes: [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'flats', label: 'Across flats', unit: 'mm', kind: 'number' },
  ],
}

const SHAPE = { slug: 'hexagon-nut', parameters: { thread: 'thread', flats: 'flats' } }

let shop: TestApp
let admin: Person
let nut: string

beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  for (const slug of ['nuts', 'other-nuts'])
    await shop.call('PUT', `/api/category/${slug}`, { as: admin, body: NUTS })
  nut = (await addPart('NH-M8', { thread: 'M8' }))._id
  await addPart('NH-M11', { thread: 'M11 × 1' })
  await addPart('NH-SMALL', { thread: 'M8', flats: 6 })
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const addPart = (sku: string, attributes: Record<string, string | number>, category = 'nuts') =>
  shop.addProduct({ sku, name: `Part ${sku}`, category, attributes } as object)

const body = (fields: object = {}) => ({ attributes: NUTS.attributes, shape: SHAPE, ...fields })

const preview = (given: object, as: Person | undefined = admin) =>
  shop.call('POST', '/api/category/nuts/preview', { as, body: given })

const refusedModel = (given: object, as: Person | undefined = admin) =>
  shop.call('POST', '/api/category/nuts/preview.glb', { as, body: given })

const stored = async () => ({
  categories: await shop.shop.db.selectFrom('categories').selectAll().orderBy('slug').execute(),
  attributes: await shop.shop.db.selectFrom('category_attributes').selectAll().orderBy('key').execute(),
  audit: await shop.shop.db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
  models: await shop.shop.db.selectFrom('model_files').select(['geometry', 'format']).execute(),
})

test('a shape that is not saved says which parts have no model by it, and why; nothing is saved', async () => {
  const before = await stored()
  const { status, body: answer } = await preview(body())
  expect(status).toBe(200)
  expect(answer).toEqual({
    checked: 3,
    without: 2,
    parts: [
      expect.objectContaining({ sku: 'NH-M11', reason: expect.stringContaining('Across flats is missing') }),
      expect.objectContaining({ sku: 'NH-SMALL', reason: 'The nut must be wider than its thread.' }),
    ],
  })
  const fixed = { ...SHAPE, parameters: { thread: 'thread', flats: 20, height: 9 } }
  expect((await preview(body({ shape: [fixed] }))).body).toEqual({ checked: 3, without: 0, parts: [] })
  expect((await preview({ attributes: [] })).body.parts[0].reason).toBe(
    'No shape is set for this kind of part.',
  )
  expect(await stored()).toEqual(before)
})

test('a part with an uploaded model has one, whatever its shape; archived parts are not looked at', async () => {
  const { db } = shop.shop
  const { _id } = await addPart('NH-UPLOADED', {}, 'other-nuts')
  const drawing = await addPart('NH-DRAWING', {}, 'other-nuts')
  const archived = await addPart('NH-ARCHIVED', {}, 'other-nuts')
  await shop.call('DELETE', `/api/product/${archived._id}`, { as: admin })
  const file = { title: '', name: 'a.step', type: 'model/step', size: 1, hash: 'x' } as const
  for (const [product_id, kind] of [
    [_id, 'model'],
    [drawing._id, 'drawing'],
  ] as const) {
    await db
      .insertInto('part_files')
      .values({ ...file, id: newId(), product_id, kind, number: 1 })
      .execute()
    await db.updateTable('products').set({ file_count: 1 }).where('id', '=', product_id).execute()
  }
  const { body: answer } = await shop.call('POST', '/api/category/other-nuts/preview', {
    as: admin,
    body: body(),
  })
  expect(answer).toMatchObject({ checked: 2, without: 1, parts: [{ sku: 'NH-DRAWING' }] })
})

test('of many parts all are counted, and the first hundred are listed by name', async () => {
  await shop.call('PUT', '/api/category/many', { as: admin, body: NUTS })
  const { _id } = await addPart('MANY-0', {}, 'many')
  const { db } = shop.shop
  const { listing_sequence: _, ...row } = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 1000 }, (_, index) => {
    const name = `many ${String(index).padStart(4, '0')}`
    return {
      ...row,
      id: newId(),
      sku: name,
      sku_key: name,
      name,
      name_key: name,
      listing_sequence: 1e6 + index,
    }
  })
  for (let at = 0; at < rows.length; at += 100)
    await db
      .insertInto('products')
      .values(rows.slice(at, at + 100))
      .execute()
  const { body: answer } = await shop.call('POST', '/api/category/many/preview', { as: admin, body: body() })
  expect([answer.checked, answer.without, answer.parts.length]).toEqual([1001, 1001, 100])
  expect(answer.parts[99].sku).toBe('many 0099')
})

test('the model of a part by a shape that is not saved is a GLB, and the part itself has none yet', async () => {
  const before = await stored()
  const made = async () => {
    const answer = await shop.app.fetch(
      new Request(`${ORIGIN}/api/category/nuts/preview.glb`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${admin.token}` },
        body: JSON.stringify(body({ productId: nut })),
      }),
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    return [answer.status, answer.headers.get('content-type'), bytes.subarray(0, 4).toString()]
  }
  await expect.poll(made, { timeout: 60_000 }).toEqual([200, 'model/gltf-binary', 'glTF'])
  const { models, ...rest } = await stored()
  expect(models).toHaveLength(before.models.length + 1)
  expect({ ...rest, models: before.models }).toEqual(before)
  expect((await shop.call('GET', '/api/part/NH-M8')).body.model).toHaveProperty('reason')
  expect((await shop.call('GET', '/api/part/NH-M8/model.glb')).body.code).toBe('no_model')
}, 90_000)

test('customers, wrong shapes, too much and parts of other categories are refused, and nothing changes', async () => {
  const customer = await shop.register()
  const other = await addPart('NH-OTHER', { thread: 'M8' }, 'other-nuts')
  const before = await stored()
  for (const call of [preview, refusedModel]) {
    expect((await call(body({ productId: nut }), customer)).status).toBe(403)
    const many = Array.from({ length: 21 }, () => SHAPE)
    const cases: [fields: object, pointer: string][] = [
      [{ shape: { slug: 'cube', parameters: {} } }, '#/shape/slug'],
      [{ shape: [SHAPE, { slug: 'hexagon-nut', parameters: {} }] }, '#/shape/1/parameters/thread'],
      [{ shape: { ...SHAPE, parameters: { thread: 'thread', flats: 'width' } } }, '#/shape/parameters/flats'],
      [{ shape: { ...SHAPE, when: { colour: 'red' } } }, '#/shape/when/colour'],
      [{ shape: many }, '#/shape'],
      [{ attributes: Array.from({ length: 51 }, () => NUTS.attributes[0]) }, '#/attributes'],
    ]
    for (const [fields, pointer] of cases) {
      const { status, body: refusal } = await call(body({ productId: nut, ...fields }))
      expect([status, refusal.errors?.[0].pointer]).toEqual([422, pointer])
    }
  }
  const reasons = [
    await refusedModel(body({ productId: 'unknown' })),
    await refusedModel(body({ productId: other._id })),
    await refusedModel({ attributes: NUTS.attributes, productId: nut }),
    await refusedModel(
      body({ productId: nut, shape: { ...SHAPE, parameters: { thread: 'thread', flats: 6 } } }),
    ),
  ]
  expect(reasons.map(({ status, body: refusal }) => [status, refusal.code, refusal.detail])).toEqual([
    [404, 'not_found', expect.any(String)],
    [404, 'not_found', expect.any(String)],
    [404, 'no_model', 'No shape is set for this kind of part.'],
    [404, 'no_model', 'The nut must be wider than its thread.'],
  ])
  expect(await stored()).toEqual(before)
})

test('previews are limited by account', async () => {
  const { name, account, windowMs } = PREVIEW_LIMIT
  await preview(body())
  await shop.shop.db
    .updateTable('rate_limits')
    .set({ hits: Number(account) })
    .where('key', 'like', `${name}-account:%`)
    .execute()
  expect((await preview(body())).status).toBe(429)
  expect((await refusedModel(body({ productId: nut }))).status).toBe(429)
  shop.shop.advance(windowMs)
  expect((await preview(body())).status).toBe(200)
})
