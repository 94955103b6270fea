import { expect, test } from 'vitest'
import { orderTotal } from './order-total.ts'

const at = (price: number) => ({ prices: [{ from: 100, price }] })

test('half a cent is rounded up, as on the server', () => {
  expect(orderTotal(at(0.425), 100)).toBe(42.5)
  expect(orderTotal(at(0.0687), 250)).toBe(17.18)
  expect(orderTotal(at(1.005), 100)).toBe(100.5)
})

test('there is no total without pieces', () => {
  expect(orderTotal(at(0.425), undefined)).toBeUndefined()
  expect(orderTotal(at(0.425), 0)).toBeUndefined()
})
