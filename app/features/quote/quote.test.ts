import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { VISITOR } from '#features/agreed-prices/agreed-prices.ts'
import type { Product } from '#features/catalog/schema.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { quoteLines, quoteText } from './quote.ts'
import type { QuoteLine } from './schema.ts'

let app: TestApp
let screw: Product
let washer: Product
let archived: Product

beforeAll(async () => {
  app = await createTestApp()
  const prices = [
    { from: 100, price: 0.05 },
    { from: 1000, price: 0.04 },
  ]
  screw = await app.addProduct({ name: 'Screw', sku: 'HX-933-M8-40', quantity: 5000, prices, price: 0.05 })
  washer = await app.addProduct({ name: 'Washer', sku: 'PW 125/8', quantity: 260, minimum: 150, step: 50 })
  await app.addProduct({ name: 'Number', sku: '933', quantity: 1000 })
  archived = await app.addProduct({ name: 'Gone', sku: 'HX-933-M8-45', quantity: 1000 })
  await app.call('DELETE', `/api/product/${archived._id}`, { as: await app.registerAdmin() })
})
afterAll(() => app[Symbol.asyncDispose]())

/** A line in short: what is bought, or the problem and its fixes. */
const brief = ({ sku, quantity, problem, fixes = [] }: QuoteLine) =>
  [sku, quantity, problem, ...fixes.map((fix) => ('sku' in fix ? fix.sku : fix.quantity))].filter(
    (value) => value !== undefined,
  )

const quoted = async (text: string) => (await quoteText(app.shop.db, VISITOR, text)).lines.map(brief)

test('a line has what was given, the part, its terms and its price', async () => {
  const { _id, image, prices } = screw
  const part = { sku: screw.sku, productId: _id, product: 'Screw', image, available: 5000, prices }
  const terms = { minimum: 100, step: 1, quantity: 900, unitPrice: 0.05, lineTotal: 45 }
  const advice = { quantity: 1000, lineTotal: 40, saves: 5 }
  const line = { given: 'hx-933-m8-40 900', ...part, ...terms, advice }
  expect(await quoteText(app.shop.db, VISITOR, ' hx-933-m8-40 900 ')).toEqual({
    lines: [line],
    totalPrice: 45,
    orderable: true,
  })
  for (const given of [
    { sku: 'hx-933-m8-40', quantity: 900 },
    { productId: _id, quantity: 900 },
  ])
    expect((await quoteLines(app.shop.db, VISITOR, [given])).lines).toEqual([{ ...line, given }])
  expect((await quoteLines(app.shop.db, VISITOR, [{ given: 'cart', productId: _id }])).lines).toMatchObject([
    { given: 'cart', sku: screw.sku, problem: 'no_quantity' },
  ])
})

test('every problem has its fixes, and a line with a price counts in the total', async () => {
  const text = [
    'HX-933-M8-40',
    'PW 125/8 100',
    'HX-934-M8-40 500',
    '933 2000',
    'PW 125/8',
    '¿?',
    'HX-933-M8-45 1k',
  ]
  const quote = await quoteText(app.shop.db, VISITOR, text.join('\n'))
  expect(quote.lines.map(brief)).toEqual([
    ['HX-933-M8-40', 'no_quantity'],
    ['PW 125/8', 100, 'below_minimum', 150],
    ['HX-934-M8-40', 500, 'unknown', 'HX-933-M8-40'],
    ['933', 2000, 'out_of_stock', 1000],
    ['unknown'],
    ['HX-933-M8-45', 1000, 'unknown', 'HX-933-M8-40'],
  ])
  expect(quote.lines.map(({ given }) => given)).toEqual(text.filter((_, index) => index !== 4))
  const counted = quote.lines.flatMap(({ lineTotal }) => lineTotal ?? [])
  expect(counted).toHaveLength(2)
  expect(quote.totalPrice).toBeCloseTo(counted.reduce((sum, total) => sum + total, 0))
  expect(quote.orderable).toBe(false)
  expect(await quoted('PW 125/8\t180')).toEqual([['PW 125/8', 180, 'off_step', 150, 200]])
  expect(await quoted('PW 125/8 x 400')).toEqual([['PW 125/8', 400, 'out_of_stock', 250]])
  const [line] = (await quoteText(app.shop.db, VISITOR, 'HX-934-M8-40 500')).lines
  expect(line?.fixes).toEqual([{ sku: screw.sku, name: screw.name, image: screw.image }])
})

