import { expect, test } from 'vitest'
import { isEnded } from './left-to-ship.ts'
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
