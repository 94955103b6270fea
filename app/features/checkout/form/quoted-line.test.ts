import { expect, test } from 'vitest'
import type { Quote, QuoteLine } from '#features/quote/schema.ts'
import { lineProblemText } from '#features/quote/texts.ts'
import { changedLines, partOf } from './quoted-line.ts'

const line = (productId: string, change: Partial<QuoteLine> = {}): QuoteLine => ({
  given: { productId, quantity: 400 },
  sku: `SKU-${productId}`,
  productId,
  quantity: 400,
  lineTotal: 50,
  available: 1000,
  minimum: 200,
  step: 50,
  prices: [{ from: 200, price: 0.125 }],
  ...change,
})

const quoteOf = (...lines: QuoteLine[]): Quote => ({ lines, totalPrice: 0, orderable: true })

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
    'This part is no longer sold.',
  ])
  expect(changedLines(now, now)).toEqual([])
})
