import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { findMyOrders } from './find-my-orders.ts'

const line = (product: string, sku: string) => ({
  productId: sku,
  sku,
  product,
  quantity: 100,
  unitPrice: 1,
  lineTotal: 100,
})

const order = (number: string, lines: Order['lines'], more: Partial<Order> = {}) =>
  ({ _id: `0abc${number.toLowerCase()}`, number, lines, ...more }) as Order

const ORDERS = [
  order('CU36-WGVQ', [line('Hexagon screw M8 × 40', '933-M8-40'), line('Wing nut M6', '315-M6')]),
  order('7F2K-9XQP', [line('Félsen washer', '125-A-8')], {
    poNumber: 'PO 4711',
    invoice: 'INV-000124',
    transactionId: 'pi_Abc123',
  }),
]

test('the orders of a customer are found by every word in number, PO number, invoice number and all products', () => {
  const found = (q: string) => findMyOrders(ORDERS, q).map(({ number }) => number)
  const [first, second] = ['CU36-WGVQ', '7F2K-9XQP']
  for (const q of ['cu36-wgvq', 'CU36WGVQ', 'm8x40', 'M8 × 40', 'hexagon wing', '315-m6', '0abcCU36-WGVQ'])
    expect(found(q), q).toEqual([first])
  for (const q of ['po 4711', 'felsen', '125a8', 'inv-000124', 'pi_abc123'])
    expect(found(q), q).toEqual([second])
  for (const q of ['hexagon felsen', '0abc', 'pi_']) expect(found(q), q).toEqual([])
  for (const q of ['', '  ']) expect(findMyOrders(ORDERS, q)).toBe(ORDERS)
})
