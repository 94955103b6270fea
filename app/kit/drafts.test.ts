import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDrafts, readDrafts, writeDrafts } from './drafts.ts'

const ME = 'me@example.com'

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('what was typed is kept by its field until it is forgotten', () => {
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
  expect(kept.size).toBe(0)
})

test('another account reads nothing of it, and its own first word takes the place of it all', () => {
  writeDrafts(ME, { phone: '+1 555 0100' })
  expect(readDrafts('other@example.com')).toEqual({})
  writeDrafts('other@example.com', { address: '2 Sample Street' })
  expect(readDrafts('other@example.com')).toEqual({ address: '2 Sample Street' })
  expect(readDrafts(ME)).toEqual({})
})

test('nothing of it is left when it is forgotten', () => {
  writeDrafts(ME, { phone: '+1 555 0100' })
  deleteDrafts()
  expect(kept.size).toBe(0)
})

test('of very many fields the oldest go', () => {
  for (let place = 0; place < 60; place += 1) writeDrafts(ME, { [`quantity of ${place}`]: '250' })
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
])('what is none of ours, %j, counts as nothing', (text) => {
  kept.set('drafts', text)
  expect(readDrafts(ME)).toEqual({})
})

test('a storage that is full or forbidden keeps nothing and breaks nothing', () => {
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
