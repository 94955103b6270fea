import { expect, test } from 'vitest'
import { keepRecent } from './recent.ts'

test('of more values than are kept those stay that are asked for, and the latest', () => {
  const recent = keepRecent<number, string>(100)
  for (let n = 0; n < 1000; n += 1) {
    recent.set(n, `value ${n}`)
    recent.get(7)
  }
  const kept = Array.from({ length: 1000 }, (_, n) => n).filter((n) => recent.get(n) !== undefined)
  expect(kept).toEqual([7, ...Array.from({ length: 99 }, (_, n) => 901 + n)])
  expect(recent.get(7)).toBe('value 7')
})

test('when all are asked for, one goes nevertheless', () => {
  const recent = keepRecent<string, number>(2)
  for (const [value, key] of ['a', 'b', 'c', 'd'].entries()) {
    recent.set(key, value)
    recent.get(key)
  }
  expect(['a', 'b', 'c', 'd'].filter((key) => recent.get(key) !== undefined)).toHaveLength(2)
})

test('a value that is set anew takes the place of the earlier', () => {
  const recent = keepRecent<string, number>(2)
  recent.set('a', 1)
  recent.set('a', 2)
  recent.set('b', 3)
  expect([recent.get('a'), recent.get('b')]).toEqual([2, 3])
})

test('values that weigh more together than they may go as well, the oldest first', () => {
  const recent = keepRecent<string, number>(100, { maximum: 10, of: (_, value) => value })
  for (const [key, value] of Object.entries({ a: 4, b: 4, c: 2 })) recent.set(key, value)
  expect([recent.size, recent.weight]).toEqual([3, 10])
  recent.set('d', 3)
  expect([recent.get('a') !== undefined, recent.get('b') !== undefined, recent.size, recent.weight]).toEqual([
    false,
    true,
    3,
    9,
  ])
  recent.set('d', 1)
  expect([recent.size, recent.weight]).toEqual([3, 7])
  recent.set('e', 11)
  expect(recent.get('e')).toBeUndefined()
  recent.clear()
  expect([recent.get('d'), recent.size, recent.weight]).toEqual([undefined, 0, 0])
})
