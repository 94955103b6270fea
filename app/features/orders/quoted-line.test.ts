import { expect, test } from 'vitest'
import type { Quote, QuoteLine } from '#features/quote/schema.ts'
import { changedLines, lineProblemText, partOf } from './quoted-line.ts'

const line = (productId: string, change: Partial<QuoteLine> = {}): QuoteLine => ({
  given: { productId, quantity: 400 },
  sku: `SKU-${productId}`,
  productId,
  quantity: 400,
  lineTotal: 50,
  available: 1000,
  minimum: 200,
  step: 50,
  ...change,
})

const quoteOf = (...lines: QuoteLine[]): Quote => ({ lines, totalPrice: 0, orderable: true })

test.each<[Partial<QuoteLine>, string | undefined]>([
  [{}, undefined],
  [{ problem: 'unknown' }, 'No longer sold.'],
  [{ problem: 'below_minimum' }, 'Minimum order 200 pieces, in steps of 50.'],
  [{ problem: 'off_step' }, 'It is sold in steps of 50 pieces.'],
  [{ problem: 'out_of_stock', available: 300 }, 'Only 300 pieces are left.'],
  [
    { problem: 'out_of_stock', available: 60 },
    'Sold out: 60 pieces are left, and an order has at least 200.',
  ],
])('a line with %j has the problem "%s"', (change, text) => {
  expect(lineProblemText(line('a', change))).toBe(text)
})

test('a line has changed when its total or its problem differs, also when its part is gone', () => {
  const gone: QuoteLine = { given: { productId: 'd', quantity: 400 }, problem: 'unknown' }
  const seen = quoteOf(line('a'), line('b'), line('c'), line('d'))
  const now = quoteOf(
    line('a'),
    line('b', { lineTotal: 55 }),
    line('c', { problem: 'out_of_stock', available: 300 }),
    gone,
  )
  const changes = changedLines(seen, now)
  expect(changes.map(({ before }) => partOf(before))).toEqual(['b', 'c', 'd'])
  expect(changes.map((change) => lineProblemText(change.now))).toEqual([
    undefined,
    'Only 300 pieces are left.',
    'No longer sold.',
  ])
  expect(changedLines(now, now)).toEqual([])
})
