import { expect, test } from 'vitest'
import { type Draft, readTyped } from '#features/catalog/fields.ts'
import type { Category } from '#features/catalog/schema.ts'
import { fieldErrors } from '#kit/browser/client.ts'
import { samplePart, sampleProduct } from '#tests/support/sample-product.ts'
import { withBreaks } from '../editor/draft.ts'
import {
  copyOf,
  isFolded,
  NOT_FOR_SALE,
  optionalNames,
  previewOf,
  readNewProduct,
  requiredNames,
} from './new-product-form.ts'

const part = samplePart({ name: 'Hexagon nut M8', quantity: 5000 })

/** As it is typed, with spaces around the texts. */
const typed = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, ` ${value} `]))

const form = (change: Draft = {}): Draft => ({ ...typed, sku: ' ', ...change })

const complaints = (change: Draft): string[] => {
  try {
    readNewProduct(form(change))
    return []
  } catch (error) {
    return Object.keys(fieldErrors(error))
  }
}

test('typed values become a product that the shop accepts; an empty part number is omitted', () => {
  expect(readNewProduct(form())).toEqual(part)
  expect(readNewProduct(form({ sku: ' NUT-8 ' }))).toEqual({ ...part, sku: 'NUT-8' })
})

test('the form asks for the fields of the specification first, and folds the others', () => {
  const specified: readonly string[] = ['name', 'price', 'quantity', 'description', 'image']
  expect(requiredNames.filter((name) => specified.includes(name))).toEqual(specified)
  expect(requiredNames.toSorted()).toEqual(Object.keys(part).toSorted())
  const others = ['sku', 'weight', 'leadDays', 'origin', 'customsCode', 'reorderPoint']
  expect(optionalNames).toEqual(others)
  const folded = [...others, 'category', 'minimum', 'step', 'prices/1/price', NOT_FOR_SALE]
  expect([...requiredNames, 'prices/0/price', ...folded].filter(isFolded)).toEqual(folded)
})

const CATEGORY: Category = {
  slug: 'nuts',
  name: 'Nuts',
  count: 0,
  attributes: [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  ],
}

const LADDER = withBreaks([
  { from: '', price: '' },
  { from: '1k', price: '0,04' },
])

const errorsOf = (draft: Draft) => {
  try {
    return readNewProduct(draft, CATEGORY)
  } catch (error) {
    return fieldErrors(error)
  }
}

test('category, attributes and the ladder are read with the fields; the price is that of the first price break', () => {
  const draft = {
    ...form(),
    ...LADDER,
    category: 'nuts',
    'attributes/thread': 'M8',
    'attributes/length': '12.5',
  }
  expect(readNewProduct(draft, CATEGORY)).toMatchObject({
    price: 0.0425,
    prices: [
      { from: 100, price: 0.0425 },
      { from: 1000, price: 0.04 },
    ],
    category: 'nuts',
    attributes: { thread: 'M8', length: 12.5 },
  })
  const inSteps = readNewProduct({ ...draft, step: '250' }, CATEGORY)
  expect(inSteps.prices?.[0]).toEqual({ from: 250, price: 0.0425 })
  expect(readNewProduct({ ...form(), [NOT_FOR_SALE]: 'yes' })).toMatchObject({ forSale: false })
})

test('what is wrong with attributes and price breaks is named at their fields', () => {
  expect(errorsOf({ ...form(), ...LADDER, category: 'nuts', 'attributes/length': 'long' })).toEqual({
    'attributes/length': 'This has to be a number, for example 12.5.',
  })
  const flat = withBreaks([
    { from: '', price: '' },
    { from: '1000', price: '0.0425' },
  ])
  expect(errorsOf({ ...form(), ...flat })).toEqual({
    'prices/1/price': 'Each price break is cheaper than the one before.',
  })
  expect(errorsOf({ ...form({ price: 'ten' }), ...LADDER })).toEqual({ price: expect.any(String) })
})

