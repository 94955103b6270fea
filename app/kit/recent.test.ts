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
