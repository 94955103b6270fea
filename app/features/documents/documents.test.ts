import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ORIGIN } from '#tests/support/customer.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { dataSheetPath, sharePicturePath } from './part-paths.ts'
import { renderDataSheet } from './parts/data-sheet.ts'

let shop: TestApp

beforeEach(async () => {
  shop = await createTestApp()
})
afterEach(async () => {
  await shop.app.close()
  await shop[Symbol.asyncDispose]()
})

const get = async (path: string, headers: Record<string, string> = {}) =>
  shop.app.fetch(new Request(`${ORIGIN}${path}`, { headers }))

const pdfOf = async (sku: string) => {
  const response = await get(dataSheetPath(sku))
  expect(response.status).toBe(200)
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}

test('a data sheet is found by the part number in any case, and is the same file until the part changes', async () => {
  const { sku, _id } = await shop.addProduct({ sku: 'AB/12.3-x' })
  const response = await get(dataSheetPath('ab/12.3-X'))
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect(response.headers.get('Content-Disposition')).toBe('inline; filename="AB-12.3-x.pdf"')
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  const tag = response.headers.get('ETag') ?? ''
  expect(tag).toMatch(/^"/)
  expect((await get(dataSheetPath(sku), { 'If-None-Match': tag })).status).toBe(304)
  // An order changes the stock, which the data sheet does not show.
  await shop.order(await shop.register(), await (await get(`/api/order/${_id}`)).json())
  expect((await get(dataSheetPath(sku), { 'If-None-Match': tag })).status).toBe(304)
  await shop.shop.db.updateTable('products').set({ name: 'Another name' }).execute()
  expect((await get(dataSheetPath(sku), { 'If-None-Match': tag })).status).toBe(200)
})

test.each([
  ['data sheet', dataSheetPath],
  ['share picture', sharePicturePath],
])('there is no %s of an unknown or archived part', async (_what, path) => {
  const admin = await shop.registerAdmin()
  const { _id, sku } = await shop.addProduct()
  await shop.call('DELETE', `/api/product/${_id}`, { as: admin })
  for (const unknown of [sku, 'unknown', 'a b', '%', '\u{1f600}', 'x'.repeat(3000)]) {
    const { status, body } = await shop.call('GET', path(unknown))
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})

test('the text of a data sheet can be selected, in embedded fonts', async () => {
  const { sku } = await shop.addProduct({ name: 'Nut ⌀ 8', description: 'Ω 陳 한' })
  const { outside, streams, pages } = await pdfOf(sku)
  expect(pages[0]).toContain('Nut')
  expect(outside.match(/(?<=\/FontName \/[A-Z]{6}\+)\S+/g)?.sort()).toEqual([
    'DejaVuSans',
    'DejaVuSans-Bold',
    'NotoSansHans-Regular',
    'NotoSansKR-Regular',
    'ShopSans-Regular',
    'ShopSans-SemiBold',
  ])
  expect(outside.match(/\/FontFile[23] /g)).toHaveLength(6)
  const mapped = streams.filter((stream) => stream.includes('beginbfrange')).join('')
  // N, ⌀, Ω, 陳 and 한.
  for (const code of ['<004e>', '<2300>', '<03a9>', '<9673>', '<d55c>']) expect(mapped).toContain(code)
})

test('a data sheet says weight, origin and customs code, and not the lead time', async () => {
  const customs = { weight: 4.7, leadDays: 3, origin: 'DE', customsCode: '73181520' }
  const { sku } = await shop.addProduct(customs)
  const text = (await pdfOf(sku)).pages.join(' ').replace(/\s+/g, ' ')
  for (const shown of ['Weight', '4.7 g per piece', 'Made in', 'Germany', 'Customs code', '7318 15 20'])
    expect(text).toContain(shown)
  expect(text).not.toContain('working days')
})

const HOSTILE =
  'A\u0000\u0007\n\u{1f600}\u{1f468}\u200d\u{1f469} e\u0301\u0301 \u202eabc\u2066 漢字 שלום العربية \u0e33 ()\\ <b> %s'

// attack: document-load
test('a data sheet that fills a page of A4 is on one page of Letter too', async () => {
  const product = {
    ...(await shop.addProduct({ description: 'A long sentence about what it is for. '.repeat(4) })),
    attributes: Array.from({ length: 12 }, (_, index) => ({
      key: `length-${index}`,
      label: `Length ${index}`,
      value: '40 mm',
    })),
    prices: [1, 2, 3, 4, 5].map((rung) => ({ from: rung * 100, price: 1 - rung / 10 })),
  }
  const pagesOn = async (format: 'A4' | 'LETTER') => {
    const rest = { picture: undefined, view: undefined, publicUrl: ORIGIN, day: '2026-11-28' }
    return readPdf(await renderDataSheet({ product, ...rest, format })).pages.length
  }
  expect([await pagesOn('A4'), await pagesOn('LETTER')]).toEqual([1, 1])
})

test('hostile texts and long ones fill several pages', async () => {
  await shop.registerAdmin()
  const { sku, _id } = await shop.addProduct()
  const long = {
    name: `${HOSTILE.replaceAll('\u0000', '')} ${'x'.repeat(300)}`,
    description: `${HOSTILE.replaceAll('\u0000', '')}\n`.repeat(120),
  }
  await shop.shop.db.updateTable('products').set(long).where('id', '=', _id).execute()
  const { pages, outside } = await pdfOf(sku)
  expect(pages.length).toBeGreaterThan(2)
  expect(outside.trimEnd()).toMatch(/%%EOF$/)
  const response = await get(`/part-pictures/${sku}.png`)
  expect(response.status).toBe(200)
})

// attack: document-picture
test('an own drawing is drawn as vectors; there is none for a picture of another host or a missing one', async () => {
  const linesOf = async (image: string) => {
    const { sku } = await shop.addProduct({ image })
    const { streams, outside } = await pdfOf(sku)
    return {
      lines: (streams.join('\n').match(/ l\n/g) ?? []).length,
      hasImage: outside.includes('/Subtype /Image'),
    }
  }
  const none = await linesOf('https://pictures.example.com/a.svg')
  expect(await linesOf('/drawings/unknown.svg')).toEqual(none)
  expect(await linesOf('/part-pictures/a.png')).toEqual(none)
  expect(none.hasImage).toBe(false)
  expect((await linesOf('/drawings/HX-933-M8-40.svg')).lines).toBeGreaterThan(none.lines + 50)
  expect((await linesOf('/share.png')).hasImage).toBe(true)
})

test('a share picture is a PNG of 1200 × 630 pixels with the drawing', async () => {
  const contentOf = async (image: string) => {
    const { sku } = await shop.addProduct({ image, name: `Nut ${image.length}` })
    const response = await get(`/part-pictures/${sku.toLowerCase()}.png`)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400')
    const picture = sharp(await response.arrayBuffer())
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const frame = await picture.extract({ left: 652, top: 70, width: 500, height: 420 }).toBuffer()
    return (await sharp(frame).stats()).entropy
  }
  expect(await contentOf('/drawings/unknown.svg')).toBeCloseTo(0)
  expect(await contentOf('/drawings/HX-933-M8-40.svg')).toBeGreaterThan(0.1)
})
