import { expect, test } from 'vitest'
import { inCalls, refusalTexts } from './ship-many.ts'

const order = (_id: string) => ({ _id, number: _id.toUpperCase() })

test('a call has at most a hundred orders', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `o${index}`)
  expect(inCalls(ids).map(({ length }) => length)).toEqual([100, 100, 50])
})

test('refused orders are named by their numbers, one sentence for each reason', () => {
  const refused = [
    { id: 'a', code: 'unpaid' },
    { id: 'b', code: 'refunded' },
    { id: 'c', code: 'unpaid' },
  ]
  expect(refusalTexts(refused, [order('a'), order('b'), order('c')])).toEqual([
    'A and C: not paid yet',
    'B: its money went back',
  ])
})
