import { expect, test } from 'vitest'
import { readPage, toPaged } from './paging.ts'

const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

test('a page has 100 rows, or as many as are asked for', () => {
  expect(readPage({}, []).limit).toBe(100)
  for (const limit of ['1', '42', '100']) expect(readPage({ limit }, []).limit).toBe(Number(limit))
})

test.each(['0', '101', '999', '-1', '1.5', '1e2', ' 1', ''])('a limit of %j is refused', (limit) => {
  expect(() => readPage({ limit }, [])).toThrow('limit has to be a whole number from 1 to 100.')
})

test('a cursor is accepted only by its own list', () => {
  expect(readPage({ after: cursor(7, 'a') }, ['number', 'string']).after).toEqual([7, 'a'])
})

test.each([
  ['of another list, with fewer parts', cursor(7)],
  ['of another list, with more parts', cursor(7, 'a', 'b')],
  ['of another list, with other parts', cursor('a', 7)],
  ['with a number that is not whole', cursor(7.5, 'a')],
  ['with a character that no database holds', cursor(7, 'a\0')],
  ['that is no list', Buffer.from('{}').toString('base64url')],
  ['that is nothing', 'x'],
  ['that is too long', cursor(7, 'a'.repeat(1000))],
])('a cursor %s is refused', (_what, after) => {
  expect(() => readPage({ after }, ['number', 'string'])).toThrow(
    'after has to be a cursor that a list gave.',
  )
})

test.each([
  ['int4', 2 ** 31 - 1, 2 ** 31],
  ['number', Number.MAX_SAFE_INTEGER, 2 ** 53],
] as const)('a cursor of the type %s is refused beyond its column', (type, largest, more) => {
  for (const number of [largest, -largest])
    expect(readPage({ after: cursor(number) }, [type]).after).toEqual([number])
  for (const number of [more, -more - 1, 0.5, null])
    expect(() => readPage({ after: cursor(number) }, [type])).toThrow('after has to be a cursor')
})

test('a next page is offered when there is one, after the last row that is shown', () => {
  const page = { limit: 2, after: undefined }
  const paged = (rows: number[]) => toPaged(rows, page, { total: rows.length }, (row) => [row])
  expect(paged([1, 2, 3])).toEqual({ rows: [1, 2], total: 3, next: cursor(2) })
  expect(paged([1, 2])).toEqual({ rows: [1, 2], total: 2, next: undefined })
  expect(paged([])).toEqual({ rows: [], total: 0, next: undefined })
})
