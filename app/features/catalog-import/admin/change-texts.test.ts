import { expect, test } from 'vitest'
import { importTexts, summaryOf } from '../texts.ts'
import { priceChangeOf, rowChanges } from './change-texts.ts'

test('changes are said field by field', () => {
  expect(
    rowChanges([
      { field: 'price', from: 0.05, to: 0.06 },
      { field: 'prices', from: [{ from: 100, price: 0.05 }], to: [{ from: 100, price: 0.06 }] },
      { field: 'quantity', from: 1000, to: 2500 },
      { field: 'category', from: null, to: 'screws' },
      { field: 'attributes', from: { length: 5, thread: 'M8' }, to: { length: 6, thread: 'M8' } },
    ]),
  ).toEqual([
    { label: 'price', from: '$0.05', to: '$0.06', percent: '+20 %' },
    { label: 'quantity', from: '1,000', to: '2,500' },
    { label: 'category', from: '', to: 'screws' },
    { label: 'length', from: '5', to: '6' },
  ])
  const prices = [
    { from: 100, price: 0.06 },
    { from: 1000, price: 0.05 },
  ]
  expect(rowChanges([{ field: 'prices', from: null, to: prices }])).toEqual([
    { label: 'prices', from: '', to: '100: $0.06, 1,000: $0.05' },
  ])
})

test('a price says by how much it changes, and warns of ten times or a tenth', () => {
  expect(priceChangeOf(0.05, 0.052)).toEqual({ percent: '+4 %' })
  expect(priceChangeOf(0.08, 0.0788)).toEqual({ percent: '−1.5 %' })
  expect(priceChangeOf(100, 100.0001)).toEqual({ percent: '+less than 0.1 %' })
  expect(priceChangeOf(0.05, 0.49)).toEqual({ percent: '+880 %' })
  expect(priceChangeOf(0.05, 0.5)).toEqual({ percent: '+900 %', isOutlier: true })
  expect(priceChangeOf(0.5, 0.05)).toEqual({ percent: '−90 %', isOutlier: true })
  expect(priceChangeOf(0.07, 70)).toEqual({ percent: '+99,900 %', isOutlier: true })
  expect([priceChangeOf(null, 0.05), priceChangeOf(0.05, null)]).toEqual([{}, {}])
})

test('only the price breaks that differ are said, and the first one only without the price', () => {
  const before = [
    { from: 100, price: 0.06 },
    { from: 500, price: 0.05 },
    { from: 1000, price: 0.04 },
  ]
  const after = [
    { from: 100, price: 0.07 },
    { from: 500, price: 0.05 },
    { from: 2500, price: 0.03 },
  ]
  const differing = [
    { label: 'price from 1,000', from: '$0.04', to: '' },
    { label: 'price from 2,500', from: '', to: '$0.03' },
  ]
  const prices = { field: 'prices', from: before, to: after }
  expect(rowChanges([{ field: 'price', from: 0.06, to: 0.07 }, prices])).toEqual([
    { label: 'price', from: '$0.06', to: '$0.07', percent: '+17 %' },
    ...differing,
  ])
  expect(rowChanges([prices])).toEqual([
    { label: 'price from 100', from: '$0.06', to: '$0.07', percent: '+17 %' },
    ...differing,
  ])
})

test('the change set is said in sentences', () => {
  const found = {
    _id: 'a',
    name: 'a.csv',
    at: '',
    by: '',
    state: 'ready' as const,
    counts: { added: 1, changed: 1200, unchanged: 0, wrong: 2 },
    prices: { fall: 1, rise: 1199 },
    leftOut: 0,
    done: 0,
  }
  expect(summaryOf(found).map(({ text }) => text)).toEqual([
    '1 price falls',
    '1,199 prices rise',
    '1,200 products change',
    '1 product is new',
    '2 rows are wrong',
  ])
  const leftOutOf = { added: 1, changed: 200, fall: 1, rise: 199 }
  expect(summaryOf({ ...found, leftOut: 201, leftOutOf }).map(({ text }) => text)).toEqual([
    '1,000 prices rise',
    '1,000 products change',
    '2 rows are wrong',
    '201 rows are left out',
  ])
  const rows = ['A', 'B', 'C', 'D'].map((sku, row) => ({ row, sku }))
  expect(importTexts.outdated(rows, 'undo')).toBe(
    'Changed since the import was applied: A, B, C and others. Nothing was undone.',
  )
})
