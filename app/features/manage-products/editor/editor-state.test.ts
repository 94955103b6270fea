import { expect, test } from 'vitest'
import type { ManagedProduct } from '#features/catalog/schema.ts'
import { breaksOf } from './draft.ts'
import { type EditorState, openForm, removePriceBreak } from './editor-state.ts'

test('the errors of the price breaks behind a removed one move up with them', () => {
  const state: EditorState = {
    ...openForm(product),
    checked: new Set(['name', 'prices/0/price', 'prices/1/from', 'prices/2/price']),
    refused: { 'prices/2/price': 'Too high.' },
  }
  const after = removePriceBreak(state, 1)
  expect(breaksOf(after.draft).map(({ price }) => price)).toEqual(['0.09', '0.07'])
  expect(after.checked).toEqual(new Set(['name', 'prices/0/price', 'prices/1/price']))
  expect(after.refused).toEqual({})
})

const product = {
  minimum: 100,
  step: 1,
  attributes: [],
  prices: [
    { from: 100, price: 0.09 },
    { from: 200, price: 0.08 },
    { from: 300, price: 0.07 },
  ],
} as unknown as ManagedProduct
