import { expect, test } from 'vitest'
import { readOrigin } from './order-origin.ts'

const STATE = { orderList: { search: '?q=bolt', ids: ['a', 'b', 'c'] } }

test('an order has its neighbours in the list that it was opened from', () => {
  const list = { search: '?q=bolt', count: 3 }
  expect(readOrigin(STATE, 'b')).toEqual({ ...list, index: 1, previous: 'a', next: 'c' })
  expect(readOrigin(STATE, 'a')).toEqual({ ...list, index: 0, previous: undefined, next: 'b' })
  expect(readOrigin(STATE, 'c')).toEqual({ ...list, index: 2, previous: 'b', next: undefined })
})

test('an order that was not opened from a list has none', () => {
  for (const state of [null, undefined, {}, { isOwnSearch: true }, STATE])
    expect(readOrigin(state, 'other')).toBe(undefined)
})