test('a part named again is merged into its first line, by part number or id, whatever its problem', async () => {
  const lines = [
    { sku: 'pw 125/8' },
    { sku: 'HX-933-M8-40', quantity: 100 },
    { productId: washer._id, quantity: 100 },
    { sku: 'none', quantity: 1 },
    { sku: 'PW 125/8', quantity: 50 },
    { sku: 'none', quantity: 1 },
    { productId: washer._id },
  ]
  const quote = await quoteLines(app.shop.db, VISITOR, lines)
  expect(quote.lines.map(brief)).toEqual([
    ['PW 125/8', 150],
    ['HX-933-M8-40', 100],
    ['none', 1, 'unknown'],
    ['none', 1, 'unknown'],
  ])
  expect(quote.lines[0]).toMatchObject({ given: lines[0], merged: [lines[2], lines[4], lines[6]] })
  expect(quote.lines.slice(1).every(({ merged }) => merged === undefined)).toBe(true)
  expect(await quoted('933 100\nHX-933-M8-40 200\n933 50')).toEqual([
    ['933', 150],
    ['HX-933-M8-40', 200],
  ])
  const twice = (await quoteText(app.shop.db, VISITOR, '933 100\n933;50 pcs')).lines[0]
  expect(twice).toMatchObject({ given: '933 100', merged: ['933;50 pcs'] })
})

test('an amount that is not clear is a question, with what it may be, and makes that of its whole part one', async () => {
  const ask = async (text: string) => {
    const { lines, orderable, totalPrice } = await quoteText(app.shop.db, VISITOR, text)
    return { lines: lines.map((line) => [...brief(line), line.unclear]), orderable, totalPrice }
  }
  const boxes = 'HX-933-M8-40 20 boxes of 50'
  expect(await ask(boxes)).toEqual({
    lines: [['HX-933-M8-40', 'no_quantity', 1000, [boxes]]],
    orderable: false,
    totalPrice: 0,
  })
  expect(await ask('933 5 gross')).toMatchObject({ lines: [['933', 'no_quantity', 720, ['933 5 gross']]] })
  expect(await ask('933 200 or 300')).toMatchObject({ lines: [['933', 'no_quantity', 200, 300, {}]] })
  // Not only the clear part of a sum.
  expect(await ask(`HX-933-M8-40 200\n${boxes}\nHX-933-M8-40`)).toMatchObject({
    lines: [['HX-933-M8-40', 'no_quantity', 1200, [boxes]]],
  })
  expect(await ask(`${boxes}\nHX-933-M8-40 3 reels`)).toMatchObject({
    lines: [['HX-933-M8-40', 'no_quantity', [boxes, 'HX-933-M8-40 3 reels']]],
  })
  // Nor as a quantity of a part that replaces an unknown one.
  expect(await ask('HX-934-M8-40 20 boxes of 50')).toMatchObject({
    lines: [['HX-934-M8-40', 'unknown', 'HX-933-M8-40', ['HX-934-M8-40 20 boxes of 50']]],
  })
})

test('the own name and facts of a part are no second amount', async () => {
  const attributes = [{ key: 'strength', label: 'Strength', kind: 'text' }]
  const as = await app.registerAdmin()
  const path = '/api/category/set-screws'
  expect((await app.call('PUT', path, { as, body: { name: 'Set screws', attributes } })).status).toBe(200)
  const product = { name: 'Set screw M6 × 20', sku: 'SC-913', quantity: 5000, category: 'set-screws' }
  const body = samplePart({ ...product, attributes: { strength: '45H' } })
  expect((await app.call('POST', '/api/product', { as, body })).status).toBe(201)
  for (const text of [
    'SC-913 set screws M6x20 45H 500',
    '500 set screws SC-913',
    'SC-913 6 x 20 45H 500 pcs',
  ])
    expect(await quoted(text), text).toEqual([['SC-913', 500]])
  expect(await quoted('SC-913 500 sets')).toEqual([['SC-913', 'no_quantity']])
})

test('an archived part is unknown also by its id, and keeps its part number; no part at all is unknown', async () => {
  const lines = [
    { productId: archived._id, quantity: 200 },
    { productId: 'none' },
    {},
    { sku: 'a'.repeat(9000) },
  ]
  const quote = await quoteLines(app.shop.db, VISITOR, lines)
  expect(quote.lines.map(brief)).toEqual([
    ['HX-933-M8-45', 200, 'unknown', 'HX-933-M8-40'],
    ['unknown'],
    ['unknown'],
    ['a'.repeat(9000), 'unknown'],
  ])
  expect(quote.lines.map(({ given, productId }) => [given, productId])).toEqual(
    lines.map((line) => [line, line.productId]),
  )
  expect(quote).toMatchObject({ totalPrice: 0, orderable: false })
  expect(await quoteLines(app.shop.db, VISITOR, [])).toEqual({ lines: [], totalPrice: 0, orderable: false })
})

