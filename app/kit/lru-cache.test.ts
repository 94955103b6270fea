import { expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

test('a full cache keeps the values in use and the latest', () => {
  const cache = createLruCache<number, string>(100)
  for (let n = 0; n < 1000; n += 1) {
    cache.set(n, `value ${n}`)
    cache.get(7)
  }
  const kept = Array.from({ length: 1000 }, (_, n) => n).filter((n) => cache.get(n) !== undefined)
  expect(kept).toEqual([7, ...Array.from({ length: 99 }, (_, n) => 901 + n)])
  expect(cache.get(7)).toBe('value 7')
})

test('when all values are in use, one is still evicted', () => {
  const cache = createLruCache<string, number>(2)
  for (const [value, key] of ['a', 'b', 'c', 'd'].entries()) {
    cache.set(key, value)
    cache.get(key)
  }
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toHaveLength(2)
})

test('setting a key again replaces its value', () => {
  const cache = createLruCache<string, number>(2)
  cache.set('a', 1)
  cache.set('a', 2)
  cache.set('b', 3)
  expect([cache.get('a'), cache.get('b')]).toEqual([2, 3])
})

test('values above the maximum weight are evicted, the oldest first', () => {
  const cache = createLruCache<string, number>(100, { maximum: 10, of: (_, value) => value })
  for (const [key, value] of Object.entries({ a: 4, b: 4, c: 2 })) cache.set(key, value)
  expect([cache.size, cache.weight]).toEqual([3, 10])
  cache.set('d', 3)
  expect([cache.get('a') !== undefined, cache.get('b') !== undefined, cache.size, cache.weight]).toEqual([
    false,
    true,
    3,
    9,
  ])
  cache.set('d', 1)
  expect([cache.size, cache.weight]).toEqual([3, 7])
  cache.set('e', 11)
  expect(cache.get('e')).toBeUndefined()
  cache.clear()
  expect([cache.get('d'), cache.size, cache.weight]).toEqual([undefined, 0, 0])
})
