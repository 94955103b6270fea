import { expect, test } from 'vitest'
import type { Category } from '#features/catalog/schema.ts'
import { samplePart } from '#tests/support/sample-product.ts'
import { compareRow } from './compare-row.ts'
import { mergeTerms } from './merge-terms.ts'
import { attributeValues, readCells } from './read-cells.ts'

const BREAKS = [
  { from: 100, price: 0.07 },
  { from: 1000, price: 0.06 },
]
const PRESENT = { price: 0.07, prices: BREAKS, minimum: 100, step: 1 }

const NONE = new Map<string, Category>()

const merged = (given: Record<string, unknown>) => mergeTerms(PRESENT, new Map(Object.entries(given)))

test('a price replaces that of the first price break, also when the row repeats the present ones', () => {
  const prices = [{ from: 100, price: 0.08 }, BREAKS[1]]
  expect(merged({ price: 0.08 })).toEqual({ step: 1, minimum: 100, prices })
  expect(merged({ price: 0.08, prices: BREAKS })).toEqual({ step: 1, minimum: 100, prices })
})

test('changed price breaks replace the price, and only two changes can disagree', () => {
  const prices = [{ from: 100, price: 0.05 }]
  expect(merged({ prices })).toMatchObject({ prices, price: undefined })
  expect(merged({ prices, price: 0.07 })).toMatchObject({ prices, price: undefined })
  expect(merged({ prices, price: 0.06 })).toMatchObject({ prices, price: 0.06 })
})

test('price breaks follow the minimum, and an empty cell sets the default', () => {
  expect(merged({ minimum: 200 }).prices?.[0]).toEqual({ from: 200, price: 0.07 })
  expect(merged({ step: 250, minimum: undefined }).prices?.[0]).toEqual({ from: 250, price: 0.07 })
  expect(merged({ prices: undefined, price: 0.05 })).toEqual({ step: 1, minimum: 100, price: 0.05 })
  expect(merged({ price: undefined }).prices).toEqual(BREAKS)
})

const errorsOf = (cells: Record<string, string>) => readCells(new Map(Object.entries(cells))).errors

test.each([
  ['price', '0.0687', 0.0687],
  ['price', '1.2500', 1.25],
  ['price', '0,0687', 0.0687],
  ['quantity', '1 000', 1000],
  ['quantity', '500,00', 500],
  [
    'prices',
    '100:0.0687  1000:0.06',
    [
      { from: 100, price: 0.0687 },
      { from: 1000, price: 0.06 },
    ],
  ],
  ['name', ' =A1 ', '=A1'],
  ['step', '', undefined],
  [
    'prices',
    '100:0,0687 1000:0,06',
    [
      { from: 100, price: 0.0687 },
      { from: 1000, price: 0.06 },
    ],
  ],
  ['weight', '4,7', 4.7],
  ['weight', '', undefined],
  ['leadDays', '3', 3],
  ['customsCode', ' 0731.81 ', '0731.81'],
])('the cell of %s %j is %j', (column, cell, value) => {
  expect(readCells(new Map([[column, cell]])).fields.get(column)).toEqual(value)
})

test.each([
  ['price', 'cheap', '"cheap" is not a number.'],
  ['price', '1,000', '1,000 can be 1 or 1,000. Write 1 or 1000.'],
  ['price', '1.250', '1.250 can be 1.25 or 1,250. Write 1.25 or 1250.'],
  ['price', '1,125', '1,125 can be 1.125 or 1,125. Write 1.1250 or 1125.'],
  ['quantity', '500,000', '500,000 can be 500 or 500,000. Write 500 or 500000.'],
  ['prices', '100:1,250 1000:0,95', '1,250 can be 1.25 or 1,250. Write 1.25 or 1250.'],
  ['quantity', '1.5', '"1.5" is not a whole number of pieces.'],
  ['weight', '1,000', '1,000 can be 1 or 1,000. Write 1 or 1000.'],
  ['leadDays', 'soon', '"soon" is not a whole number of working days.'],
  ['prices', '100=0.1', '"100=0.1" is not a list of prices such as 100:0.0687 1000:0.0612.'],
])('the cell of %s %j is wrong', (column, cell, detail) => {
  expect(errorsOf({ [column]: cell })).toEqual([{ column, detail }])
})

