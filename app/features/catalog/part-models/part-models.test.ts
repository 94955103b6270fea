import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelFormats } from '#features/models/states.ts'
import { ORIGIN, type Person, verifyEmail } from '#tests/support/customer.ts'
import { modelMakers } from '#tests/support/model-makers.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { partModelPath, partModelSizesPath } from '../paths.ts'

const NUTS = {
  name: 'Nuts',
  attributes: [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'flats', label: 'Across flats', unit: 'mm', kind: 'number' },
    { key: 'kind', label: 'Kind', kind: 'text' },
  ],
  shape: { slug: 'hexagon-nut', parameters: { thread: 'thread', flats: 'flats', standard: 'DIN 934' } },
}

let shop: TestApp
let admin: Person
let nut: string

beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  expect((await putCategory(NUTS)).status).toBe(200)
  nut = (await addPart('NH-934-M8', { thread: 'M8' })).body.sku
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const putCategory = (body: object) => shop.call('PUT', '/api/category/nuts', { as: admin, body })

const addPart = (sku: string, attributes: object) =>
  shop.call('POST', '/api/product', {
    as: admin,
    body: { ...samplePart({ sku, name: `Part ${sku}`, category: 'nuts' }), attributes },
  })

/** The answer, once the model is made: the first one of a process takes long on a busy computer. */
async function madeModelAt(path: string, headers: Record<string, string> = {}) {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await modelAt(path, headers)
    if (answer.status !== 503 || attempts === 12) return answer
  }
}

async function modelAt(path: string, headers: Record<string, string> = {}) {
  const answer = await shop.app.fetch(new Request(ORIGIN + path, { headers }))
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const files = () =>
  shop.shop.db.selectFrom('model_files').select(['geometry', 'format', 'reason']).orderBy('format').execute()

test('the shapes are listed with their parameters', async () => {
  const { status, body } = await shop.call('GET', '/api/shape')
  expect(status).toBe(200)
  expect(body.length).toBeGreaterThan(40)
  expect(body.find(({ slug }: { slug: string }) => slug === 'hexagon-nut')).toMatchObject({
    name: 'Hexagon nut',
    group: 'Nuts and washers',
    standards: ['ISO 4032', 'DIN 934'],
    parameters: expect.arrayContaining([
      { key: 'thread', label: 'Thread', required: true, kind: 'text' },
      { key: 'flats', label: 'Across flats', unit: 'mm', required: false, kind: 'number' },
    ]),
  })
})

test('a part answers its formats, and each is a file with its name, cached by its ETag', async () => {
  const { body } = await shop.call('GET', `/api/part/${nut}`)
  expect(body.model).toEqual({ formats: ['step', 'glb', 'dxf'] })
  const step = await madeModelAt(partModelPath(nut.toLowerCase(), 'step'))
  expect(step.status).toBe(200)
  expect(Object.fromEntries(step.headers)).toMatchObject({
    'content-type': 'model/step',
    'content-disposition': `attachment; filename="${nut}.step"`,
    'cache-control': 'public, max-age=0',
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
    'x-content-type-options': 'nosniff',
  })
  const text = step.bytes.toString('utf8')
  expect(text).toMatch(/^ISO-10303-21;/)
  expect(text).toContain(`PRODUCT('${nut}','${nut}'`)
  const etag = step.headers.get('etag') ?? ''
  const unchanged = await madeModelAt(partModelPath(nut, 'step'), { 'If-None-Match': `"x", ${etag}` })
  expect([unchanged.status, unchanged.bytes.length, unchanged.headers.get('etag')]).toEqual([304, 0, etag])
  const glb = await madeModelAt(partModelPath(nut, 'glb'))
  expect([glb.headers.get('content-type'), glb.bytes.subarray(0, 4).toString()]).toEqual([
    'model/gltf-binary',
    'glTF',
  ])
  const dxf = await madeModelAt(partModelPath(nut, 'dxf'))
  expect(dxf.headers.get('content-type')).toBe('image/vnd.dxf')
  expect(dxf.bytes.toString()).toContain('SECTION')
  expect((await files()).map(({ format }) => format)).toEqual(['dxf', 'glb', 'step'])
})

test('the sizes of the files are those of the downloads; a part without a model has none', async () => {
  const { body } = await addPart('NH-SIZES', { thread: 'M10' })
  const { sku } = body
  const readSizes = async () => (await shop.call('GET', partModelSizesPath(sku))).body
  await expect.poll(async () => Object.keys(await readSizes())).toEqual([...modelFormats])
  const sizes = await readSizes()
  for (const format of modelFormats)
    expect([format, sizes[format]]).toEqual([
      format,
      (await modelAt(partModelPath(sku, format))).bytes.length,
    ])
  const plain = await shop.addProduct()
  const none = await modelAt(partModelSizesPath(plain.sku))
  expect([none.bytes.toString(), none.headers.get('cache-control')]).toEqual(['{}', 'no-cache'])
  const { status, body: refusal } = await shop.call('GET', partModelSizesPath('nothing'))
  expect([status, refusal.code]).toEqual([404, 'not_found'])
})

test('the same geometry is made once, whoever asks, and has the part number of whom it is sent for', async () => {
  const other = (await addPart('NH-OTHER', { thread: 'M8' })).body.sku
  const before = await files()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => madeModelAt(partModelPath(other, 'step'))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers[0]?.bytes.toString()).toContain("PRODUCT('NH-OTHER'")
  expect(await files()).toEqual(before)
})

