import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'
import { keepInTab, readInTab } from './tab-storage.ts'

let storage: ReturnType<typeof stubStorage>

beforeEach(() => {
  storage = stubStorage('sessionStorage')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a value is kept until it is replaced or removed', () => {
  expect(readInTab('a')).toBe(undefined)
  keepInTab('a', ['x'])
  keepInTab('a', { text: 'ä\n"' })
  expect(readInTab('a')).toEqual({ text: 'ä\n"' })
  keepInTab('a', undefined)
  expect(storage.values.size).toBe(0)
})

test('what is not JSON is nothing', () => {
  storage.values.set('a', '{')
  expect(readInTab('a')).toBe(undefined)
})

test('a full storage keeps neither the new value nor the last one; a forbidden one throws nothing', () => {
  keepInTab('a', 1)
  storage.fault = 'full'
  keepInTab('a', 2)
  expect(readInTab('a')).toBe(undefined)
  storage.fault = 'forbidden'
  keepInTab('a', 3)
  expect(readInTab('a')).toBe(undefined)
})
