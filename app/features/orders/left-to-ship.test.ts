import { expect, test } from 'vitest'
import { backorderedPieces, coveredOfOrder, isEnded, leftOfOrder, notBackOfOrder } from './left-to-ship.ts'
import type { Order } from './schema.ts'

/** A paid order as its customer reads it: without `restockedAt`. */
const paid = {
  status: 'pending',
  payable: 4.25,
  lines: [{ quantity: 100 }, { quantity: 200 }],
} as unknown as Order

const back = (...restocked: number[]) => ({
  refundedAmount: 1,
  lines: paid.lines.map((line, position) => ({ ...line, restocked: restocked[position] ?? 0 })),
})

test.each<[string, Partial<Order>, boolean]>([
  ['a paid one', {}, false],
  ['a partly refunded one', { refundedAmount: 4 }, false],
  ['a refunded one', { refundedAmount: 4.25 }, true],
  ['a lost dispute', { dispute: 'lost' }, true],
  ['a shipped and refunded one', { status: 'shipped', refundedAmount: 4.25 }, false],
  ['a partly refunded one with some pieces back in stock', back(100, 199), false],
  ['a partly refunded one with all pieces back in stock', back(100, 200), true],
  ['one of which an admin reads that nothing ships any more', { restockedAt: '2026-01-01' }, true],
])('whether an order waits for nothing more although it is not shipped: %s', (_of, part, ended) => {
  expect(isEnded({ ...paid, ...part })).toBe(ended)
})

const refunded = (...pieces: number[]) => ({
  refundedAmount: 1,
  lines: paid.lines.map((line, position) => ({ ...line, refunded: pieces[position] ?? 0 })),
})

test.each([
  [refunded(100, 199), false],
  [refunded(100, 200), true],
] as const)('an order whose pieces are all refunded waits for nothing more', (part, ended) => {
  expect(isEnded({ ...paid, ...part })).toBe(ended)
})

test.each([
  ['nothing happened', {}, 0, 100, 100],
  ['refunded pieces do not ship, and are not back', { refunded: 30 }, 0, 70, 100],
  ['pieces that went back are the refunded ones first', { refunded: 30, restocked: 20 }, 0, 70, 80],
  ['more went back than was refunded', { refunded: 30, restocked: 50 }, 0, 50, 50],
  ['the pieces that are not shipped are refunded first', { refunded: 30 }, 80, 0, 20],
  ['pieces that are shipped are refunded too', { refunded: 100 }, 80, 0, 20],
] as const)('what is left of a line: %s', (_what, part, shipped, toShip, notBack) => {
  const order = {
    lines: [{ quantity: 100, ...part }],
    shipments: shipped > 0 ? [{ lines: [{ position: 0, quantity: shipped }] }] : [],
  }
  expect(leftOfOrder(order).get(0) ?? 0).toBe(toShip)
  expect(notBackOfOrder(order).get(0) ?? 0).toBe(notBack)
})

test('what is on backorder is left and not covered; shipped pieces were covered', () => {
  const lines = [
    { ...paid.lines[0], quantity: 100, backordered: 60 },
    { ...paid.lines[1], quantity: 50, backordered: 50 },
  ] as unknown as Order['lines']
  const shipments = [{ lines: [{ position: 0, quantity: 10 }] }]
  expect([...leftOfOrder({ lines, shipments })]).toEqual([
    [0, 90],
    [1, 50],
  ])
  expect([...coveredOfOrder({ lines, shipments })]).toEqual([[0, 30]])
  expect(backorderedPieces({ lines })).toBe(110)
})
