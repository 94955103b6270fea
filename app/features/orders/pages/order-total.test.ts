import { expect, test } from 'vitest'
import { orderTotal, readPieces } from './order-total.ts'

test('a total is what the shop will work out, half a cent up', () => {
  expect(orderTotal(0.425, 100)).toBe(42.5)
  expect(orderTotal(0.0687, 250)).toBe(17.18)
  expect(orderTotal(1.005, 100)).toBe(100.5)
})

test('there is no total without whole pieces', () => {
  expect(orderTotal(0.425, readPieces(''))).toBeUndefined()
  expect(orderTotal(0.425, readPieces('100.5'))).toBeUndefined()
  expect(orderTotal(0.425, readPieces('-100'))).toBeUndefined()
})

test('pieces are whole numbers, below the minimum too', () => {
  expect(readPieces('99')).toBe(99)
  expect(readPieces(' 100 ')).toBe(100)
  expect(readPieces('1e400')).toBeUndefined()
})
