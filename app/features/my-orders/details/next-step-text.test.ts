import { expect, test } from 'vitest'
import type { OrderDetails } from '#features/orders/schema.ts'
import { nextStepText } from './next-step-text.ts'

/** A paid order as its customer reads it; admins read `refundableAmount` and `restockedAt` too. */
const paid = {
  paid: true,
  status: 'pending',
  payable: 4.25,
  lines: [{ quantity: 100 }],
  shipments: [],
} as unknown as OrderDetails

const lost = { dispute: 'lost' } as const

test.each<[string, Partial<OrderDetails>, string]>([
  ['a paid order', {}, 'The order is paid and will be shipped.'],
  ['a paid order, to an admin', { refundableAmount: 4.25 }, 'The order is paid and will be shipped.'],
  ['a partly refunded order', { refundedAmount: 4 }, 'The order is paid and will be shipped.'],
  [
    'an order that lacks pieces',
    { lines: [{ quantity: 100, backordered: 60 }] as OrderDetails['lines'] },
    '60 pieces of the order are on backorder: they ship when in stock, and a mail tells when.',
  ],
  ['a refunded order', { refundedAmount: 4.25 }, 'The order is refunded, and it will not be shipped.'],
  [
    'a refunded order of which a part is shipped, to an admin',
    { refundedAmount: 4.25, refundableAmount: 0, progress: 'partly_shipped' },
    'The order is refunded, and the rest will not be shipped.',
  ],
  [
    'a partly refunded order with all pieces back in stock',
    { refundedAmount: 4, lines: [{ quantity: 100, restocked: 100 }] as OrderDetails['lines'] },
    'The order is refunded, and it will not be shipped.',
  ],
  ['a lost dispute', lost, 'The payment was charged back, and it will not be shipped.'],
  [
    'a lost dispute, to an admin',
    { ...lost, refundableAmount: 0 },
    'The payment was charged back, and it will not be shipped.',
  ],
  [
    'a lost dispute of an order of which a part is shipped',
    { ...lost, progress: 'partly_shipped' },
    'The payment was charged back, and the rest will not be shipped.',
  ],
  ['a lost dispute of a shipped order', { ...lost, status: 'shipped' }, 'The order is on its way.'],
  ['an open dispute', { dispute: 'open' }, 'The order is paid and will be shipped.'],
])('what comes next for %s', (_of, part, text) => {
  expect(nextStepText({ ...paid, ...part })).toBe(text)
})