// attack: pasted-text
test('only the first 20 unknown part numbers have nearest parts', async () => {
  const text = Array.from({ length: 25 }, (_, index) => `HX-93${index % 21}-M8-40 100`)
  const { lines } = await quoteText(
    app.shop.db,
    VISITOR,
    ['Part', ...text, 'XY-933-M8-40 1', 'HX-930-M8-40 1'].join('\n'),
  )
  const withFixes = lines.filter(({ fixes }) => fixes).map(({ sku }) => sku)
  expect(withFixes).not.toContain('XY-933-M8-40')
  expect(withFixes.at(-1)).toBe('HX-930-M8-40')
})

test('POST /quote quotes lines or a text for anyone, and reserves nothing', async () => {
  const stock = () => app.shop.db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute()
  const before = await stock()
  const ask = async (body: object | string) => {
    const { status, body: answer } = await app.call('POST', '/api/quote', { body })
    return [status, answer.code ?? answer.lines.length, answer.errors?.[0].pointer ?? answer.orderable]
  }
  expect(await ask({ text: 'HX-933-M8-40 900\nPW 125/8 150' })).toEqual([200, 2, true])
  expect(await ask({ lines: [{ sku: 'HX-933-M8-40', quantity: 0 }] })).toEqual([200, 1, false])
  const tooMany = { productId: screw._id, quantity: Number.MAX_SAFE_INTEGER }
  expect(await ask({ lines: [tooMany, { sku: '933', quantity: 100 }, tooMany] })).toEqual([200, 2, false])
  expect(await ask({ text: '' })).toEqual([200, 0, false])
  expect(await ask({ text: 'a\n'.repeat(500) })).toEqual([200, 500, false])
  // Their meanings would take half a second.
  const reading = vi.spyOn(String.prototype, 'matchAll')
  expect(await ask({ text: 'a\n'.repeat(33_000) })).toEqual([422, 'invalid', '#/text'])
  expect(reading).not.toHaveBeenCalled()
  reading.mockRestore()
  expect(await ask({ text: `SKU\n${'a\n\n'.repeat(501)}` })).toEqual([422, 'invalid', '#/text'])
  expect(await ask({ lines: Array.from({ length: 501 }, () => ({})) })).toEqual([422, 'invalid', '#/lines'])
  expect(await ask({})).toEqual([422, 'invalid', '#/lines'])
  expect(await ask({ text: '', lines: [] })).toEqual([422, 'invalid', '#/lines'])
  for (const quantity of [-1, 1.5, '5', null, 2 ** 53])
    expect(await ask({ lines: [{ sku: '933', quantity }] })).toEqual([422, 'invalid', '#/lines/0/quantity'])
  expect(await ask({ lines: [{ productId: '\0' }] })).toEqual([422, 'invalid', '#/lines/0/productId'])
  expect(await ask({ text: 'a'.repeat(100_001) })).toEqual([413, 'too_large', undefined])
  expect(await stock()).toEqual(before)
})

test('other work is done while a long list is read', async () => {
  const done: string[] = []
  setImmediate(() => done.push('other'))
  await quoteText(app.shop.db, VISITOR, `${'1 '.repeat(39)}\n`.repeat(100)).then(() => done.push('quote'))
  expect(done).toEqual(['other', 'quote'])
})

// attack: pasted-text
test.each([
  ...['a', '1 ', 'HX-1x2 ', '\u202eHX-933-M8-40', '<b>', '=1+1;', '"', '\t', 'é', '\ud800', 'x'],
  ...['HX-93 1\n', 'a b c d e f g h\n', '1\n', '\ud800\n', 'null\n', "';--\n"],
])('a paste that repeats %j comes back line by line, each with a problem', async (part) => {
  const lines = part.endsWith('\n') ? part.repeat(500) : part.repeat(15_000 / part.length)
  const { status, body } = await app.call('POST', '/api/quote', { body: { text: lines } })
  expect(status).toBe(200)
  expect(body.lines).toHaveLength(part.trim() === '' ? 0 : part.endsWith('\n') ? 500 : 1)
  expect(body.lines.every((line: QuoteLine) => line.problem === 'unknown')).toBe(true)
  expect(body.orderable).toBe(false)
})

test('a line that names two parts is a question, whatever stands between them', async () => {
  const nut = await app.addProduct({ name: 'Nut', sku: 'NH-934-M8', quantity: 1000 })
  for (const text of [
    'HX-933-M8-40 and NH-934-M8 500 each',
    'HX-933-M8-40 500 NH-934-M8 300',
    '500 HX-933-M8-40 / NH-934-M8',
  ])
    expect(await quoted(text)).toEqual([[screw.sku, 'no_quantity']])
  expect(await quoted('NH-934-M8 500\nHX-933-M8-40 300')).toEqual([
    [nut.sku, 500],
    [screw.sku, 300],
  ])
})
