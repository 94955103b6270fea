import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { ORIGIN, type Person } from '#tests/support/customer.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { plainPicture, uploadOf } from '#tests/support/pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { dataSheetPath } from '../paths.ts'
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

const addWasher = (outer: number, image = photo): Promise<Product> => {
  const attributes = { inner: 8.4, outer }
  return shop
    .call('POST', '/api/product', {
      as: admin,
      body: {
        sku: `WA-${outer}-${image.length}`,
        name: `Washer ${outer} ${image.length}`,
        price: 0.05,
        quantity: 1000,
        description: 'A sample',
        image,
        category: 'washers',
        attributes,
      },
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
  expect(sheet.texts).not.toContain(documentTexts.modelView)
  await shop.shop.db.deleteFrom('model_files').where('format', '=', 'svg').execute()
  // What was kept as impossible is gone: the next sheet has it.
  expect((await completeSheetOf(sku)).texts).toContain('Ø17')
}, 110_000)