test('a part without a model says why, and its file is 404', async () => {
  const { body: unknown } = await addPart('NH-UNKNOWN', { thread: 'M11 × 1' })
  expect(unknown.model.reason).toContain('Across flats is missing')
  const { body } = await shop.call('GET', partModelPath('NH-UNKNOWN', 'step'))
  expect([body.status, body.code, body.detail]).toEqual([404, 'no_model', unknown.model.reason])
  const plain = await shop.addProduct()
  expect(plain.model).toEqual({ reason: 'No shape is set for this kind of part.' })
  for (const sku of ['nothing', "x'; drop table products"]) {
    const { status, body: refusal } = await shop.call('GET', partModelPath(sku, 'glb'))
    expect([status, refusal.code]).toEqual([404, 'not_found'])
  }
  expect((await shop.call('GET', `/api/part/${nut}/model.stl`)).status).toBe(404)
})

test('a shape that there is not, a wrong parameter and a missing one are refused, and nothing changes', async () => {
  const categories = () => shop.shop.db.selectFrom('categories').selectAll().execute()
  const before = await categories()
  const shape = NUTS.shape
  const cases: [shape: unknown, pointer: string][] = [
    [{ slug: 'cube', parameters: {} }, '#/shape/slug'],
    [{ ...shape, parameters: { ...shape.parameters, width: 'flats' } }, '#/shape/parameters/width'],
    [{ ...shape, parameters: { flats: 'flats' } }, '#/shape/parameters/thread'],
    [[shape, { slug: 'cube', parameters: {} }], '#/shape/1/slug'],
    [[{ ...shape, when: { colour: 'red' } }, shape], '#/shape/0/when/colour'],
    [[], '#/shape'],
    [{ ...shape, parameters: { ...shape.parameters, height: 'hoehe' } }, '#/shape/parameters/height'],
  ]
  for (const [given, pointer] of cases) {
    const { status, body } = await putCategory({ ...NUTS, shape: given })
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'invalid', pointer])
  }
  expect(await categories()).toEqual(before)
})

test('an impossible size is refused with its attribute, and nothing changes', async () => {
  const products = () => shop.shop.db.selectFrom('products').select('id').orderBy('id').execute()
  const before = await products()
  for (const flats of [6, 0, -1, 1e9]) {
    const { status, body } = await addPart(`NH-${flats}`, { thread: 'M8', flats })
    expect([flats, status, body.errors[0].pointer]).toEqual([flats, 422, '#/attributes/flats'])
  }
  // No table has the height of this nut, which would be narrower than its thread all the same.
  const { status: unknown, body: missing } = await addPart('NH-M11', { thread: 'M11', flats: 6 })
  expect([unknown, missing.errors?.[0].pointer]).toEqual([422, '#/attributes/flats'])
  const { status, body } = await addPart('NH-TEXT', { thread: 'eight' })
  expect([status, body.errors[0].pointer]).toEqual([422, '#/attributes/thread'])
  expect(await products()).toEqual(before)
})