test('a copy has all but the part number and the stock', () => {
  const product = sampleProduct({
    ...{ price: 0.05, category: 'nuts', minimum: 200, step: 50, weight: 4.7 },
    prices: [
      { from: 200, price: 0.05 },
      { from: 1000, price: 0.04 },
    ],
    attributes: [{ key: 'thread', label: 'Thread', value: 'M8' }],
  })
  const { _id, sku, quantity, images, model, files, revision, updatedAt, ...copied } = product
  expect(readNewProduct({ ...copyOf(product), quantity: '1' }, CATEGORY)).toEqual({
    ...copied,
    quantity: 1,
    attributes: { thread: 'M8' },
  })
})

test('a value that is not a number is named', () => {
  for (const text of ['ten', '1e3', '0x10', '1.', '$1', 'NaN', '-1', '½', '']) {
    expect(complaints({ price: text, quantity: text })).toEqual(['price', 'quantity'])
  }
  for (const text of ['.5', '12.75', '1,5']) {
    expect(complaints({ price: text, quantity: text })).toEqual(['quantity'])
  }
  for (const text of ['0', '007', '1 000', "1'000"]) {
    expect(complaints({ price: text, quantity: text })).toEqual([])
  }
})

test.each(['1,000', '1.000', '1 000', "1'000", '1k'])('a quantity of %j is a thousand', (quantity) => {
  expect(readNewProduct(form({ quantity }))).toMatchObject({ quantity: 1000 })
  expect(previewOf(form({ quantity })).quantity).toBe(1000)
  expect(readTyped('quantity', quantity)).toEqual({ value: 1000, reading: '= 1,000 pieces' })
})

test.each([
  ['1,000', '1,000 can be $1.00 or $1,000.00. Type 1 or 1000.'],
  ['1.000', '1.000 can be $1.00 or $1,000.00. Type 1 or 1000.'],
  ['12.500', '12.500 can be $12.50 or $12,500.00. Type 12.5 or 12500.'],
  ['1.125', '1.125 can be $1.125 or $1,125.00. Type 1.1250 or 1125.'],
])('a price of %j is refused with both readings, and each of them can be typed', (price, warning) => {
  expect(complaints({ price })).toEqual(['price'])
  expect(readTyped('price', price)).toEqual({ warning })
  expect(previewOf(form({ price })).price).toBe(0)
  const [, ...offered] = /Type (\S+) or (\S+)\.$/.exec(warning) ?? []
  for (const text of offered) expect(complaints({ price: text })).toEqual([])
})

test('a price with one reading is accepted, and its reading is shown', () => {
  expect(readNewProduct(form({ price: '0,0425' }))).toMatchObject({ price: 0.0425 })
  expect(readTyped('price', ' 0,0425')).toEqual({ value: 0.0425, reading: '= $0.0425 per piece' })
  expect(readTyped('price', '1,250.50')).toEqual({ value: 1250.5, reading: '= $1250.50 per piece' })
  expect(readTyped('price', '0.0425')).toEqual({ value: 0.0425 })
  expect(readTyped('price', ' ')).toEqual({})
})

test('the draft replaces invalid values with defaults', () => {
  const draft = previewOf(form({ name: '', price: '-3', quantity: '1.5', image: 'htt' }))
  expect(draft).toMatchObject({ name: 'Name', price: 0, quantity: 1000, sku: 'Part number' })
  expect(draft.image).toMatch(/^data:/)
  expect(previewOf(form({ price: '0.123456' })).price).toBe(0)
  expect(previewOf(form({ image: '//elsewhere.example/x.png' })).image).toMatch(/^data:/)
  expect(previewOf(form({ image: '/.//elsewhere.example/x.png' })).image).toMatch(/^data:/)
  expect(previewOf(form({ image: ' /drawings/nut.svg' })).image).toBe('/drawings/nut.svg')
})
