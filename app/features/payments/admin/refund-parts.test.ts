import { expect, test } from 'vitest'
import { leftToRefund } from '#features/orders/left-to-refund.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { centsToDollars } from '#kit/money.ts'
import { orderOf } from '#tests/support/en16931/sample-orders.ts'
import { partsTotal, piecesBack, typedPieces } from './refund-parts.ts'

/** 100 pieces for $12.34, of which 60 are shipped, and 101 for $1.12, with 19 % tax, delivered for $5.00. */
function sampleOrder(): OrderDetails {
  const order = orderOf({
    lines: [
      { unitPrice: 0.1234, quantity: 100 },
      { unitPrice: 0.0111, quantity: 101 },
    ],
    tax: { kind: 'added', percent: 19 },
    deliveryCents: 500,
  })
  const earlier = { lines: [{ position: 1, quantity: 101, cents: 133 }], deliveryCents: null }
  const { lines, deliveryCents } = leftToRefund(order, [earlier])
  return {
    ...order,
    events: [],
    shipments: [{ _id: '1', at: '', lines: [{ position: 0, quantity: 60 }] }],
    refundable: {
      lines: lines
        .filter(({ quantity }) => quantity > 0)
        .map(({ cents, ...line }) => ({ ...line, amount: centsToDollars(cents) })),
      delivery: centsToDollars(deliveryCents),
    },
  }
}

test.each([
  [{}, []],
  [{ 0: ' 15 ' }, [{ position: 0, quantity: 15 }]],
  [{ 0: '100', 1: '' }, [{ position: 0, quantity: 100 }]],
  [{ 0: '101' }, undefined],
  [{ 0: 'all' }, undefined],
  // The other line is refunded: by somebody else, perhaps, since the page was loaded.
  [{ 0: '1', 1: '1' }, undefined],
])('the typed pieces %j are %j', (typed, pieces) => {
  expect(typedPieces(sampleOrder(), typed)).toEqual(pieces)
})

test('pieces and the delivery come to what the shop refunds, and the pieces to be shipped go back', () => {
  const order = sampleOrder()
  expect(partsTotal(order, [{ position: 0, quantity: 15 }], false)).toBe(2.2)
  expect(partsTotal(order, [{ position: 0, quantity: 100 }], true)).toBe(20.64)
  expect(partsTotal(order, [], true)).toBe(5.95)
  expect(piecesBack(order, [{ position: 0, quantity: 15 }])).toBe(15)
  expect(piecesBack(order, [{ position: 0, quantity: 50 }])).toBe(40)
})

test('pieces that are back although their refund failed do not go back once more', () => {
  const order = sampleOrder()
  const lines = order.lines.map((line, index) => (index === 0 ? { ...line, restocked: 30 } : line))
  expect(piecesBack({ ...order, lines }, [{ position: 0, quantity: 30 }])).toBe(0)
  expect(piecesBack({ ...order, lines }, [{ position: 0, quantity: 35 }])).toBe(5)
})
