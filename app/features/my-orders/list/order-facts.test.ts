import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { poNumberText } from '#features/orders/texts.ts'
import { shippedPartText } from './order-facts.ts'

const order = (lines: number, shipped?: Order['shipped']) =>
  ({ lines: Array(lines).fill({ quantity: 3000 / lines }), ...(shipped && { shipped }) }) as Order

test('an order that is shipped in part says so by its lines, or by its pieces where no line is whole', () => {
  expect(shippedPartText(order(5, { lines: 2, pieces: 900 }))).toBe('2 of 5 lines shipped')
  expect(shippedPartText(order(5, { lines: 0, pieces: 900 }))).toBe('900 of 3,000 pieces shipped')
  expect(shippedPartText(order(1, { lines: 0, pieces: 1200 }))).toBe('1,200 of 3,000 pieces shipped')
  expect(shippedPartText(order(1))).toBeUndefined()
  const [line] = order(1).lines
  const again = { ...order(1, { lines: 0, pieces: 3000 }), lines: [{ ...line, replaced: 200 }] } as Order
  expect(shippedPartText(again)).toBe('3,000 of 3,200 pieces shipped')
})

test('a PO number is named as one, once', () => {
  for (const [number, text] of [
    ['4711', 'PO 4711'],
    ['PO 4711', 'PO 4711'],
    ['p.o. 12', 'p.o. 12'],
    ['PORT-1', 'PO PORT-1'],
  ] as const)
    expect(poNumberText(number)).toBe(text)
})
