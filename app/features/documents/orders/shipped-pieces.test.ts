import { expect, test } from 'vitest'
import type { OrderDetails } from '#features/orders/orders.ts'
import { orderOf } from '#tests/support/en16931/sample-orders.ts'
import { shippedOrder, weightOf } from './shipped-pieces.ts'

/** 100 pieces for $12.34 of 2 g each, and 200 for $2.22 of 5 g each, with 20 % tax, delivered for $5.00. */
function sampleOrder(): OrderDetails {
  const order = orderOf({
    lines: [
      { unitPrice: 0.1234, quantity: 100 },
      { unitPrice: 0.0111, quantity: 200 },
    ],
    tax: { kind: 'added', percent: 20 },
    deliveryCents: 500,
  })
  const lines = order.lines.map((line, index) => ({ ...line, weight: index === 0 ? 2 : 5 }))
  return { ...order, lines, events: [], shipments: [] }
}

/** The sample with so many pieces of its first line refunded, and so many of them shipped before. */
function refunded(pieces: number, shipped = 0): OrderDetails {
  const order = sampleOrder()
  const lines = order.lines.map((line, index) => (index === 0 ? { ...line, refunded: pieces } : line))
  const shipments = shipped > 0 ? [{ _id: '1', at: '', lines: [{ position: 0, quantity: shipped }] }] : []
  return { ...order, lines, shipments, refundedAmount: 5 }
}

test('an order of which everything ships is as it was ordered', () => {
  const { events: _, shipments: __, ...order } = sampleOrder()
  expect(shippedOrder(sampleOrder())).toMatchObject({ ...order, weight: 1.2 })
})

test('refunded pieces that do not ship are neither weighed nor priced, and no refund is told', () => {
  const { lines, totalPrice, payable, tax, weight, refundedAmount } = shippedOrder(refunded(40))
  expect(lines.map(({ quantity, lineTotal }) => [quantity, lineTotal])).toEqual([
    [60, 7.4],
    [200, 2.22],
  ])
  expect([totalPrice, payable, tax?.amount, weight, refundedAmount]).toEqual([
    9.62,
    17.54,
    2.92,
    1.12,
    undefined,
  ])
  expect(shippedOrder(refunded(100)).lines).toHaveLength(1)
})

test('pieces that were shipped before they were refunded count', () => {
  expect(shippedOrder(refunded(100, 30)).lines.map(({ quantity }) => quantity)).toEqual([30, 200])
})

test('pieces of an unknown weight, and none, weigh nothing that is known', () => {
  const { lines } = sampleOrder()
  expect(weightOf({ lines }, [{ position: 1, quantity: 30 }])).toBe(0.15)
  expect(weightOf({ lines }, [])).toBeUndefined()
  const unknown = lines.map((line) => ({ ...line, weight: undefined }))
  expect(weightOf({ lines: unknown }, [{ position: 1, quantity: 30 }])).toBeUndefined()
})
