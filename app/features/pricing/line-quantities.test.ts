import { expect, test } from 'vitest'
import { quantitiesToShip, quantityProblem } from './line-quantities.ts'

const LEFT = new Map([
  [0, 100],
  [2, 1200],
])

test('what was not typed is all that is left, and lines with no piece are left out', () => {
  expect(quantitiesToShip(LEFT, {})).toEqual([
    { position: 0, quantity: 100 },
    { position: 2, quantity: 1200 },
  ])
  expect(quantitiesToShip(LEFT, { 0: '0', 2: ' 1,100 ' })).toEqual([{ position: 2, quantity: 1100 }])
  expect(quantitiesToShip(LEFT, { 0: '', 2: '0' })).toEqual([])
})

test('a quantity that cannot be shipped is named, and nothing is shipped with it', () => {
  expect(quantityProblem('101', 100)).toBe('only 100 left')
  for (const text of ['ten', '-1', '1.5', '1e2', '9'.repeat(16)]) {
    expect(quantityProblem(text, 100), text).toBe('not a number')
    expect(quantitiesToShip(LEFT, { 0: text }), text).toBe(undefined)
  }
})
