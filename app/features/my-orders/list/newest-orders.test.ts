import { expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { withNewest } from './newest-orders.ts'

const order = (_id: string, second: number, paid = false) =>
  ({ _id, createdAt: `2026-01-01T00:00:0${second}.000Z`, paid }) as Order

test('a page of the newest takes the place of what is known of them; older ones stay', () => {
  const known = [order('d', 4), order('c', 3), order('b', 2), order('a', 2)]
  // One was placed, one paid, and one cancelled.
  const newest = [order('e', 5), order('d', 4, true), order('b', 2)]
  expect(withNewest(newest, known)).toEqual([...newest, order('a', 2)])
  expect(withNewest([], known)).toEqual([])
})
