import { expect, test } from 'vitest'
import { namedFields } from '#features/catalog/fields.ts'
import type { Category, ManagedProduct, ProductEvent } from '#features/catalog/schema.ts'
import { sampleProduct } from '#tests/support/sample-product.ts'
import { conflictsOf, merge, sideOf } from './conflicts.ts'
import {
  breaksOf,
  changedFields,
  type Draft,
  productDraftOf,
  readDraft,
  sortedBreaks,
  withBreaks,
} from './draft.ts'
import { changeText, fieldLabel, fieldText } from './draft-text.ts'
import { changeTexts, eventTitle, formBefore } from './history.ts'

const screws: Category = {
  slug: 'screws',
  name: 'Screws',
  count: 1,
  attributes: [
    { key: 'thread', label: 'Thread', kind: 'text' },
    { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
  ],
}

const product: ManagedProduct = sampleProduct({
  name: 'Hexagon screw',
  price: 0.05,
  description: 'A screw.',
  category: 'screws',
  step: 50,
  prices: [
    { from: 100, price: 0.05 },
    { from: 1000, price: 0.04 },
  ],
  attributes: [
    { key: 'thread', label: 'Thread', value: 'M8' },
    { key: 'length', label: 'Length', value: 40, unit: 'mm' },
  ],
  weight: 4.7,
  leadDays: 3,
  origin: 'DE',
  customsCode: '73181520',
  reorderPoint: 500,
  revision: 3,
})

const before = productDraftOf(product)

const read = (part: Draft) => readDraft({ ...before, ...part }, screws)

test('a form that is not edited sends the product as it is', () => {
  const { price: _, quantity: __, _id, revision, updatedAt, images, model, files, ...same } = product
  expect(readDraft(before, screws)).toEqual({
    product: { ...same, attributes: { thread: 'M8', length: 40 } },
    errors: {},
  })
})

test('a form that is not edited sends every field but price and stock, since the shop resets what is left out', () => {
  const sent = namedFields.map(([name]) => name).filter((name) => name !== 'price' && name !== 'quantity')
  expect(Object.keys(readDraft(before, screws).product)).toEqual(expect.arrayContaining(sent))
})

test('numbers are read in every way of writing, and mean the same', () => {
  const typed = { minimum: ' 1.000 ', step: '1k', ...withBreaks([{ from: '', price: '0,05' }]) }
  expect(read(typed).product).toMatchObject({
    minimum: 1000,
    step: 1000,
    prices: [{ from: 1000, price: 0.05 }],
  })
  const same = {
    name: 'Hexagon screw ',
    minimum: '100',
    ...withBreaks([
      { from: '', price: '.05' },
      { from: '1,000', price: '0,04' },
    ]),
  }
  expect(changedFields(before, { ...before, ...same })).toEqual([])
})

test.each<[string, Draft, Record<string, string>]>([
  ['a missing name', { name: ' ' }, { name: 'The name is required.' }],
  [
    'a minimum that is no multiple',
    { minimum: '120' },
    { minimum: 'The minimum has to be a multiple of the step, 50.' },
  ],
  ['a minimum that is no number', { minimum: 'few' }, { minimum: expect.stringContaining('whole number') }],
  [
    'a price break that is not cheaper',
    withBreaks([
      { from: '', price: '0.05' },
      { from: '1000', price: '0.05' },
    ]),
    { 'prices/1/price': 'Each price break is cheaper than the one before.' },
  ],
  [
    'a price break below the minimum',
    withBreaks([
      { from: '', price: '0.05' },
      { from: '100', price: '0.04' },
    ]),
    { 'prices/1/from': 'Each price break begins with more pieces than the one before.' },
  ],
  [
    'an ambiguous price',
    withBreaks([{ from: '', price: '1,000' }]),
    { 'prices/0/price': expect.stringContaining('can be') },
  ],
  [
    'an attribute that is no number',
    { 'attributes/length': '40 mm' },
    { 'attributes/length': expect.stringContaining('number') },
  ],
])('%s has its error at its field', (_what, part, errors) => {
  expect(read(part).errors).toEqual(errors)
})

test('attributes of another category are not sent, nor empty ones', () => {
  expect(read({ 'attributes/gone': 'x', 'attributes/length': '' }).product.attributes).toEqual({
    thread: 'M8',
  })
  expect(readDraft(before, undefined).product).not.toHaveProperty('attributes')
})

test('price breaks are sorted by quantity, the first stays', () => {
  const breaks = [
    { from: '', price: '1' },
    { from: '5k', price: '2' },
    { from: '300', price: '3' },
  ]
  expect(sortedBreaks(breaks).map(({ price }) => price)).toEqual(['1', '3', '2'])
  const unreadable = [...breaks, { from: '', price: '4' }]
  expect(sortedBreaks(unreadable)).toEqual(unreadable)
  expect(breaksOf(withBreaks(breaks))).toEqual(breaks)
})

test('of two admins, what only one changed is kept, and what both changed is chosen', () => {
  const mine = { ...before, name: 'My name', minimum: '200', 'attributes/length': '45' }
  const theirs = {
    ...before,
    name: 'Their name',
    description: 'Theirs.',
    'attributes/length': '45',
    sku: '933-M9',
  }
  const versions = { before, mine, theirs }
  const conflicts = conflictsOf(versions)
  expect(conflicts).toEqual([
    { field: 'sku', isMine: false },
    { field: 'name', isMine: true },
    { field: 'description', isMine: false },
  ])
  expect(conflicts.map((conflict) => sideOf(conflict, {}))).toEqual(['theirs', undefined, 'theirs'])
  const both = { ...mine, description: 'Theirs.', sku: '933-M9' }
  expect(merge(versions, { name: 'mine' })).toEqual(both)
  expect(merge(versions, { name: 'theirs', description: 'mine' })).toEqual({
    ...both,
    name: 'Their name',
    description: 'A screw.',
  })
})

test('values are shown in words', () => {
  const text = (field: string, part: Draft = {}) => fieldText(field, { ...before, ...part }, [screws])
  expect(text('prices')).toBe('100: $0.05 · 1,000: $0.04')
  expect(text('prices', withBreaks([{ from: '', price: 'x' }]))).toBe('100: x')
  expect([text('category'), text('minimum', { minimum: '1000' }), text('attributes/none')]).toEqual([
    'Screws',
    '1,000',
    '–',
  ])
  expect([
    fieldLabel('attributes/length', [screws]),
    fieldLabel('sku', []),
    fieldLabel('attributes/x', []),
  ]).toEqual(['Length', 'Part number', 'x'])
})

test('of changed price breaks only those that differ are shown', () => {
  const after = {
    ...before,
    ...withBreaks([
      { from: '', price: '0.05' },
      { from: '1000', price: '0.03' },
      { from: '5000', price: '0.02' },
    ]),
  }
  expect(changeText('prices', before, after, [])).toEqual({
    label: 'Prices',
    from: '1,000: $0.04',
    to: '1,000: $0.03 · 5,000: $0.02',
  })
  expect(changeText('prices', after, { ...after, ...withBreaks(breaksOf(after).slice(0, 2)) }, []).to).toBe(
    '–',
  )
})

const admin = { at: '2026-01-01T00:00:00.000Z', by: 'admin@example.com' }

test('the form of an earlier revision is read from the history', () => {
  const now = { ...product, name: 'Third', attributes: [{ key: 'thread', label: 'Thread', value: 'M8' }] }
  const attributes = { field: 'attributes', from: { thread: 'M6', length: 30 }, to: { thread: 'M8' } }
  const newer: ProductEvent[] = [
    { ...admin, kind: 'changed', changes: [{ field: 'name', from: 'Second', to: 'Third' }, attributes] },
    { ...admin, kind: 'stock', changes: [{ field: 'quantity', from: 5, to: 1000 }], reason: 'Delivery' },
    {
      ...admin,
      kind: 'changed',
      changes: [
        { field: 'name', from: 'First', to: 'Second' },
        { field: 'category', from: null, to: 'screws' },
        { field: 'price', from: 0.06, to: 0.05 },
        { field: 'prices', from: [{ from: 100, price: 0.06 }], to: product.prices },
      ],
    },
  ]
  const old = { 'attributes/thread': 'M6', 'attributes/length': '30' }
  expect(formBefore(now, newer)).toEqual({
    ...before,
    ...old,
    name: 'First',
    category: '',
    ...withBreaks([{ from: '', price: '0.06' }]),
  })
  expect(changeTexts(newer[0]?.changes ?? [], [screws])).toEqual([
    { label: 'Name', from: 'Second', to: 'Third' },
    { label: 'Thread', from: 'M6', to: 'M8' },
    { label: 'Length', from: '30', to: '–' },
  ])
  expect(changeTexts(newer[1]?.changes ?? [], [])).toEqual([{ label: 'Stock', from: '5', to: '1,000' }])
})

test.each([
  ['imported', [{ field: 'sku', from: null, to: 'A' }], 'Added by an import'],
  ['imported', [{ field: 'price', from: 1, to: 2 }], 'Changed by an import'],
  ['imported', [], 'For sale again by an import'],
  ['undone', [{ field: 'price', from: 2, to: 1 }], 'Import undone'],
  ['undone', [], 'Import undone: archived'],
  ['archived', [], 'Archived'],
] as const)('the history says what happened: %s with the changes %j', (kind, changes, title) => {
  expect(eventTitle({ kind, changes: [...changes] })).toBe(title)
})
