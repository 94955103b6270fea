import { expect, test } from 'vitest'
import { orderOf } from '#tests/support/en16931/sample-orders.ts'
import { leftToRefund, paidPiecesBack, piecesCents, type RefundedParts } from './left-to-refund.ts'
import type { Order, OrderDetails, OrderRefund } from './schema.ts'

// 100 pieces for $12.34 and 101 for $1.12; the delivery is $5.00.
const LINES = [
  { unitPrice: 0.1234, quantity: 100 },
  { unitPrice: 0.0111, quantity: 101 },
]

const orderWith = (kind: 'added' | 'included' | 'none', percent = 19) =>
  orderOf({ lines: LINES, tax: { kind, percent }, deliveryCents: 500 })

/** Refunds pieces of a line as the shop does, after earlier refunds. */
function refundOf(order: Order, earlier: readonly RefundedParts[], position: number, quantity: number) {
  const left = leftToRefund(order, earlier).lines[position]
  const line = order.lines[position]
  if (!left || !line) throw new Error('There is no such line.')
  return {
    lines: [{ position, quantity, cents: piecesCents(line, order, left, quantity) }],
    deliveryCents: null,
  }
}

test.each([
  // 18.46 × 1.19 is 21.9674, of which the lines have the parts that they have of 18.46.
  ['added', orderWith('added'), [1469, 133], 595],
  ['included', orderWith('included'), [1234, 112], 500],
  ['none', orderWith('none', 0), [1234, 112], 500],
  ['of an order from before taxes', { ...orderWith('none', 0), tax: undefined }, [1234, 112], 500],
] as const)(
  'what is left of lines and delivery is what was paid: tax %s',
  (_kind, order, lines, delivery) => {
    const left = leftToRefund(order as Order, [])
    expect(left.lines.map(({ cents }) => cents)).toEqual(lines)
    expect(left.deliveryCents).toBe(delivery)
  },
)

test.each([
  ['added', 0, 15, 220],
  ['included', 0, 15, 185],
  // 0.0111 × 50 is 0.555, and with the tax 0.66045.
  ['added', 1, 50, 66],
  ['included', 1, 50, 56],
  ['included', 1, 45, 50],
] as const)(
  'pieces cost price × pieces with tax %s, half a cent up: line %i, %i pieces',
  (kind, position, quantity, cents) => {
    expect(refundOf(orderWith(kind), [], position, quantity).lines[0]?.cents).toBe(cents)
  },
)

test('whatever the parts were, the last pieces of a line take what is left of it, never less than nothing', () => {
  for (const order of [orderWith('added'), orderWith('included')])
    for (const parts of [[33, 33, 35], [1, 100], [45, 45, 11], Array.from({ length: 101 }, () => 1)]) {
      const refunds: RefundedParts[] = []
      for (const quantity of parts) refunds.push(refundOf(order, refunds, 1, quantity))
      const cents = refunds.flatMap(({ lines }) => lines.map((line) => line.cents))
      expect(Math.min(...cents)).toBeGreaterThanOrEqual(0)
      expect(cents.reduce((sum, each) => sum + each)).toBe(leftToRefund(order, []).lines[1]?.cents)
      expect(leftToRefund(order, refunds).lines[1]).toEqual({ position: 1, quantity: 0, cents: 0 })
      expect(leftToRefund(order, refunds).lines[0]).toEqual(leftToRefund(order, []).lines[0])
    }
})

test('a delivery that is refunded is not left; an order without one has none', () => {
  const order = orderWith('added')
  expect(leftToRefund(order, [{ lines: [], deliveryCents: 595 }]).deliveryCents).toBe(0)
  expect(leftToRefund({ ...order, delivery: undefined }, []).deliveryCents).toBe(0)
})

test('pieces that are back in stock are paid as far as neither a refund by line nor one of an amount covers them', () => {
  const order = orderWith('added')
  const details = (refundedAmount: number, ...refunds: Partial<OrderRefund>[]): OrderDetails => ({
    ...order,
    lines: order.lines.map((line, index) => (index === 0 ? { ...line, restocked: 40 } : line)),
    events: [],
    shipments: [],
    refundedAmount,
    refunds: refunds.map((refund) => ({
      _id: '1',
      at: '',
      by: '',
      reason: '',
      amount: 6,
      state: 'succeeded',
      ...refund,
    })),
  })
  // 40 × 0.1234 × 1.19 = 5.87384.
  expect(paidPiecesBack(details(0))).toEqual({ pieces: 40, cents: 587 })
  // The refund of the pieces failed; that of the delivery covers none of them, also while it is pending.
  const delivery = { amount: 5.95, delivery: 5.95 } as const
  expect(paidPiecesBack(details(5.95, delivery, { state: 'failed' }))).toEqual({ pieces: 40, cents: 587 })
  expect(paidPiecesBack(details(5.95, { ...delivery, state: 'pending' })).cents).toBe(587)
  // An amount covers them, whoever paid it back; of a failed delivery nothing is subtracted.
  expect(paidPiecesBack(details(2)).cents).toBe(387)
  expect(paidPiecesBack(details(5.87, { ...delivery, state: 'failed' })).cents).toBe(0)
  const refunded = details(5.87, { amount: 5.87, lines: [{ position: 0, quantity: 40, amount: 5.87 }] })
  const lines = refunded.lines.map((line, index) => (index === 0 ? { ...line, refunded: 40 } : line))
  expect(paidPiecesBack({ ...refunded, lines })).toEqual({ pieces: 0, cents: 0 })
})
