import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnownProduct } from '#features/catalog/catalog.ts'
import type { Category, Product } from '#features/catalog/schema.ts'
import { csvLine } from '#kit/csv/csv-line.ts'
import type { Person } from '#tests/support/customer.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { compareRow } from '../reading/compare-row.ts'

const PRICES = [
  { from: 100, price: 0.07 },
  { from: 1000, price: 0.06 },
]

const KNOWN: KnownProduct = {
  id: 'x',
  revision: 1,
  isForSale: true,
  isUnpublished: false,
  fields: samplePart({ sku: 'A-1', price: 0.07, prices: PRICES, minimum: 100, step: 1, attributes: {} }),
}

const NONE = new Map<string, Category>()

const compared = (cells: Record<string, string>, known: KnownProduct | undefined = KNOWN) =>
  compareRow({ cells: new Map(Object.entries({ sku: 'A-1', ...cells })), known }, { categories: NONE })

const pricesOf = (cells: Record<string, string>) =>
  compared(cells).changes.find(({ field }) => field === 'prices')?.to

/** As the export writes it. */
const EXPORTED = {
  ...{ price: '0.07', prices: '100:0.07 1000:0.06', minimum: '100' },
  ...{ 'from 1': '100', 'price 1': '0.07', 'from 2': '1000', 'price 2': '0.06' },
}

test('a row that repeats the ladder changes nothing, with either way of writing it', () => {
  expect(compared(EXPORTED).kind).toBe('unchanged')
  expect(compared({ 'from 1': '100', 'price 1': '0,07', 'from 2': '1 000', 'price 2': '0.0600' }).kind).toBe(
    'unchanged',
  )
})

test('calculated cells replace the ladder, although the old columns are as they were', () => {
  const raised = { 'price 1': '0.0728', 'price 2': '0.0624' }
  const prices = [
    { from: 100, price: 0.0728 },
    { from: 1000, price: 0.0624 },
  ]
  expect(pricesOf({ ...EXPORTED, ...raised })).toEqual(prices)
  // A column that is left out leaves its value.
  expect(pricesOf(raised)).toEqual(prices)
  expect(pricesOf({ 'price 2': '0.05' })).toEqual([PRICES[0], { from: 1000, price: 0.05 }])
  expect(pricesOf({ 'from 2': '500' })).toEqual([PRICES[0], { from: 500, price: 0.06 }])
})

test('a price break is added, and one whose cells are empty is taken away', () => {
  expect(pricesOf({ ...EXPORTED, 'from 3': '5000', 'price 3': '0.05' })).toEqual([
    ...PRICES,
    { from: 5000, price: 0.05 },
  ])
  expect(pricesOf({ ...EXPORTED, 'from 2': '', 'price 2': '' })).toEqual([PRICES[0]])
  expect(pricesOf({ ...EXPORTED, 'from 2': '', 'price 2': '', 'from 4': '2000', 'price 4': '0.05' })).toEqual(
    [PRICES[0], { from: 2000, price: 0.05 }],
  )
})

test('the old column is still read: where only it was changed, it counts', () => {
  expect(pricesOf({ ...EXPORTED, prices: '100:0.07 1000:0.05' })).toEqual([
    PRICES[0],
    { from: 1000, price: 0.05 },
  ])
  const empty = { 'from 1': '', 'price 1': '', 'from 2': '', 'price 2': '' }
  expect(pricesOf({ ...EXPORTED, ...empty, prices: '100:0.08' })).toEqual([{ from: 100, price: 0.08 }])
  expect(compared({ ...EXPORTED, ...empty }).kind).toBe('unchanged')
})

test.each([
  [
    'price 1',
    { ...EXPORTED, prices: '100:0.08 1000:0.06', 'price 1': '0.09' },
    'The columns from 1, price 1, … and the column prices say different prices, and both differ from the product. Empty those that do not count.',
  ],
  [
    'price',
    { ...EXPORTED, price: '0.08', 'price 1': '0.09' },
    'The price has to be that of the first price break.',
  ],
  [
    'from 1',
    { ...EXPORTED, minimum: '200', 'price 2': '0.05' },
    'The first price begins with the minimum, 200.',
  ],
  ['price 2', { ...EXPORTED, 'price 2': '0.07' }, 'Each price break is cheaper than the one before.'],
  [
    'price 2',
    { ...EXPORTED, 'price 2': '0.062439' },
    '0.062439 has more than 4 decimals. Round it, for example with =ROUND(…, 4).',
  ],
  ['price 2', { ...EXPORTED, 'price 2': '1,000' }, '1,000 can be 1 or 1,000. Write 1 or 1000.'],
  ['price 3', { ...EXPORTED, 'from 3': '5000' }, 'It is missing beside from 3.'],
  ['from 3', { ...EXPORTED, 'price 3': '0.05' }, 'It is missing beside price 3.'],
  ['from 2', { ...EXPORTED, 'from 2': 'many' }, '"many" is not a whole number of pieces.'],
])('the column %s of a row is wrong: %j', (column, cells, detail) => {
  expect(compared(cells)).toEqual({ kind: 'wrong', changes: [], errors: [{ column, detail }] })
})

test('a new part has the ladder of its columns', () => {
  const ladder = { 'from 1': '100', 'price 1': '0.07', 'from 2': '1000', 'price 2': '0.06' }
  const { price: _, ...part } = samplePart({ sku: 'N-1' })
  const row = Object.entries({ ...part, ...ladder })
  const added = compareRow(
    { cells: new Map(row.map(([column, value]) => [column, String(value)])), known: undefined },
    { categories: NONE },
  )
  expect(added.kind).toBe('added')
  expect(added.changes).toContainEqual(expect.objectContaining({ field: 'prices', to: PRICES }))
})

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterAll(() => app[Symbol.asyncDispose]())

test('an exported file whose prices were calculated is imported, applied and undone', async () => {
  const product: Product = await app.addProduct({ price: undefined, prices: PRICES })
  const single: Product = await app.addProduct({ price: 0.05 })
  const exported = await app.call('GET', '/api/product.csv', { as: admin })
  const [names = [], ...rows] = parse(exported.body) as string[][]
  const raised: Record<string, string> = { 'price 1': '0.0728', 'price 2': '0.0624' }
  const calculated = rows.map((row) =>
    row[0] === product.sku ? row.map((cell, index) => raised[names[index] ?? ''] ?? cell) : row,
  )
  const upload = await app.call('POST', '/api/import', {
    body: [names, ...calculated].map(csvLine).join(''),
    as: admin,
    headers: { 'Content-Type': 'text/csv' },
  })
  expect(upload.body.counts).toMatchObject({ changed: 1, wrong: 0 })
  const read = async ({ sku }: Product) => (await app.call('GET', `/api/part/${sku}`)).body
  await app.call('POST', `/api/import/${upload.body._id}/apply`, { body: {}, as: admin })
  expect(await read(product)).toMatchObject({
    price: 0.0728,
    prices: [
      { from: 100, price: 0.0728 },
      { from: 1000, price: 0.0624 },
    ],
  })
  expect(await read(single)).toEqual(single)
  await app.call('POST', `/api/import/${upload.body._id}/undo`, { body: {}, as: admin })
  expect((await read(product)).prices).toEqual(PRICES)
})
