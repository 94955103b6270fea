import { expect, test } from 'vitest'
import { plansOf } from './plan-sheet.tsx'
import type { CellChange } from './sheet-drafts.ts'

const product = {
  _id: 'a',
  name: 'Part a',
  prices: [
    { from: 100, price: 0.05 },
    { from: 1000, price: 0.04 },
  ],
  minimum: 100,
  step: 1,
  quantity: 1000,
  revision: 1,
}

const change = (column: CellChange['column'], value: number): CellChange => ({
  product,
  column,
  was: 0,
  value,
})

test('the typed prices of a product are one plan over the prices that were shown; stocks are none', () => {
  const [before, { from, ...second }] = [product.prices, { from: 1000, price: 0.045 }]
  expect(plansOf([change('price 2', 0.045), change('stock', 5)])).toEqual([
    { productId: 'a', before, prices: [before[0], { from, ...second }] },
  ])
  expect(plansOf([change('stock', 5)])).toEqual([])
})
