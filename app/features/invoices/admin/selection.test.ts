import { expect, test } from 'vitest'
import { chosenFilters, queryOf, readFilter, writeFilter } from './selection.ts'

const read = (query: string) => readFilter(new URLSearchParams(query))

test.each([
  'q=bolt+gmbh&open=true',
  'range=last-month',
  'from=2026-01-31',
  'q=x&from=2026-01-01&to=2026-03-31&open=true',
])('a filter is written as it was read: %s', (query) => {
  expect(writeFilter(read(query))).toBe(`?${query}`)
})

test.each(['', 'range=yesterday', 'open=1', 'from=2026-02-30&to=soon', 'q=%20'])(
  'invalid values in an address are ignored: %s',
  (query) => {
    expect(writeFilter(read(query))).toBe('')
  },
)

test.each([
  ['this-month', '2026-03-31T23:59:59Z', '2026-03-01', '2026-03-31'],
  ['last-month', '2026-03-31T23:59:59Z', '2026-02-01', '2026-02-28'],
  ['last-month', '2024-03-01T00:00:00Z', '2024-02-01', '2024-02-29'],
  ['last-month', '2026-01-15T12:00:00Z', '2025-12-01', '2025-12-31'],
  ['last-quarter', '2026-01-01T00:00:00Z', '2025-10-01', '2025-12-31'],
  ['last-quarter', '2026-06-30T23:59:59Z', '2026-01-01', '2026-03-31'],
])('%s on %s is from %s to %s, in UTC', (range, now, from, to) => {
  expect(queryOf(read(`range=${range}&from=2020-01-01`), Date.parse(now))).toEqual({ from, to })
})

test('each thing that the list is filtered by is in words, with the list without it', () => {
  const nowMs = Date.UTC(2026, 10, 26)
  expect(chosenFilters(read('q=bolt&range=last-month&open=true'), nowMs)).toEqual([
    { text: '“bolt”', search: '?range=last-month&open=true' },
    { text: 'Last month, Oct 1, 2026 to Oct 31, 2026', search: '?q=bolt&open=true' },
    { text: 'Not paid', search: '?q=bolt&range=last-month' },
  ])
  expect(chosenFilters(read(''), nowMs)).toEqual([])
  expect(queryOf(read('open=true&to=2026-01-31'), nowMs)).toEqual({ to: '2026-01-31', open: 'true' })
})
