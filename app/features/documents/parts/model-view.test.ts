import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { partModelPath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { modelMakers } from '#tests/support/model-makers.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { dataSheetPath } from '../part-paths.ts'
import { documentTexts } from '../texts.ts'

const WASHERS = {
  name: 'Washers',
  attributes: [
    { key: 'inner', label: 'Inner diameter', unit: 'mm', kind: 'number' },
    { key: 'outer', label: 'Outer diameter', unit: 'mm', kind: 'number' },
  ],
  shape: { slug: 'washer', parameters: { inner: 'inner', outer: 'outer', thickness: 1.6 } },
}

/** The first model of a process takes long on a busy computer: until then sheets come without it. */
const SOON = { timeout: 100_000, interval: 100 }

let shop: TestApp
let admin: Person
/** The path of an uploaded picture. */
let photo: string
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await shop.registerAdmin()
  await shop.call('PUT', '/api/category/washers', { as: admin, body: WASHERS })
  const file = await plainPicture(200, 150).png().toBuffer()
  photo = (await shop.call('POST', '/api/image', { as: admin, body: uploadOf(file) })).body.image
})
afterAll(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

let washers = 0
const addWasher = (outer: number, image = photo): Promise<Product> => {
  washers += 1
  const attributes = { inner: 8.4, outer }
  return shop
    .call('POST', '/api/product', {
      as: admin,
      body: samplePart({
        sku: `WA-${washers}`,
        name: `Washer number ${washers}`,
        image,
        category: 'washers',
        attributes,
      }),
    })
    .then(({ body }) => body)
}

/** The data sheet: how it may be cached and what is on it. */
async function sheetOf(sku: string, headers: Record<string, string> = {}) {
  const response = await shop.app.fetch(new Request(`${ORIGIN}${dataSheetPath(sku)}`, { headers }))
  expect([200, 304]).toContain(response.status)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { pages, outside } = readPdf(bytes)
  return {
    status: response.status,
    cached: response.headers.get('Cache-Control'),
    etag: response.headers.get('ETag') ?? '',
    pages: pages.length,
    texts: pages.join('\n').split('\n'),
    pictures: outside.split('/Subtype /Image').length - 1,
  }
}

/** The sheet as soon as the drawing of the model is made. */
const completeSheetOf = (sku: string) =>
  vi.waitFor(async () => {
    const sheet = await sheetOf(sku)
    expect(sheet.cached).toBe('no-cache')
    return sheet
  }, SOON)

const drawingFiles = () => shop.shop.db.selectFrom('model_files').where('format', '=', 'svg')

test('a sheet has the drawing of the model beside the picture of the part, on one page', {
  timeout: 110_000,
}, async () => {
  const { sku } = await addWasher(16)
  const sheet = await completeSheetOf(sku)
  expect(sheet.texts).toEqual(expect.arrayContaining(['Ø8.4', 'Ø16', '1.6', documentTexts.modelView]))
  expect([sheet.pages, sheet.pictures]).toEqual([1, 1])
  expect((await sheetOf(sku, { 'If-None-Match': sheet.etag })).status).toBe(304)
  const alone = await completeSheetOf((await addWasher(16, 'https://pictures.example.com/a.png')).sku)
  expect(alone.texts).toEqual(expect.arrayContaining(['Ø16', documentTexts.modelView]))
  expect(alone.texts).not.toContain(documentTexts.noDrawing)
})

test('a part without a model has none, and no model is asked for', async () => {
  const before = await drawingFiles().selectAll().execute()
  const { sku } = await shop.addProduct({ image: photo })
  const sheet = await sheetOf(sku)
  expect([sheet.cached, sheet.pictures]).toEqual(['no-cache', 1])
  expect(sheet.texts).not.toContain(documentTexts.modelView)
  expect(await drawingFiles().selectAll().execute()).toEqual(before)
})

test('a picture that is the drawing of the model is not printed twice, one of another size is', {
  timeout: 110_000,
}, async () => {
  const body = {
    name: 'Nuts',
    attributes: [{ key: 'thread', label: 'Thread', kind: 'text' }],
    shape: { slug: 'hexagon-nut', parameters: { thread: 'thread', standard: 'DIN 934' } },
  }
  await shop.call('PUT', '/api/category/nuts', { as: admin, body })
  const image = '/drawings/NH-934-M8.svg'
  const add = (thread: string) =>
    shop.addProduct({ image, category: 'nuts', attributes: { thread } as never })
  const same = await completeSheetOf((await add('M8')).sku)
  expect(same.texts).not.toContain(documentTexts.modelView)
  expect(same.texts.filter((text) => text === '13')).toHaveLength(1)
  const other = await completeSheetOf((await add('M10')).sku)
  expect(other.texts).toEqual(expect.arrayContaining([documentTexts.modelView, '13']))
})

test('a sheet of an uploaded model has its drawing', { timeout: 210_000 }, async () => {
  const { sku } = await addWasher(20)
  const step = await vi.waitFor(async () => {
    const answer = await shop.app.fetch(new Request(`${ORIGIN}${partModelPath(sku, 'step')}`))
    expect(answer.status).toBe(200)
    return answer.arrayBuffer()
  }, SOON)
  const uploaded = await shop.addProduct({ image: photo })
  const form = new FormData()
  form.append('file', new File([step], 'own.step'))
  form.append('kind', 'model')
  const call = await shop.call('POST', `/api/product/${uploaded._id}/file`, { as: admin, body: form })
  expect(call.status).toBe(201)
  const sheet = await completeSheetOf(uploaded.sku)
  expect(sheet.texts.filter((text) => text === '20')).toHaveLength(2)
  expect(sheet.texts).toEqual(expect.arrayContaining(['1.6', documentTexts.modelView]))
})

test('a sheet of a model that cannot be made comes without it, and is not cached', async () => {
  const { sku } = await addWasher(17)
  await completeSheetOf(sku)
  await shop.shop.db
    .updateTable('model_files')
    .set({ content: null, reason: 'It is two solids.' })
    .where('format', '=', 'svg')
    .execute()
  const sheet = await sheetOf(sku)
  expect([sheet.cached, sheet.pages, sheet.pictures]).toEqual(['no-store', 1, 1])
  expect(sheet.texts).not.toContain('Ø17')
  expect(sheet.texts).not.toContain(documentTexts.viewMissing)
  expect(sheet.texts).not.toContain(documentTexts.modelView)
  await shop.shop.db.deleteFrom('model_files').where('format', '=', 'svg').execute()
  // What was kept as impossible is gone: the next sheet has it.
  expect((await completeSheetOf(sku)).texts).toContain('Ø17')
}, 110_000)

test('a sheet does not wait for a model that takes long, and the next one has it', {
  timeout: 210_000,
}, async () => {
  await completeSheetOf((await addWasher(18)).sku)
  const [maker = 0] = modelMakers()
  // Zero would be this process and all beside it.
  expect(maker).toBeGreaterThan(0)
  process.kill(maker, 'SIGSTOP')
  const { sku } = await addWasher(19)
  try {
    const sheet = await sheetOf(sku)
    expect(sheet.cached).toBe('no-store')
    expect(sheet.texts).not.toContain('Ø19')
    expect(sheet.texts).toContain(documentTexts.viewMissing)
  } finally {
    process.kill(maker, 'SIGCONT')
  }
  const { texts } = await completeSheetOf(sku)
  expect(texts).toContain('Ø19')
  expect(texts).not.toContain(documentTexts.viewMissing)
})