test('the shape of a category is answered as it was given, kept by its history, and gone when it is left out', async () => {
  const read = async () =>
    (await shop.call('GET', '/api/category')).body.find(({ slug }: { slug: string }) => slug === 'nuts').shape
  expect(await read()).toEqual(NUTS.shape)
  // One shape is the same as a list of it, for whoever compares.
  expect((await putCategory({ ...NUTS, before: { ...NUTS, shape: [NUTS.shape] } })).status).toBe(200)
  const list = [{ slug: 'wing-nut', when: { kind: 'Wing' }, parameters: { thread: 'thread' } }, NUTS.shape]
  expect((await putCategory({ ...NUTS, shape: list })).body.shape).toEqual(list)
  const { body: wing } = await addPart('NW-M6', { thread: 'M6', kind: 'Wing' })
  expect(wing.model).toEqual({ formats: ['step', 'glb', 'dxf'] })
  const { shape: _, ...without } = NUTS
  expect((await putCategory(without)).body.shape).toBeUndefined()
  expect((await shop.call('GET', `/api/part/${nut}`)).body.model).toHaveProperty('reason')
  const [entry] = (await shop.call('GET', '/api/audit?kind=category.changed', { as: admin })).body
  expect(entry.changes).toEqual([{ field: 'shape', from: list, to: null }])
  await putCategory(NUTS)
})

test('when its process is killed the caller is told to come back, and then gets the model', async () => {
  const { body } = await addPart('NH-KILLED', { thread: 'M24' })
  const asked = modelAt(partModelPath(body.sku, 'step'))
  const killing = setInterval(() => {
    for (const pid of modelMakers()) process.kill(pid, 'SIGKILL')
  }, 20)
  const { status, headers } = await asked
  clearInterval(killing)
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect((await madeModelAt(partModelPath(body.sku, 'step'))).status).toBe(200)
})

test('200 requests for one model that is not kept are all answered: it takes one of the 30 places', async () => {
  const { body } = await addPart('NH-ONE', { thread: 'M8', flats: 12.49 })
  // The process has started, so that nobody waits too long for it.
  await madeModelAt(partModelPath(nut, 'step'))
  const before = await files()
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => modelAt(partModelPath(body.sku, 'step'))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
  expect(await files()).toHaveLength(before.length + 1)
})

test('while more wait than there are places, others are told to come back, and the shop serves on', async () => {
  const sizes = Array.from({ length: 200 }, (_, index) => 12.5 + index / 1000)
  for (const [index, flats] of sizes.entries()) await addPart(`NH-Q${index}`, { thread: 'M8', flats })
  const asked = sizes.map((_, index) => modelAt(partModelPath(`NH-Q${index}`, 'step')))
  expect((await shop.call('GET', '/api/product')).status).toBe(200)
  // Those for which there is no place are told so at once, before the first model is made.
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  const refused = answers.filter(({ status }) => status === 503)
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']))
  expect(JSON.parse(refused[0]?.bytes.toString() ?? '').code).toBe('unavailable')
  const last = answers.findLastIndex(({ status }) => status === 503)
  expect((await madeModelAt(partModelPath(`NH-Q${last}`, 'step'))).status).toBe(200)
})

// attack: unpublished-part
test('the drawing of a part that was never for sale is for staff who may change parts, and nobody keeps it', async () => {
  const body = { ...samplePart({ sku: 'NH-SECRET', name: 'Secret nut', category: 'nuts' }), forSale: false }
  const { _id } = (
    await shop.call('POST', '/api/product', { as: admin, body: { ...body, attributes: { thread: 'M8' } } })
  ).body
  const path = `/drawings/part/${_id}.svg?opened`
  const cookieOf = ({ cookie }: Person) => ({ Cookie: cookie })
  const desk = await shop.register()
  await verifyEmail(shop.shop, desk)
  const give = (rights: readonly string[]) =>
    shop.call('PUT', `/api/user/staff/${desk.email}`, { as: admin, body: { rights } })
  await give(['orders'])
  for (const headers of [{}, cookieOf(await shop.register()), cookieOf(desk)]) {
    const { status, bytes } = await modelAt(path, headers)
    expect([status, bytes.includes('Secret')]).toEqual([404, false])
  }
  await give(['products'])
  for (const person of [desk, admin]) {
    const seen = await modelAt(path, cookieOf(person))
    expect([seen.status, seen.headers.get('Cache-Control')]).toEqual([
      200,
      expect.stringContaining('no-store'),
    ])
  }
  expect((await shop.call('POST', `/api/product/${_id}/restore`, { as: admin })).status).toBe(200)
  expect((await modelAt(path)).status).toBe(200)
}, 120_000)
