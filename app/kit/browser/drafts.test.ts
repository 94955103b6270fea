import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDrafts, hasDrafts, keepOnlyDraftsOf, readDrafts, writeDrafts } from './drafts.ts'
import { keep, readKept } from './kept-drafts.ts'

const ME = 'me@example.com'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('typed text is stored by field until it is deleted', () => {
  writeDrafts(ME, { phone: '+1 555 0100', 'quantity of a': '250' })
  writeDrafts(ME, { phone: '', address: '1 Sample Street\nSample Town' })
  expect(readDrafts(ME)).toEqual({
    phone: '',
    address: '1 Sample Street\nSample Town',
    'quantity of a': '250',
  })
  writeDrafts(ME, { phone: undefined, address: undefined })
  expect(readDrafts(ME)).toEqual({ 'quantity of a': '250' })
  writeDrafts(ME, { 'quantity of a': undefined })
  expect(stored.size).toBe(0)
})

// attack: foreign-drafts
test('another account reads no drafts, and its first draft replaces all of them', () => {
  writeDrafts(ME, { phone: '+1 555 0100' })
  expect(readDrafts('other@example.com')).toEqual({})
  writeDrafts('other@example.com', { address: '2 Sample Street' })
  expect(readDrafts('other@example.com')).toEqual({ address: '2 Sample Street' })
  expect(readDrafts(ME)).toEqual({})
})

test('when another account signs in, the drafts of others are deleted, and its own stay', () => {
  writeDrafts(ME, { phone: '+1 555 0100' })
  expect(hasDrafts()).toBe(true)
  keepOnlyDraftsOf(ME)
  expect(readDrafts(ME)).toEqual({ phone: '+1 555 0100' })
  keepOnlyDraftsOf('other@example.com')
  expect(hasDrafts()).toBe(false)
  expect(readDrafts(ME)).toEqual({})
})

test('deleting drafts leaves nothing', () => {
  writeDrafts(ME, { phone: '+1 555 0100' })
  deleteDrafts()
  expect(stored.size).toBe(0)
})

test('of more than 50 fields the oldest are deleted', () => {
  for (let index = 0; index < 60; index += 1) writeDrafts(ME, { [`quantity of ${index}`]: '250' })
  expect(Object.keys(readDrafts(ME))).toHaveLength(50)
  expect(readDrafts(ME)).toHaveProperty('quantity of 59')
})

test.each([
  '',
  'null',
  '[]',
  '7',
  '{"email":"me@example.com"}',
  '{"email":"me@example.com","fields":{"a":1}}',
])('an invalid stored value, %j, counts as no drafts', (text) => {
  stored.set('drafts', text)
  expect(readDrafts(ME)).toEqual({})
})

test('a storage that is full or blocked stores nothing and throws nothing', () => {
  writeDrafts(ME, { phone: '+1 555 0100' })
  vi.stubGlobal('sessionStorage', {
    ...sessionStorage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  writeDrafts(ME, { phone: '+1 555 0199' })
  expect(readDrafts(ME)).toEqual({})
  vi.stubGlobal('sessionStorage', undefined)
  writeDrafts(ME, { phone: '+1 555 0100' })
  deleteDrafts()
  expect(readDrafts(ME)).toEqual({})
})

test('a value is kept as JSON; what is not JSON is nothing', () => {
  keep(ME, 'lines', [{ text: '1' }])
  expect(readKept(ME, 'lines')).toEqual([{ text: '1' }])
  keep(ME, 'lines', undefined)
  expect([readKept(ME, 'lines'), readDrafts(ME)]).toEqual([undefined, {}])
  for (const text of ['', '{', 'null']) {
    writeDrafts(ME, { lines: text })
    expect([text, readKept(ME, 'lines')]).toEqual([text, undefined])
  }
})