test('attributes are read by their kind, with or without their unit', () => {
  const described = [
    { key: 'length', label: 'Length', unit: 'mm', kind: 'number' as const },
    { key: 'thread', label: 'Thread', kind: 'text' as const },
  ]
  const read = (given: Record<string, string>) =>
    attributeValues({ length: 5, thread: 'M8' }, new Map(Object.entries(given)), described)
  expect(read({ length: '40 mm', thread: '40' }).values).toEqual({ length: 40, thread: '40' })
  expect(read({ length: '-0,5' }).values).toEqual({ length: -0.5, thread: 'M8' })
  expect(read({ length: '', thread: '' }).values).toEqual({})
  expect(read({ length: 'long' }).errors).toEqual([
    { column: 'attribute:length', detail: '"long" is not a number.' },
  ])
  expect(read({ length: '-1,250 mm' }).errors).toEqual([
    { column: 'attribute:length', detail: '-1,250 can be -1.25 or -1,250. Write -1.25 or -1250.' },
  ])
  expect(read({ length: '1.2500' }).values).toMatchObject({ length: 1.25 })
})

test('all that is wrong with a row is named, each column once', () => {
  const cells = new Map(Object.entries({ sku: 'A', name: '', price: 'cheap', category: 'none' }))
  const { kind, errors } = compareRow({ cells, known: undefined }, { categories: NONE })
  expect(kind).toBe('wrong')
  expect(errors.map(({ column }) => column).sort()).toEqual(Object.keys(samplePart()).sort())
})

const KNOWN = {
  id: 'a',
  revision: 1,
  isForSale: true,
  isUnpublished: false,
  fields: samplePart({ ...PRESENT, sku: 'A', image: '/images/a', attributes: {} }),
}

const compared = (given: Record<string, string>, image = '/images/a') =>
  compareRow(
    {
      cells: new Map(Object.entries({ sku: 'A', ...given })),
      known: { ...KNOWN, fields: { ...KNOWN.fields, image } },
    },
    { categories: NONE, origins: ['https://shop.example'] },
  )

test.each([
  ['price', { price: '0' }],
  ['price', { price: '0.05' }],
  ['price', { price: '0', prices: '100:0.07 1000:0.06' }],
  ['minimum', { minimum: '2000' }],
  ['prices', { prices: '100:0.05 1000:0.06' }],
])('an error of terms is named under the column %s that makes it', (column, given) => {
  const { kind, errors } = compared(given as unknown as Record<string, string>)
  expect([kind, ...new Set(errors.map((error) => error.column))]).toEqual(['wrong', column])
})

test('an address of the shop itself is the path of its picture', () => {
  expect(compared({ image: 'https://shop.example/images/a' }).kind).toBe('unchanged')
  expect(compared({ image: 'https://shop.example/images/b' }).changes).toEqual([
    { field: 'image', from: '/images/a', to: '/images/b' },
  ])
  const own = 'https://shop.example/images/a'
  expect(compared({ image: own }, own).kind).toBe('unchanged')
  expect(compared({ image: 'https://other.example/images/a' }).changes[0]?.to).toBe(
    'https://other.example/images/a',
  )
})

test.each([
  ['6', 'wrong', ['attribute:flats']],
  ['0', 'wrong', ['attribute:flats']],
  ['-13', 'wrong', ['attribute:flats']],
  ['13', 'added', []],
])('a nut M8 of %s mm across flats, as its category draws parts, is %s', (flats, expected, columns) => {
  const nuts: Category = {
    slug: 'nuts',
    name: 'Nuts',
    count: 0,
    attributes: [
      { key: 'thread', label: 'Thread', kind: 'text' },
      { key: 'flats', label: 'Across flats', unit: 'mm', kind: 'number' },
    ],
    shape: { slug: 'hexagon-nut', parameters: { thread: 'thread', flats: 'flats', standard: 'DIN 934' } },
  }
  const attributes = { 'attribute:thread': 'M8', 'attribute:flats': flats }
  const row = Object.entries({ ...samplePart({ sku: 'NUT', category: 'nuts' }), ...attributes })
  const { kind, errors } = compareRow(
    { cells: new Map(row.map(([column, value]) => [column, String(value)])), known: undefined },
    { categories: new Map([['nuts', nuts]]) },
  )
  expect([kind, errors.map(({ column }) => column)]).toEqual([expected, columns])
})
